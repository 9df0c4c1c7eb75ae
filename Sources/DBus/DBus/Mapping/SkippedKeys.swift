/// Reads followed properties as dictionary types, and logs keys of another type: once per value, however often it is
/// read.
final class SkippedKeys: Sendable {
    private struct Place: Hashable {
        let path: ObjectPath
        let interface: InterfaceName
        let key: String
        /// The expected and the found type.
        let error: UnmarshallingError
    }

    private let log: EventLog
    private let destination: BusName?
    private let logged = Locked<[Place: DBusValue?]>([:])
    private static let mostLogged = 1024

    init(_ log: EventLog, of destination: BusName?) {
        self.log = log
        self.destination = destination
    }

    func read<Properties: DBusDictionary>(
        _ values: [String: DBusValue], of interface: InterfaceName, at path: ObjectPath
    ) -> Properties {
        Properties(properties: values) { key, error in
            let place = Place(path: path, interface: interface, key: key, error: error)
            let isNew = logged.withLock { logged in
                // A program whose objects come and go adds new places forever.
                if logged.count >= Self.mostLogged { logged = [:] }
                return logged.updateValue(values[key], forKey: place) != .some(values[key])
            }
            if !isNew { return }
            log.record(
                [error], of: Subject(.property, interface, MemberName(unchecked: key), at: path, of: destination))
        }
    }
}
