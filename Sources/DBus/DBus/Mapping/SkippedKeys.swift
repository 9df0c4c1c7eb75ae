/// Reads properties that are followed as dictionary types, and tells the log of keys of another type: of each value once,
/// however often it is read.
final class SkippedKeys: Sendable {
    private struct Place: Hashable {
        let path: ObjectPath
        let interface: InterfaceName
        let key: String
        /// What it was to be, and what it is.
        let error: UnmarshallingError
    }

    private let log: EventLog
    private let destination: BusName?
    private let told = Locked<[Place: DBusValue?]>([:])
    private static let mostTold = 1024

    init(_ log: EventLog, of destination: BusName?) {
        self.log = log
        self.destination = destination
    }

    func read<Properties: DBusDictionary>(
        _ values: [String: DBusValue], of interface: InterfaceName, at path: ObjectPath
    ) -> Properties {
        Properties(properties: values) { key, error in
            let place = Place(path: path, interface: interface, key: key, error: error)
            let isNew = told.withLock { told in
                // Whose objects come and go has ever new places.
                if told.count >= Self.mostTold { told = [:] }
                return told.updateValue(values[key], forKey: place) != .some(values[key])
            }
            if !isNew { return }
            log.tell([error], of: Subject(.property, interface, MemberName(unchecked: key), at: path, of: destination))
        }
    }
}
