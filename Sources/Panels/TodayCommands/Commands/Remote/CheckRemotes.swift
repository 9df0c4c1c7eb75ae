internal import ArgumentParser
internal import TodayBridgeRules
internal import TodayHost
internal import TodayManifests

/// `todayctl remote check`.
struct CheckRemotes: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks bridge.conf.",
        discussion: """
            Each line of the output names the file, the line and the key. A fault disables its group only. The command \
            exits with 1 if it finds a fault, and with 0 for warnings. It doesn't connect; for that, use \
            'todayctl remote test', which also names the templates of devices that aren't supported.

            EXAMPLE
              todayctl remote check
            """)

    func run() throws {
        let file = try RemoteFile()
        let configuration = BridgeConfiguration(try file.text().text)
        for fault in configuration.faults { try Output.standard.print("\(file.path): \(fault)".printable) }
        for warning in configuration.warnings {
            try Output.standard.print("\(file.path): warning: \(warning)".printable)
        }
        if !configuration.faults.isEmpty { throw CommandFailure(.failed, "") }
    }
}
