internal import ArgumentParser
internal import DBus
internal import TodayModel
internal import TodayProtocol

/// `todayctl register`.
struct Register: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Adds a widget that scripts fill with 'todayctl push'.",
        discussion: """
            It has no program of its own, and stays until 'todayctl unregister'. Registering it again changes what \
            it is called, and keeps its place and content.

            EXAMPLE
              todayctl register org.example.Note --name Note --icon accessories-text-editor
              todayctl push org.example.Note '{"kind":"text","text":"Buy milk"}'
            """)

    @OptionGroup var widget: IdentifierArgument

    @Option(help: "The name that panels show; the identifier if none is given.")
    var name: String?

    @Option(help: "A sentence about the widget.")
    var description: String?

    @Option(help: "A theme icon.")
    var icon: String?

    @Option(help: ArgumentHelp("The application it belongs to, a desktop file id.", valueName: "id"))
    var app: String?

    func run() async throws {
        var definition = WidgetDefinition()
        definition.name = name
        definition.description = description
        definition.icon = icon
        definition.containingApp = app
        try await CenterClient(try await Connection.open(.session)).registerWidget(widget.identifier, definition)
    }
}

/// `todayctl unregister`.
struct Unregister: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Removes a widget that was added with 'todayctl register' or by a program.",
        discussion: """
            A widget that has a manifest goes when its manifest file goes.

            EXAMPLE
              todayctl unregister org.example.Note
            """)

    @OptionGroup var widget: IdentifierArgument

    func run() async throws {
        try await CenterClient(try await Connection.open(.session)).unregisterWidget(widget.identifier)
    }
}
