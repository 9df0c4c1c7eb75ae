public import DBus

/// A message as it was sent, from `Connection.monitor`.
public struct RawMessage: Sendable, CustomStringConvertible {
    /// The type of a message.
    public enum Kind: Hashable, Sendable {
        /// A call of a method.
        case methodCall
        /// The reply to a call.
        case methodReturn
        /// A reply that is an error.
        case error
        /// A signal.
        case signal
        /// A type that the specification doesn't define.
        case other(UInt8)

        var wire: WireMessage.Kind {
            switch self {
            case .methodCall: .methodCall
            case .methodReturn: .methodReturn
            case .error: .error
            case .signal: .signal
            case .other(let code): .other(code)
            }
        }
    }

    private let wire: WireMessage

    init(_ wire: WireMessage) { self.wire = wire }

    /// Its type.
    public var kind: Kind {
        switch wire.kind {
        case .methodCall: .methodCall
        case .methodReturn: .methodReturn
        case .error: .error
        case .signal: .signal
        case .other(let code): .other(code)
        }
    }
    /// Its flags. D-Bus specification, "Message Format": 1 expects no reply, 2 doesn't start a service, 4 may ask the
    /// user.
    public var flags: UInt8 { wire.flags }
    /// The version of the protocol.
    public var version: UInt8 { wire.version }
    /// Whether it is in the byte order of a big-endian machine.
    public var isBigEndian: Bool { wire.isBigEndian }
    /// The serial number from its sender.
    public var serial: UInt32 { wire.serial }
    /// The serial number of the call that this replies to.
    public var replySerial: UInt32? { wire.replySerial }
    /// The sender.
    public var sender: BusName? { wire.sender }
    /// The receiver; nil for a broadcast signal.
    public var destination: BusName? { wire.destination }
    /// The object.
    public var path: ObjectPath? { wire.path }
    /// The interface.
    public var interface: InterfaceName? { wire.interface }
    /// The method or signal.
    public var member: MemberName? { wire.member }
    /// The name of an error.
    public var errorName: ErrorName? { wire.errorName }
    /// The types of its values.
    public var signature: Signature { wire.signature }
    /// The arrival time, since the beginning of 1970.
    public var time: Duration { wire.time }
    /// Its size in bytes, including the header.
    public var size: Int { wire.size }
    /// Whether the body was skipped, because the message is too large. The message then has no values.
    public var isTooLarge: Bool { wire.isTooLarge }
    /// The bytes of the body, in the byte order of this machine; empty when ``isTooLarge``.
    public var bytes: [UInt8] { wire.bytes }

    /// The values. Their file descriptors are duplicates that you own.
    ///
    /// Not every bus validates the bodies that it forwards, so they may not match the signature.
    /// - Throws: `UnmarshallingError` when they don't match, and when ``isTooLarge``.
    public var body: [DBusValue] { get throws(UnmarshallingError) { try wire.body } }

    /// Returns the values as typed values.
    ///
    /// - Throws: `UnmarshallingError` when their types differ. Additional values are ignored.
    public func arguments<each Value: DBusType>(
        as types: repeat (each Value).Type
    ) throws(UnmarshallingError) -> (repeat each Value) {
        try wire.arguments(as: repeat (each Value).self)
    }

    /// The message in the format of `busctl monitor`, on several lines. It shows the first 1,024 bytes of a string, the
    /// first 256 elements of an array, and about 64 KiB in total.
    public var description: String { wire.description }
}
