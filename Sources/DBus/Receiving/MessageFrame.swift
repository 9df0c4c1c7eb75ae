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

    /// Walks over the header fields as far as their types are those that the specification has.
    func fields(in header: UnsafeRawBufferPointer) -> Fields {
        var fields = Fields()
        var position = Self.fixedBytes
        let end = min(Self.fixedBytes + fieldBytes, header.count)
        func integer(at offset: Int) -> Int? {
            guard offset + 4 <= end else { return nil }
            let value = header.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            return Int(isNative ? value : value.byteSwapped)
        }
        while true {
            position = (position + 7) & ~7
            // A code, and a signature of one type.
            guard position + 4 < end, header[position + 1] == 1 else { return fields }
            let (field, type) = (position, header[position + 2])
            position += 4
            switch type {
            case UInt8(ascii: "s"), UInt8(ascii: "o"):
                guard let length = integer(at: position), position + 4 + length < end else { return fields }
                let value = UnsafeRawBufferPointer(rebasing: header[position + 4..<position + 4 + length])
                switch header[field] {
                case MessageHeader.Field.sender: fields.sender = String(decoding: value, as: UTF8.self)
                case MessageHeader.Field.destination: fields.destination = String(decoding: value, as: UTF8.self)
                default: break
                }
                position += 4 + length + 1
            case UInt8(ascii: "g"): position += 1 + Int(header[position]) + 1
            case UInt8(ascii: "u"):
                guard let number = integer(at: position) else { return fields }
                if header[field] == MessageHeader.Field.descriptorCount {
                    (fields.descriptorCount, fields.descriptorsAt) = (number, field)
                }
                position += 4
            default: return fields
            }
            if header[field] == MessageHeader.Field.signature { fields.signatureAt = field }
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
