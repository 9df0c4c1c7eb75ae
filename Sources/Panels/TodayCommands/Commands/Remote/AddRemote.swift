internal import ArgumentParser
internal import DBus
internal import TodayBridgeRules
internal import TodayManifests
internal import TodayModel

/// `todayctl remote add`.
struct AddRemote: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds a machine, a broker, a subscription or a publication.",
        discussion: """
            The values decide what is added:
              me@nas                       the widgets of a machine, over ssh
              mqtt://HOST or mqtts://HOST  a broker
              Broker=NAME Topic=FILTER     widgets of the topics of a broker
              Broker=NAME Widgets=PATTERN  sends widgets of this machine to a broker

            Each KEY=VALUE is a key of the group; todaycenter-bridge(5) lists the keys. The command checks all values \
            before it changes the file. It doesn't connect; for that, use 'todayctl remote test'. For passwords, see \
            PasswordFile in todaycenter-bridge(5).

            EXAMPLES
              todayctl remote add nas me@nas.local 'Widgets=org.example.*'
              todayctl remote add home mqtts://broker User=me PasswordFile=/home/me/.mqtt
              todayctl remote add garden Broker=home Topic=garden/+/temperature Unit=°C
              todayctl remote add desk Broker=home 'Widgets=org.example.Backup'
            """)

    @ArgumentParser.Argument(help: "A name of your choice: a letter, then letters, digits, _ and -.")
    var name: String

    @ArgumentParser.Argument(help: ArgumentHelp("An address, and keys of the group.", valueName: "value"))
    var values: [String]

    func run() async throws {
        let (kind, pairs) = try group()
        let file = try RemoteFile()
        var text = try file.text()
        if let other = BridgeConfiguration(text.text).kinds[name] {
            throw CommandFailure(
                .usage, "\(name.quoted) is already there: [\(other.rawValue) \(name)] in \(file.path)")
        }
        let group = BridgeFile.group(kind, name, pairs)
        let before = BridgeConfiguration(text.text)
        text.add(group)
        let after = BridgeConfiguration(text.text)
        let faults = (after.faults + after.warnings).filter { !(before.faults + before.warnings).contains($0) }
        if let fault = faults.first {
            throw CommandFailure(.usage, (fault.key.map { $0 + ": " } ?? "") + fault.message)
        }
        try file.write(text)
        if await !TodayBus.bridgeName.isStarted() {
            try Output.report(
                "today-bridge isn't running, so panels don't show \(name) yet; to start it, run 'today-bridge'")
        }
    }

    /// Returns the kind of the group, and its keys in the order of the command line.
    private func group() throws -> (GroupKind, [(key: String, value: String)]) {
        var pairs: [(key: String, value: String)] = []
        var address: String?
        for value in values {
            let (key, text) = value.assignment ?? (DecisiveKey.address.rawValue, value)
            if key != DecisiveKey.address.rawValue {
                pairs.append((key, text))
            } else if let address {
                throw CommandFailure(.usage, "unexpected address \(text.quoted): the address is \(address)")
            } else {
                address = text
            }
        }
        if let address {
            pairs.insert((DecisiveKey.address.rawValue, address), at: 0)
            return (address.contains("://") ? .broker : .host, pairs)
        }
        let keys = Set(pairs.compactMap { DecisiveKey(rawValue: $0.key) })
        if keys.contains(.topic) { return (.subscription, pairs) }
        if keys.contains(.widgets) { return (.publish, pairs) }
        throw CommandFailure(.usage, "missing value: an address, Topic= or Widgets=")
    }
}

/// A key that decides what is added.
private enum DecisiveKey: String {
    case address = "Address"
    case topic = "Topic"
    case widgets = "Widgets"
}

extension String {
    /// The key and the value of `KEY=VALUE`; nil for another text.
    fileprivate var assignment: (key: String, value: String)? {
        guard let equals = utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let key = self[..<equals]
        guard !key.isEmpty, key.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else { return nil }
        return (String(key), String(self[utf8.index(after: equals)...]))
    }
}
