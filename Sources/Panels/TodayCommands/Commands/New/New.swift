internal import ArgumentParser

/// `todayctl new`.
struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Creates a project from a template.",
        discussion: """
            EXAMPLE
              todayctl new widget 'Tea Time'
            """,
        subcommands: [NewWidget.self])
}
