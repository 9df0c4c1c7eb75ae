/// Where a message that begins at the start of some bytes ends. D-Bus specification, "Message Format".
struct MessageFrame {
    /// How many bytes tell the rest.
    static let fixedBytes = 16

    let kind: UInt8
    /// How long everything before the body is.
    let headerBytes: Int
    let bodyBytes: Int
    private let fieldBytes: Int
    private let isNative: Bool

    var bytes: Int { headerBytes + bodyBytes }

    /// The bytes are no message.
    struct Fault: Error {}

    /// Looks at the first bytes of a message; nil when there are too few.
    init?(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
        guard bytes.count >= Self.fixedBytes else { return nil }
        switch bytes[0] {
        case MessageHeader.nativeOrder: isNative = true
        case UInt8(ascii: "l"), UInt8(ascii: "B"): isNative = false
        default: throw Fault()
        }
        let isNative = isNative
        func length(at offset: Int) -> Int {
            let value = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            return Int(isNative ? value : value.byteSwapped)
        }
        kind = bytes[1]
        bodyBytes = length(at: 4)
        fieldBytes = length(at: 12)
        headerBytes = (Self.fixedBytes + fieldBytes + 7) & ~7
        guard fieldBytes <= MessageLimits.arrayBytes, headerBytes + bodyBytes <= MessageLimits.bytes else {
            throw Fault()
        }
    }

    /// What is found in the header of a message, whose bytes begin at the start of `header`.
    struct Fields {
        /// Whose message it is; nil when nobody vouches for it.
        var sender: String?
        /// Whom it was sent to.
        var destination: String?
        /// How many file descriptors belong to it.
        var descriptorCount = 0
        /// Where the field stands that says so.
        fileprivate var descriptorsAt: Int?
        fileprivate var signatureAt: Int?
    }

    /// Reads the header fields, and skips those of other types than the specification has: a bus may forward them, and a
    /// field behind them counts as it does for libdbus.
    func fields(in header: UnsafeRawBufferPointer) -> Fields {
        var fields = Fields()
        let end = min(Self.fixedBytes + fieldBytes, header.count)
        guard Self.fixedBytes < end else { return fields }
        var values = WireSkipper(UnsafeRawBufferPointer(rebasing: header[..<end]), isNative, from: Self.fixedBytes)
        while true {
            values.align(to: 8)
            // A code, and a signature of one type at least.
            guard values.position + 4 < end else { return fields }
            let field = values.position
            let type = header[field + 1] == 1 ? TypeCode(rawValue: header[field + 2]) : nil
            let start = field + 4
            switch (type, header[field]) {
            case (.string, MessageHeader.Field.sender): fields.sender = values.text(at: start)
            case (.string, MessageHeader.Field.destination): fields.destination = values.text(at: start)
            case (.uint32, MessageHeader.Field.descriptorCount):
                fields.descriptorCount = values.length(at: start) ?? 0
                fields.descriptorsAt = field
            case (.signature, MessageHeader.Field.signature): fields.signatureAt = field
            default: break
            }
            values.position = field + 1
            guard values.skipVariant() else { return fields }
        }
    }

    /// Takes the body out of a header, so that it is a message of its own.
    static func removeBody(_ fields: Fields, from header: UnsafeMutableRawBufferPointer) {
        header.storeBytes(of: 0, toByteOffset: 4, as: UInt32.self)
        if let field = fields.signatureAt { header[field] = MessageHeader.Field.unknown }
        hideDescriptors(fields, in: header)
    }

    /// Makes libdbus take bytes that came with descriptors which it has not received itself.
    static func hideDescriptors(_ fields: Fields, in header: UnsafeMutableRawBufferPointer) {
        if let field = fields.descriptorsAt { header[field] = MessageHeader.Field.unknown }
    }
}
