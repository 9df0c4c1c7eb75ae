/// A received signal.
public struct Signal: Hashable, Sendable {
    /// The unique name of the sender; nil for a peer.
    public let sender: BusName?
    /// The object that sent it.
    public let path: ObjectPath
    /// Its interface.
    public let interface: InterfaceName
    /// Its name.
    public let member: MemberName
    /// The position among all messages that the connection has received. Equal signals can have different positions.
    public let position: StreamPosition
    private let values: EncodedValues

    init(
        sender: BusName?, path: ObjectPath, interface: InterfaceName, member: MemberName, position: StreamPosition,
        values: EncodedValues
    ) {
        self.position = position
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.values = values
    }

    /// Makes a signal, to test code that handles signals.
    public init<each Value: DBusArgument>(
        sender: BusName?, path: ObjectPath, interface: InterfaceName, member: MemberName,
        arguments: repeat each Value
    ) throws(MarshallingError)
    where repeat (each Value).Wire: DBusWireType {
        self.init(
            sender: sender, path: path, interface: interface, member: member, position: .start,
            values: try EncodedValues(repeat each arguments))
    }

    public static func == (left: Signal, right: Signal) -> Bool {
        left.sender == right.sender && left.path == right.path && left.interface == right.interface
            && left.member == right.member && left.values == right.values
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(sender)
        hasher.combine(path)
        hasher.combine(interface)
        hasher.combine(member)
        hasher.combine(values)
    }

    /// The arguments. Their file descriptors are duplicates that you own; empty if no descriptor is free.
    public var body: [DBusValue] {
        (try? values.read { (reader) throws(UnmarshallingError) in try DBusValue.readAll(from: &reader) }) ?? []
    }

    /// Returns the arguments as typed values.
    ///
    /// - Throws: ``UnmarshallingError`` when their types differ. Additional arguments are ignored.
    public func arguments<each Value: DBusType>(
        as types: repeat (each Value).Type
    ) throws(UnmarshallingError) -> (repeat each Value) {
        try arguments([])
    }

    func arguments<each Value: DBusType>(
        _ declared: [Argument], _ log: EventLog? = nil
    ) throws(UnmarshallingError) -> (repeat each Value) {
        do throws(UnmarshallingError) {
            return try values.read { (reader) throws(UnmarshallingError) in
                reader.declared = declared
                let values: (repeat each Value) = try reader.readArguments()
                log?.record(reader.skipped, of: subject, from: sender)
                return values
            }
        } catch {
            throw error.at("\(subject)" + (sender.map { " from \($0)" } ?? ""))
        }
    }

    /// The subject of the signal, for errors.
    var subject: Subject { Subject(.signal, interface, member, at: path) }
}
