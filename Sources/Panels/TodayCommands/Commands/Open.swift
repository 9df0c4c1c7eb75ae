internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// `todayctl open`.
struct Open: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Opens a URL for a widget, as a tap on it would.",
        discussion: """
            It is opened in the app that the widget belongs to, if that handles the scheme, else as the desktop does. \
            It exits with 1 when nobody has opened it, or the user has declined; the center answers within 20 seconds.

            EXAMPLE
              todayctl open org.example.UsedSpace https://example.org/
            """)

    @OptionGroup var widget: IdentifierArgument

    @ArgumentParser.Argument(help: "The URL; an absolute one.")
    var url: String

    @Option(help: ArgumentHelp("Lets the program that opens it come to the front.", valueName: "token"))
    var activationToken: String?

    func run() async throws {
        let center = CenterClient(try await Connection.open(.session))
        var options: [String: DBusValue] = [:]
        if let activationToken { options["activation-token"] = .string(activationToken) }
        let (identifier, url, sent) = (widget.identifier, url, options)
        let opened = try await Progress.shown("Opening \(url.printable) …") {
            try await center.openURL(url, for: identifier, options: sent)
        }
        if !opened { throw CommandFailure(.failed, "nobody has opened \(url)") }
    }
}
