/// The lengths of a message's parts, read from its first bytes. D-Bus specification, "Message Format".
struct MessageFrame {
    /// The number of bytes needed to compute the lengths.
    static let fixedBytes = 16

    let kind: UInt8
    /// The length of everything before the body.
    let headerBytes: Int
    let bodyBytes: Int
    private let fieldBytes: Int
    private let isNative: Bool

    var bytes: Int { headerBytes + bodyBytes }

    /// An error for bytes that aren't a message.
    struct Fault: Error {}

    /// Reads the first bytes of a message; nil if there are too few.
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

    /// The relevant header fields of a message, whose bytes begin at the start of `header`.
    struct Fields {
        /// The sender; nil if it isn't verified.
        var sender: String?
        /// The destination.
        var destination: String?
        /// The number of its file descriptors.
        var descriptorCount = 0
        /// The position of the field with that number.
        fileprivate var descriptorsAt: Int?
        fileprivate var signatureAt: Int?
    }

    /// Reads the header fields, and skips those with other types than in the specification: a bus may forward them, and
    /// later fields count as they do for libdbus.
    func fields(in header: UnsafeRawBufferPointer) -> Fields {
        var fields = Fields()
        let end = min(Self.fixedBytes + fieldBytes, header.count)
        guard Self.fixedBytes < end else { return fields }
        var values = WireSkipper(UnsafeRawBufferPointer(rebasing: header[..<end]), isNative, from: Self.fixedBytes)
        while true {
            values.align(to: 8)
            // A code, and a signature of at least one type.
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

    /// Removes the body from a header, so that the header is a complete message.
    static func removeBody(_ fields: Fields, from header: UnsafeMutableRawBufferPointer) {
        header.storeBytes(of: 0, toByteOffset: 4, as: UInt32.self)
        if let field = fields.signatureAt { header[field] = MessageHeader.Field.unknown }
        hideDescriptors(fields, in: header)
    }

    /// Hides the descriptors, so that libdbus accepts bytes whose descriptors it hasn't received itself.
    static func hideDescriptors(_ fields: Fields, in header: UnsafeMutableRawBufferPointer) {
        if let field = fields.descriptorsAt { header[field] = MessageHeader.Field.unknown }
    }
}
