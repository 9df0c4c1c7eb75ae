internal import ArgumentParser

/// `todayctl group`.
struct Group: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads and writes App Groups: values that an app shares with its widgets.",
        discussion: """
            An App Group is a set of values that an app and its widgets share. Each value has a key. A group exists \
            while a widget names it, with 'todayctl register --app-group' or AppGroups in a manifest. After the last \
            of these widgets is removed, the center keeps the values.

            EXAMPLES
              todayctl group list
              todayctl group set group.org.example.list title=Shopping count=3
              todayctl group get group.org.example.list title
            """,
        subcommands: [GroupList.self, GroupGet.self, GroupSet.self, GroupRemove.self, GroupWatch.self])
}
