internal import ArgumentParser

/// `todayctl group`.
struct Group: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads and writes App Groups: values that an app shares with its widgets.",
        discussion: """
            A group holds values by key. It exists while a widget names it, with 'todayctl register --app-group' or \
            AppGroups in a manifest. Its values remain after the last of these widgets is removed.

            EXAMPLES
              todayctl group list
              todayctl group set group.org.example.list title=Shopping count=3
              todayctl group get group.org.example.list title
            """,
        subcommands: [GroupList.self, GroupGet.self, GroupSet.self, GroupRemove.self, GroupWatch.self])
}
