internal import ArgumentParser
internal import DBus
internal import TodayBridgeRules

/// `todayctl remote remove`.
struct RemoveRemotes: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Removes machines, brokers, subscriptions and publications.",
        discussion: """
            Their widgets disappear from all panels. The command keeps all other lines of bridge.conf. It refuses to \
            remove a broker that a subscription or publication still uses, unless you remove them too.

            EXAMPLE
              todayctl remote remove garden home
            """)

    @ArgumentParser.Argument(help: ArgumentHelp("The names.", valueName: "name"), completion: .knownRemotes)
    var names: [String]

    func run() throws {
        let file = try RemoteFile()
        var text = try file.text()
        let users = file.users(of: Set(names), in: text)
        if let (user, broker) = users.first {
            throw CommandFailure(.failed, "\(broker) is still used by \(user); to remove both, name both")
        }
        for name in names {
            if !text.remove(name) {
                throw CommandFailure(.failed, "\(name.quoted) isn't in \(file.path) ('todayctl remote list' lists all)")
            }
        }
        try file.write(text)
    }
}
