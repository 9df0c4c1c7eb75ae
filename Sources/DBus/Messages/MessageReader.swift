internal import CDBus
internal import Glibc

/// Reads typed values one after the other, out of a message or out of a ``DBusValue``.
///
/// A type that conforms to ``DBusType`` reads itself with it. Reading past the end, or another type than is there, is a
/// ``DecodingError``.
public struct MessageReader: ~Copyable {
    /// The kinds of container in the D-Bus type system; a dictionary is an array of entries.
    public enum Container: Sendable {
        case array, entry, structure, variant

        var code: UInt8 {
            switch self {
            case .array: TypeCode.array.rawValue
            case .entry: UInt8(ascii: "e")
            case .structure: UInt8(ascii: "r")
            case .variant: TypeCode.variant.rawValue
            }
        }
    }

    // Either an iterator into a message, or a list of values; the list is used when it is not nil.
    private var iterator: DBusMessageIter
    private var values: [DBusValue]?
    private var index = 0
    /// The type code of the next value in a message, once it was asked for: libdbus works it out anew each time.
    private var knownCode: UInt8?
    /// Whether the iterator still stands on a value that was read. The last of a container is never stepped over.
    private var isBehind = false
    /// The values are the entries of a dictionary, each a struct of a key and a value.
    private var holdsEntries = false

    /// Reads the body of a message, which has to outlive the reader.
    init(message: OpaquePointer) {
        iterator = cdbus_iter_init()
        values = nil
        // Returns false for an empty body, whose iterator then answers "invalid" to every question.
        _ = dbus_message_iter_init(message, &iterator)
    }

    private init(iterator: DBusMessageIter) {
        self.iterator = iterator
        values = nil
    }

    /// Reads `values` in order.
    public init(values: [DBusValue]) {
        iterator = cdbus_iter_init()
        self.values = values
    }

    /// Whether there is another value to read.
    public var hasMore: Bool { mutating get { currentCode != 0 } }

    /// The signature of the next value, or nil at the end.
    public var nextSignature: Signature? {
        mutating get {
            if let values {
                guard index < values.count else { return nil }
                let signature = values[index].signature
                return holdsEntries
                    ? Signature(unchecked: "{" + signature.rawValue.dropFirst().dropLast() + "}") : signature
            }
            guard currentCode != 0, let text = dbus_message_iter_get_signature(&iterator) else { return nil }
            defer { dbus_free(text) }
            return Signature(unchecked: String(cString: text))
        }
    }

    /// The type code of the next value as libdbus gives it (`r` struct, `e` entry), 0 at the end.
    var currentCode: UInt8 {
        mutating get {
            guard let values else { return codeInMessage() }
            guard index < values.count else { return 0 }
            return holdsEntries ? Container.entry.code : values[index].code
        }
    }

    private mutating func codeInMessage() -> UInt8 {
        if let knownCode { return knownCode }
        if isBehind { dbus_message_iter_next(&iterator) }
        isBehind = false
        let code = UInt8(truncatingIfNeeded: dbus_message_iter_get_arg_type(&iterator))
        knownCode = code
        return code
    }

    /// Leaves a value of a message that ``currentCode`` was asked for.
    private mutating func advance() {
        isBehind = true
        knownCode = nil
    }

    @usableFromInline
    mutating func mismatch(_ expected: String) -> DecodingError {
        DecodingError(expected: expected, found: nextSignature?.rawValue ?? "")
    }

    /// Steps over one value, whatever its type.
    public mutating func skip() {
        guard currentCode != 0 else { return }
        if values == nil { advance() } else { index += 1 }
    }

    private mutating func nextValue(_ code: TypeCode) throws(DecodingError) -> DBusValue? {
        guard currentCode == code.rawValue else { throw mismatch(String(UnicodeScalar(code.rawValue))) }
        guard let values else { return nil }
        defer { index += 1 }
        return values[index]
    }

    /// Reads a value of fixed size into `slot`, out of a message whose next value is known to be of that type.
    private mutating func takeBasic<T: BitwiseCopyable>(_ slot: inout T) {
        dbus_message_iter_get_basic(&iterator, &slot)
        advance()
    }

    mutating func readFixed<T: BitwiseCopyable>(
        _ code: TypeCode, _ zero: T, _ extract: (DBusValue) -> T?
    ) throws(DecodingError) -> T {
        if let value = try nextValue(code) { return extract(value) ?? zero }
        var slot = zero
        takeBasic(&slot)
        return slot
    }

    mutating func readText(_ code: TypeCode) throws(DecodingError) -> String {
        if let value = try nextValue(code) {
            switch value {
            case .string(let text): return text
            case .objectPath(let path): return path.rawValue
            case .signature(let signature): return signature.rawValue
            default: return ""
            }
        }
        var slot: UnsafePointer<CChar>?
        takeBasic(&slot)
        return slot.map { String(cString: $0) } ?? ""
    }

    /// Reads a descriptor that is the caller's to close.
    mutating func readFileDescriptor() throws(DecodingError) -> CInt {
        var slot: CInt = -1
        if let value = try nextValue(.fileDescriptor) {
            if case .fileDescriptor(let descriptor) = value { slot = fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 3) }
        } else {
            // libdbus gives a duplicate with close-on-exec set, or -1 when it could not make one.
            takeBasic(&slot)
        }
        guard slot >= 0 else { throw DecodingError(expected: "h", found: "h, but no descriptor is free") }
        return slot
    }

    /// Reads a container; `body` reads what is inside, and what it leaves is skipped.
    public mutating func readContainer<R>(
        _ container: Container, _ body: (inout MessageReader) throws(DecodingError) -> R
    ) throws(DecodingError) -> R {
        guard currentCode == container.code else { throw mismatch(container.name) }
        if let values {
            var inner = MessageReader(values: values[index].contents)
            if case .dictionary = values[index] { inner.holdsEntries = true }
            let result = try body(&inner)
            index += 1
            return result
        }
        var nested = cdbus_iter_init()
        dbus_message_iter_recurse(&iterator, &nested)
        var inner = MessageReader(iterator: nested)
        let result = try body(&inner)
        advance()
        return result
    }

    /// Reads an array of a type of fixed size in one piece.
    mutating func readFixedArray<T: BitwiseCopyable>(
        _ code: TypeCode, _ extract: (DBusValue) -> T?
    ) throws(DecodingError) -> [T] {
        guard currentCode == TypeCode.array.rawValue else { throw mismatch("a\(UnicodeScalar(code.rawValue))") }
        if let values {
            // The code first: an empty array can be cast to one of any type.
            if code == .byte, case .bytes(let bytes) = values[index], let result = bytes as? [T] {
                index += 1
                return result
            }
            guard case .array(let elements, let type) = values[index],
                type.rawValue.utf8.elementsEqual(CollectionOfOne(code.rawValue))
            else { throw mismatch("a\(UnicodeScalar(code.rawValue))") }
            index += 1
            return elements.compactMap(extract)
        }
        guard dbus_message_iter_get_element_type(&iterator) == CInt(code.rawValue) else {
            throw mismatch("a\(UnicodeScalar(code.rawValue))")
        }
        var nested = cdbus_iter_init()
        dbus_message_iter_recurse(&iterator, &nested)
        var start: UnsafeRawPointer?
        var count: CInt = 0
        dbus_message_iter_get_fixed_array(&nested, &start, &count)
        advance()
        guard let start, count > 0 else { return [] }
        // libdbus keeps a message's body aligned and in the byte order of this machine.
        return Array(UnsafeBufferPointer(start: start.assumingMemoryBound(to: T.self), count: Int(count)))
    }
}

extension MessageReader.Container {
    fileprivate var name: String {
        switch self {
        case .array: "a"
        case .entry: "{"
        case .structure: "("
        case .variant: "v"
        }
    }
}

extension DBusValue {
    /// The code of this value as `dbus_message_iter_get_arg_type` would give it.
    fileprivate var code: UInt8 {
        switch self {
        case .byte: TypeCode.byte.rawValue
        case .boolean: TypeCode.boolean.rawValue
        case .int16: TypeCode.int16.rawValue
        case .uint16: TypeCode.uint16.rawValue
        case .int32: TypeCode.int32.rawValue
        case .uint32: TypeCode.uint32.rawValue
        case .int64: TypeCode.int64.rawValue
        case .uint64: TypeCode.uint64.rawValue
        case .double: TypeCode.double.rawValue
        case .string: TypeCode.string.rawValue
        case .objectPath: TypeCode.objectPath.rawValue
        case .signature: TypeCode.signature.rawValue
        case .fileDescriptor: TypeCode.fileDescriptor.rawValue
        case .bytes, .array, .dictionary: TypeCode.array.rawValue
        case .structure: MessageReader.Container.structure.code
        case .variant: TypeCode.variant.rawValue
        }
    }

    /// What a container holds; an entry is a struct of two fields here.
    fileprivate var contents: [DBusValue] {
        switch self {
        case .bytes(let bytes): bytes.map { .byte($0) }
        case .array(let elements, _): elements
        case .dictionary(let entries, _, _): entries.map { .structure([$0.key, $0.value]) }
        case .structure(let fields): fields
        case .variant(let value): [value]
        default: []
        }
    }
}
