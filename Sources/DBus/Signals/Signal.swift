/// A signal that was received.
public struct Signal: Hashable, Sendable {
    /// The unique name of the sender; nil with a peer.
    public let sender: BusName?
    /// The object that sent it.
    public let path: ObjectPath
    /// Its interface.
    public let interface: InterfaceName
    /// Its name.
    public let member: MemberName
    private let values: EncodedValues

    init(sender: BusName?, path: ObjectPath, interface: InterfaceName, member: MemberName, values: EncodedValues) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.values = values
    }

    /// Makes a signal as if it had been received, to test what handles it.
    public init<each Value: DBusArgument>(
        sender: BusName?, path: ObjectPath, interface: InterfaceName, member: MemberName,
        arguments: repeat each Value
    ) throws(MarshallingError)
    where repeat (each Value).Wire: DBusWireType {
        self.init(
            sender: sender, path: path, interface: interface, member: member,
            values: try EncodedValues(repeat each arguments))
    }

    /// The arguments. File descriptors among them are duplicates that are yours; without a free one there is nothing.
    public var body: [DBusValue] {
        (try? values.read { (reader) throws(UnmarshallingError) in try DBusValue.readAll(from: &reader) }) ?? []
    }

    /// Returns the arguments as typed values.
    ///
    /// - Throws: ``UnmarshallingError`` when the signal has others. Arguments after those asked for are left alone.
    public func arguments<each Value: DBusType>(
        as types: repeat (each Value).Type
    ) throws(UnmarshallingError) -> (repeat each Value) {
        try values.read { (reader) throws(UnmarshallingError) in (repeat try (each types).init(from: &reader)) }
    }
}
