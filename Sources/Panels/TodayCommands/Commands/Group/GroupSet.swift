internal import ArgumentParser
internal import DBus
internal import TodayModel

/// `todayctl group set`.
struct GroupSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Sets values in an App Group.",
        discussion: """
            If the center refuses one of the values, it sets none of them. The values are on disk when the command \
            ends.

            A value that is a number, true or false, or that begins with {, [ or a quotation mark, is read as JSON. \
            Any other value is text. JSON integers become D-Bus type x, other numbers d, arrays av, and objects a{sv}.

            To set the D-Bus type of a value, write key:type=value. Common types are:
              s              text as it is
              y n q i u x t  an integer
              d              a number
              b              true or false
              ay             bytes in base64
              as             an array of strings
              a{sv}          an object

            The command doesn't support structs and file descriptors.

            --file reads values from a JSON object, whose keys can have any form.

            EXAMPLES
              todayctl group set group.org.example.list title=Shopping count=3
              todayctl group set group.org.example.list 'tags:as=["a","b"]' zip:s=01067
              todayctl group set group.org.example.list --file values.json
            """)

    @OptionGroup var group: GroupArgument

    @ArgumentParser.Argument(
        help: "The values: key=value or key:type=value.", completion: .knownKeys(suffix: "="),
        transform: { try Assignment($0) })
    var values: [Assignment] = []

    @Option(
        help: ArgumentHelp("Read the values from a file with a JSON object; - is standard input.", valueName: "path"),
        completion: .file())
    var file: String?

    func validate() throws {
        if values.isEmpty, file == nil { throw ValidationError("Missing expected argument '<values> ...'") }
    }

    func run() async throws {
        var dictionary: [String: DBusValue] = [:]
        if let file {
            let value = try DBusValue(json: InputText.file(file))
            guard case .dictionary(let entries, _, _) = value else {
                throw CommandFailure(
                    .failed,
                    "\(file == "-" ? "standard input" : file) contains \(value.json().prefix(60)), not a JSON object")
            }
            for entry in entries {
                if case .string(let key) = entry.key { dictionary[key] = entry.value.unwrapped }
            }
        }
        for assignment in values { dictionary[assignment.key] = assignment.value }
        try await group.client().set(dictionary)
    }
}

/// `key=value` or `key:type=value`.
struct Assignment: Hashable {
    let key: String
    let value: DBusValue

    init(_ text: String) throws {
        let parts = text.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw ValidationError("write it as key=value") }
        let (name, written) = (parts[0], String(parts[1]))
        if name.isEmpty || name.utf8.first == UInt8(ascii: ":") { throw ValidationError("the key is empty") }
        do throws(Fault) {
            if let colon = name.unicodeScalars.lastIndex(of: ":") {
                key = String(name[..<colon])
                value = try TypedText.value(
                    written, as: try TypedText.type(String(name[name.unicodeScalars.index(after: colon)...])))
            } else {
                key = String(name)
                value = try TypedText.value(written)
            }
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
