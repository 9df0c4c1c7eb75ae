/// Finds where values on the wire end, in either byte order. It reads lengths only; libdbus validates the values.
struct WireSkipper {
    private let bytes: UnsafeRawBufferPointer
    private let isNative: Bool
    /// The start of the next value, counted from the beginning of a message.
    var position: Int

    init(_ bytes: UnsafeRawBufferPointer, _ isNative: Bool, from position: Int) {
        self.bytes = bytes
        self.isNative = isNative
        self.position = position
    }

    mutating func align(to alignment: Int) { position = (position + alignment - 1) & -alignment }

    /// Returns the 32 bits at an offset; nil past the end.
    func length(at offset: Int) -> Int? {
        guard offset + 4 <= bytes.count else { return nil }
        let value = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return Int(isNative ? value : value.byteSwapped)
    }

    /// Returns the string at an offset; nil when it reaches past the end.
    func text(at offset: Int) -> String? {
        guard let length = length(at: offset), offset + 4 + length < bytes.count else { return nil }
        return String(decoding: bytes[(offset + 4)..<(offset + 4 + length)], as: UTF8.self)
    }

    /// Skips a signature and its value. Returns false for invalid bytes.
    ///
    /// - Parameter depth: the number of structs and variants around it; libdbus rejects more than 64.
    mutating func skipVariant(depth: Int = 0) -> Bool {
        guard position < bytes.count else { return false }
        let start = position + 1
        let end = start + Int(bytes[position])
        guard end < bytes.count else { return false }
        position = end + 1
        var types = bytes[start..<end]
        return skip(&types, depth: depth) && types.isEmpty
    }

    /// Skips a value of the first type in `types`, and removes that type.
    private mutating func skip(_ types: inout Slice<UnsafeRawBufferPointer>, depth: Int) -> Bool {
        guard depth <= MessageLimits.depth, let code = types.popFirst(), let type = TypeCode(rawValue: code) else {
            return false
        }
        align(to: TypeCode.alignment(of: code))
        switch type {
        case .byte, .int16, .uint16, .boolean, .int32, .uint32, .fileDescriptor, .int64, .uint64, .double:
            // The size of such a value equals its alignment.
            position += TypeCode.alignment(of: code)
        case .string, .objectPath:
            guard let length = length(at: position) else { return false }
            position += 4 + length + 1
        case .signature:
            guard position < bytes.count else { return false }
            position += 1 + Int(bytes[position]) + 1
        case .array:
            guard let length = length(at: position), let element = types.first else { return false }
            position += 4
            align(to: TypeCode.alignment(of: element))
            position += length
            return Self.skipType(&types) && position <= bytes.count
        case .structure:
            while let next = types.first, next != TypeCode.structureClose {
                guard skip(&types, depth: depth + 1) else { return false }
            }
            return types.popFirst() != nil
        case .variant: return skipVariant(depth: depth + 1)
        }
        return position <= bytes.count
    }

    /// Skips one complete type, or one entry of a dictionary.
    private static func skipType(_ types: inout Slice<UnsafeRawBufferPointer>) -> Bool {
        var open = 0
        while let code = types.popFirst() {
            switch code {
            case TypeCode.array.rawValue: continue
            case TypeCode.structure.rawValue, TypeCode.dictionaryOpen: open += 1
            case TypeCode.structureClose, TypeCode.dictionaryClose: open -= 1
            default: break
            }
            if open <= 0 { return true }
        }
        return false
    }
}
