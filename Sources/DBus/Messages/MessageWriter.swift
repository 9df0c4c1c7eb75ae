internal import CDBus
internal import Glibc

/// Writes typed values one after the other, into a message or into a list of ``DBusValue``.
///
/// All encoding goes through this type: it checks what libdbus would end the process for (embedded NUL) and what the
/// bus would end the connection for (depth, size).
public struct MessageWriter: ~Copyable {
    /// The kinds of container in the D-Bus type system; a dictionary is an array of entries.
    public typealias Container = MessageReader.Container

    // Either an iterator into a message, or a list of values; the list is used when it is not nil.
    private var iterator: DBusMessageIter
    private(set) var values: [DBusValue]?
    private let depth: Int
    /// How many bytes the body has at most, padding included.
    private var size: Int

    /// Appends to the body of `message`, which has to outlive the writer.
    init(message: OpaquePointer) {
        iterator = cdbus_iter_init()
        values = nil
        depth = 0
        size = 0
        dbus_message_iter_init_append(message, &iterator)
    }

    /// Collects values instead of writing a message.
    init(collecting: Void = (), depth: Int = 0) {
        iterator = cdbus_iter_init()
        values = []
        self.depth = depth
        size = 0
    }

    private init(iterator: DBusMessageIter, depth: Int, size: Int) {
        self.iterator = iterator
        values = nil
        self.depth = depth
        self.size = size
    }

    private mutating func grow(_ bytes: Int) throws(EncodingError) {
        size += bytes
        if size > MessageLimits.bytes { throw .tooLarge }
    }

    private mutating func appendBasic<T: BitwiseCopyable>(_ code: TypeCode, _ slot: inout T) throws(EncodingError) {
        if dbus_message_iter_append_basic(&iterator, CInt(code.rawValue), &slot) == 0 { throw .noMemory }
    }

    mutating func writeFixed<T: BitwiseCopyable>(
        _ code: TypeCode, _ value: T, _ wrap: (T) -> DBusValue
    ) throws(EncodingError) {
        if values != nil {
            values?.append(wrap(value))
            return
        }
        try grow(16)
        var slot = value
        try appendBasic(code, &slot)
    }

    mutating func writeText(
        _ code: TypeCode, _ text: String, _ wrap: (String) -> DBusValue
    ) throws(EncodingError) {
        let length = text.utf8.count
        if values != nil {
            if text.utf8.contains(0) { throw .embeddedNUL }
            values?.append(wrap(text))
            return
        }
        try grow(length + 12)
        let outcome: EncodingError? = text.withCString { start in
            if strlen(start) != length { return .embeddedNUL }
            var slot: UnsafePointer<CChar>? = start
            let appended = dbus_message_iter_append_basic(&iterator, CInt(code.rawValue), &slot)
            return appended == 0 ? .noMemory : nil
        }
        if let outcome { throw outcome }
    }

    mutating func write(_ descriptor: UnixFileDescriptor) throws(EncodingError) {
        guard descriptor.rawValue >= 0 else { throw EncodingError("the file descriptor was released") }
        if values != nil {
            values?.append(.fileDescriptor(descriptor))
            return
        }
        try grow(8)
        // libdbus duplicates it, and says no when it cannot.
        var slot = descriptor.rawValue
        guard dbus_message_iter_append_basic(&iterator, CInt(TypeCode.fileDescriptor.rawValue), &slot) != 0 else {
            throw EncodingError("the file descriptor cannot be duplicated")
        }
    }

    /// Writes a container. `contents` is the element type of an array and the content type of a variant, and is left
    /// empty for structs and entries.
    public mutating func writeContainer(
        _ container: Container, contents: Signature = .empty,
        _ body: (inout MessageWriter) throws(EncodingError) -> Void
    ) throws(EncodingError) {
        if depth == MessageLimits.depth { throw .tooDeep }
        switch container {
        case .array, .variant:
            // A run-time type may be none, or be nested too deep, and then libdbus ends the process.
            if let fault = contents.fault(asContentsOf: container) {
                throw EncodingError("\(contents.rawValue.debugDescription) is not a type to hold: \(fault)")
            }
        case .entry, .structure: break
        }
        if values != nil {
            var inner = MessageWriter(depth: depth + 1)
            try body(&inner)
            values?.append(DBusValue(container: container, contents: contents, holding: inner.values ?? []))
            return
        }
        try grow(16 + contents.rawValue.utf8.count)
        var nested = cdbus_iter_init()
        let opened: dbus_bool_t
        switch container {
        case .array, .variant:
            opened = contents.rawValue.withCString {
                dbus_message_iter_open_container(&iterator, CInt(container.code), $0, &nested)
            }
        case .entry, .structure:
            opened = dbus_message_iter_open_container(&iterator, CInt(container.code), nil, &nested)
        }
        if opened == 0 { throw .noMemory }
        let before = size
        var inner = MessageWriter(iterator: nested, depth: depth + 1, size: size)
        do throws(EncodingError) {
            try body(&inner)
            if container == .array, inner.size - before > MessageLimits.arrayBytes {
                throw EncodingError("an array is larger than \(MessageLimits.arrayBytes) bytes")
            }
        } catch {
            nested = inner.iterator
            dbus_message_iter_abandon_container(&iterator, &nested)
            throw error
        }
        size = inner.size
        nested = inner.iterator
        if dbus_message_iter_close_container(&iterator, &nested) == 0 { throw .noMemory }
    }

    /// Writes an array of a type of fixed size in one piece.
    mutating func writeFixedArray<T: BitwiseCopyable>(
        _ code: TypeCode, _ elements: [T], _ collected: ([T]) -> DBusValue
    ) throws(EncodingError) {
        if values != nil {
            values?.append(collected(elements))
            return
        }
        let bytes = elements.count * MemoryLayout<T>.stride
        guard bytes <= MessageLimits.arrayBytes else {
            throw EncodingError("an array is larger than \(MessageLimits.arrayBytes) bytes")
        }
        let element = Signature(unchecked: String(UnicodeScalar(code.rawValue)))
        try writeContainer(.array, contents: element) { (inner) throws(EncodingError) in
            try inner.grow(bytes)
            let written = elements.withUnsafeBufferPointer { buffer in
                guard var start = buffer.baseAddress, !buffer.isEmpty else { return dbus_bool_t(1) }
                return dbus_message_iter_append_fixed_array(
                    &inner.iterator, CInt(code.rawValue), &start, CInt(buffer.count))
            }
            if written == 0 { throw .noMemory }
        }
    }
}

extension DBusValue {
    fileprivate init(container: MessageWriter.Container, contents: Signature, holding values: [DBusValue]) {
        switch container {
        case .variant: self = .variant(values.first ?? .structure([]))
        case .entry, .structure: self = .structure(values)
        case .array:
            guard contents.rawValue.utf8.first == TypeCode.dictionaryOpen else {
                self = .array(values, of: contents)
                return
            }
            let inner = Signature(unchecked: String(contents.rawValue.dropFirst().dropLast()))
            let types = inner.completeTypes
            let entries = values.compactMap { value -> DictionaryEntry? in
                guard case .structure(let pair) = value, pair.count == 2 else { return nil }
                return DictionaryEntry(pair[0], pair[1])
            }
            self = .dictionary(entries, key: types[0], value: types[1])
        }
    }
}
