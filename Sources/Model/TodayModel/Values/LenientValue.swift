package import DBus

/// Reads values in the forms that the contract allows: any integer type for an integer, any number type for a double.
/// Variants around a value are ignored.
extension DBusValue {
    /// The value of any integer type; otherwise nil.
    package var integer: Int128? {
        switch self {
        case .byte(let value): Int128(value)
        case .int16(let value): Int128(value)
        case .uint16(let value): Int128(value)
        case .int32(let value): Int128(value)
        case .uint32(let value): Int128(value)
        case .int64(let value): Int128(value)
        case .uint64(let value): Int128(value)
        case .variant: unwrapped.integer
        default: nil
        }
    }

    /// The value of any number type; otherwise nil.
    package var number: Double? {
        switch self {
        case .double(let value): value
        case .variant: unwrapped.number
        default: integer.map { Double($0) }
        }
    }

    /// The elements of an array, whatever their type; otherwise nil.
    package var elements: [DBusValue]? {
        switch unwrapped {
        case .array(let elements, _): elements
        default: nil
        }
    }

    /// The value for a message: basic values in full, containers only by their kind.
    package var excerpt: String {
        switch unwrapped {
        case .string(let text): text.excerpt
        case .objectPath(let path): path.rawValue.excerpt
        case .signature(let signature): signature.rawValue.excerpt
        case .fileDescriptor: "a file descriptor"
        case .bytes(let bytes): "an array of \(bytes.count) bytes"
        case .array(let elements, _): "an array of \(elements.count)"
        case .dictionary: "a dictionary"
        case .structure: "a struct"
        case .double(let value): value.excerpt
        case let value: value.description
        }
    }
}

extension Double {
    /// The number for a message, without a needless `.0`.
    package var excerpt: String {
        let text = description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
