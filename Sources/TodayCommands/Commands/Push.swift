internal import ArgumentParser
internal import DBus
internal import Glibc
internal import TodayModel
internal import TodayProtocol

/// `todayctl push`.
struct Push: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Gives a widget new content, and prints its revision.",
        discussion: """
            The content is a tree in its JSON form, {} for none; - reads it from standard input. Content that is not \
            valid is refused with the place of the fault. The revision rises when the content is other than before.

            EXAMPLES
              todayctl push org.example.Note '{"kind":"text","text":"Buy milk"}'
              todayctl push org.example.Note - < note.json
            """)

    @OptionGroup var widget: IdentifierArgument

    @ArgumentParser.Argument(help: "The content, or - for standard input.")
    var json: String

    func run() async throws {
        let center = CenterClient(try await Connection.open(.session))
        let text = json == "-" ? try Self.standardInput() : json
        let revision = try await center.updateWidget(widget.identifier, ["Content": .string(text)])
        try Output.standard.print("\(revision)")
    }

    /// All of standard input, which has to be text.
    private static func standardInput() throws -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 {
                throw CommandFailure(.failed, "cannot read standard input: \(String(cString: strerror(errno)))")
            }
            if count == 0 { break }
            bytes += buffer[..<count]
            // Base64 and white space included, no valid content is that long.
            if bytes.count > 8 * Limits.contentBytes {
                throw CommandFailure(.failed, "standard input is longer than any content can be")
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(.failed, "standard input is not UTF-8 text")
        }
        return text
    }
}
