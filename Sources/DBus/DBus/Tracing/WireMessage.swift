internal import CTodayDBus

/// A message as it is on the wire, for the trace and for monitors.
package struct WireMessage: Sendable, CustomStringConvertible {
    /// The type of a message.
    package enum Kind: Hashable, Sendable {
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

        init(_ code: UInt8) {
            switch MessageHeader.Kind(rawValue: code) {
            case .methodCall: self = .methodCall
            case .methodReturn: self = .methodReturn
            case .error: self = .error
            case .signal: self = .signal
            case nil: self = .other(code)
            }
        }

        /// The word for it in match rules.
        package var word: String {
            switch self {
            case .methodCall: "method_call"
            case .methodReturn: "method_return"
            case .error: "error"
            case .signal: "signal"
            case .other(let code): "\(code)"
            }
        }
    }

    /// Its type.
    package let kind: Kind
    /// Its flags. D-Bus specification, "Message Format": 1 expects no reply, 2 doesn't start a service, 4 may ask the
    /// user.
    package let flags: UInt8
    /// The version of the protocol.
    package let version: UInt8
    /// Whether it is in the byte order of a big-endian machine.
    package let isBigEndian: Bool
    /// The serial number from its sender.
    package let serial: UInt32
    /// The serial number of the call that this replies to.
    package private(set) var replySerial: UInt32?
    /// The sender.
    package internal(set) var sender: BusName?
    /// The receiver; nil for a broadcast signal.
    package private(set) var destination: BusName?
    /// The object.
    package private(set) var path: ObjectPath?
    /// The interface.
    package private(set) var interface: InterfaceName?
    /// The method or signal.
    package private(set) var member: MemberName?
    /// The name of an error.
    package private(set) var errorName: ErrorName?
    /// The types of its values.
    package private(set) var signature = Signature.empty
    /// The arrival time, since the beginning of 1970.
    package let time: Duration
    /// Its size in bytes, including the header.
    package let size: Int
    /// The values; nil when the body was skipped.
    private var values: EncodedValues?

    /// Whether the body was skipped, because the message is too large. Then it has no values.
    package var isTooLarge: Bool { values == nil }

    /// The body as it is on the wire, in the byte order of this machine; empty when ``isTooLarge``.
    package var bytes: [UInt8] { values?.bytes ?? [] }

    /// The values. Their file descriptors are duplicates that you own.
    ///
    /// Not every bus validates the bodies that it forwards, so they may not match the signature.
    /// - Throws: ``UnmarshallingError`` when they don't match, and when ``isTooLarge``.
    package var body: [DBusValue] {
        get throws(UnmarshallingError) {
            try read { (reader) throws(UnmarshallingError) in try DBusValue.readAll(from: &reader) }
        }
    }

    /// Returns the values as typed ones.
    ///
    /// - Throws: ``UnmarshallingError`` when their types differ. Additional values are ignored.
    package func arguments<each Value: DBusType>(
        as types: repeat (each Value).Type
    ) throws(UnmarshallingError) -> (repeat each Value) {
        try read { (reader) throws(UnmarshallingError) in try reader.readArguments() }
    }

    func read<R>(_ body: (inout MessageReader) throws(UnmarshallingError) -> R) throws(UnmarshallingError) -> R {
        guard let values else { throw UnmarshallingError(expected: "a body", found: "one that is too large") }
        if let fault = Signature.fault(in: signature.rawValue) {
            throw UnmarshallingError(
                expected: "a signature", found: "\(signature.rawValue.quoted): \(fault)")
        }
        return try values.read(body)
    }

    /// The message in the format of `busctl monitor`, on several lines. It shows the first 1,024 bytes of a string, the
    /// first 256 elements of an array, and about 64 KiB in total.
    package var description: String { MessageText.of(self, mark: "‣", withBody: true) }
}

extension WireMessage {
    /// Parses a message with any content; nil when it is invalid.
    ///
    /// - Parameters:
    ///   - whole: its bytes; without the body when it was skipped.
    ///   - skippedSize: the size of the message when its body was skipped.
    init?(
        _ whole: UnsafeRawBufferPointer, descriptors: [UnixFileDescriptor] = [], skippedSize: Int? = nil,
        at time: Duration = .sinceEpoch
    ) {
        let frame: MessageFrame?
        do { frame = try MessageFrame(whole) } catch { return nil }
        guard let frame, frame.bytes <= whole.count else { return nil }
        kind = Kind(whole[1])
        flags = whole[2]
        version = whole[3]
        isBigEndian = whole[0] == UInt8(ascii: "B")
        self.time = time
        size = skippedSize ?? frame.bytes
        if whole[0] == MessageHeader.nativeOrder {
            serial = whole.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
            readFields(UnsafeRawBufferPointer(rebasing: whole[..<frame.headerBytes]))
            if skippedSize == nil { keepBody(whole, frame, descriptors) }
        } else {
            // Only libdbus swaps the bytes of values, and only valid ones.
            serial = whole.loadUnaligned(fromByteOffset: 8, as: UInt32.self).byteSwapped
            guard let message = Message(received: whole) else { return }
            _ = ReceivedBody.withNativeBytes(of: message) { native in
                guard let frame = try? MessageFrame(native) else { return }
                readFields(UnsafeRawBufferPointer(rebasing: native[..<frame.headerBytes]))
                if skippedSize == nil { keepBody(native, frame, descriptors) }
            }
        }
    }

    /// Makes one from a message that is about to be sent, or that libdbus has read.
    init?(_ message: Message) {
        var found: WireMessage?
        _ = ReceivedBody.withNativeBytes(of: message) { found = WireMessage($0) }
        guard let found else { return nil }
        self = found
    }

    private mutating func keepBody(
        _ whole: UnsafeRawBufferPointer, _ frame: MessageFrame, _ descriptors: [UnixFileDescriptor]
    ) {
        values = EncodedValues(
            signature: signature.rawValue, bytes: UnsafeRawBufferPointer(rebasing: whole[frame.headerBytes...]),
            descriptors: descriptors)
    }

    /// Reads the header fields that the specification defines.
    private mutating func readFields(_ header: UnsafeRawBufferPointer) {
        let types = Array("yyyyuua(yv)".utf8)
        types.withUnsafeBufferPointer { types in
            var reader = MessageReader(header, signature: types)
            for _ in 0..<6 { reader.skip() }
            let fields = try? [Struct<UInt8, DBusValue>](from: &reader)
            for field in fields ?? [] { set(field.fields.0, field.fields.1) }
        }
    }

    private mutating func set(_ code: UInt8, _ value: DBusValue) {
        switch (code, value) {
        case (MessageHeader.Field.path, .objectPath(let path)): self.path = path
        case (MessageHeader.Field.interface, .string(let name)): interface = InterfaceName(unchecked: name)
        case (MessageHeader.Field.member, .string(let name)): member = MemberName(unchecked: name)
        case (MessageHeader.Field.errorName, .string(let name)): errorName = ErrorName(unchecked: name)
        case (MessageHeader.Field.replySerial, .uint32(let serial)): replySerial = serial
        case (MessageHeader.Field.destination, .string(let name)): destination = BusName(unchecked: name)
        case (MessageHeader.Field.sender, .string(let name)): sender = BusName(unchecked: name)
        case (MessageHeader.Field.signature, .signature(let types)): signature = types
        default: break
        }
    }
}

extension Arrival {
    /// The arrived message, which libdbus hasn't parsed; nil when it is invalid.
    var wireMessage: WireMessage? {
        withForm(
            bytes: { bytes, descriptors in
                bytes.withUnsafeBytes {
                    WireMessage($0, descriptors: descriptors, skippedSize: isTooLarge ? size : nil)
                }
            }, message: { WireMessage($0) })
    }
}
