internal import ArgumentParser

/// `todayctl group`.
struct Group: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads and writes App Groups: what an app and its widgets share.",
        discussion: """
            A group holds values by key. It exists while a widget names it ('todayctl register --app-group', \
            AppGroups in a manifest); its values stay when the last such widget goes.

            EXAMPLES
              todayctl group list
              todayctl group set group.org.example.list title=Shopping count=3
              todayctl group get group.org.example.list title
            """,
        subcommands: [GroupList.self, GroupGet.self, GroupSet.self, GroupRemove.self, GroupWatch.self])
}
