internal import ArgumentParser
internal import DBus
internal import Glibc
internal import TodayHost
internal import TodayModel
internal import TodayPlatform

/// `todayctl new widget`.
struct NewWidget: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "widget",
        abstract: "Creates a Swift package with a widget, its manifest and a test.",
        discussion: """
            Users see the name as you write it. The names of the folder, the class and the program use only the \
            letters A-Z: 'Größe heute' becomes GroesseHeute, GroesseHeuteWidget and groesse-heute-widget. The folder \
            must be empty or not exist. The test passes at once, and the README explains how to add the widget to \
            Today.

            The package needs the Swift sources of Today Center. By default, it uses those that are installed with \
            this todayctl, or the checkout that todayctl was built from. --package names another source. From a Git \
            repository, the package uses the version of this todayctl.

            EXAMPLES
              todayctl new widget 'Tea Time'
              todayctl new widget 'Tea Time' --identifier com.example.tea.Time --path ~/tea
            """)

    @ArgumentParser.Argument(
        help: "The name of the widget: words of letters and digits of any script, separated by spaces or hyphens.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "Create this folder. (default: the name of the widget, in the current folder)", valueName: "folder"),
        completion: .directory)
    var path: String?

    @Option(
        help: ArgumentHelp(
            "Set the identifier of the widget. (default: org.example. and the name)", valueName: "identifier"),
        transform: { try WidgetIdentifier(widget: $0) })
    var identifier: WidgetIdentifier?

    @Option(
        help: ArgumentHelp(
            "Get Today Center from this folder or from the URL of a Git repository.", valueName: "source"),
        completion: .directory)
    var package: String?

    func validate() throws {
        do { _ = try WidgetTemplate.Words(name) } catch { throw ValidationError(error.description) }
    }

    func run() throws {
        let installation = Installation.current
        guard
            let source = package.map({ $0.contains("://") ? $0 : Self.absolute($0) }) ?? installation.sdk
                ?? installation.checkout
        else {
            throw CommandFailure(
                .failed, "the Swift sources of Today Center aren't installed; name their folder with --package")
        }
        let template = try WidgetTemplate(name: name, identifier: identifier, source: source)
        let folder = path ?? template.words.camel
        try NewFolder.write(template.files, to: folder)
        let lines =
            ["Created \(folder):"] + template.files.map { "  " + $0.path } + [
                "", "Try it:", "  cd \(folder.shellWord)", "  swift test", "  swift run \(template.program) --print",
                "",
                "README.md explains how to add it to Today.",
            ]
        try Output.standard.print(lines.map(\.printable).joined(separator: "\n"))
    }

    /// The manifest of a package has no working folder, so the path has to be absolute.
    private static func absolute(_ path: String) -> String { FolderContents.resolved(path) ?? path }
}

extension String {
    /// The text as one word of a shell command line.
    fileprivate var shellWord: String {
        let isPlain = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return isPlain ? self : "'" + escaping { $0 == "'" ? "'\\''" : nil } + "'"
    }
}
