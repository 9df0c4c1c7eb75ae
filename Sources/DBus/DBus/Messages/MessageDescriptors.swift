internal import CTodayDBus

/// Adds file descriptors to messages and extracts them. They travel beside the bytes, and only libdbus's iterators can
/// access them.
enum MessageDescriptors {
    /// Returns duplicates of the descriptors in the body of a message, with close-on-exec set, in the order of their
    /// occurrence.
    static func occurrences(in message: OpaquePointer) throws(UnmarshallingError) -> [UnixFileDescriptor] {
        var found: [UnixFileDescriptor] = []
        var iterator = cdbus_iter_init()
        if dbus_message_iter_init(message, &iterator) != 0 { try collect(&iterator, &found) }
        return found
    }

    private static func collect(
        _ iterator: inout DBusMessageIter, _ found: inout [UnixFileDescriptor]
    ) throws(UnmarshallingError) {
        while true {
            switch UInt8(truncatingIfNeeded: dbus_message_iter_get_arg_type(&iterator)) {
            case 0: return
            case TypeCode.fileDescriptor.rawValue:
                var number: CInt = -1
                // libdbus returns a duplicate, or -1 when it can't make one.
                dbus_message_iter_get_basic(&iterator, &number)
                guard number >= 0 else { throw .noDescriptorFree }
                found.append(UnixFileDescriptor(owning: number))
            case TypeCode.array.rawValue, TypeCode.variant.rawValue, UInt8(ascii: "r"), UInt8(ascii: "e"):
                var nested = cdbus_iter_init()
                dbus_message_iter_recurse(&iterator, &nested)
                try collect(&nested, &found)
            default: break
            }
            dbus_message_iter_next(&iterator)
        }
    }

    /// Sorts descriptors by their indexes, whose order may differ from that of their occurrence.
    static func byIndex(
        _ occurrences: [UnixFileDescriptor], _ bytes: UnsafeRawBufferPointer, _ signature: UnsafeBufferPointer<UInt8>
    ) throws(UnmarshallingError) -> [UnixFileDescriptor] {
        var reader = MessageReader(bytes, signature: signature)
        var indexes: [Int] = []
        try reader.skipAll { indexes.append($0) }
        var ordered = [UnixFileDescriptor?](repeating: nil, count: (indexes.max() ?? -1) + 1)
        for (index, descriptor) in zip(indexes, occurrences) { ordered[index] = descriptor }
        // An unused index is never read.
        return ordered.map { $0 ?? UnixFileDescriptor(owning: -1) }
    }
}

extension Message {
    /// Appends values by libdbus's iterators, one by one.
    func append(_ values: EncodedValues) throws(MarshallingError) {
        let decoded: [DBusValue]
        do {
            decoded = try values.read { (reader) throws(UnmarshallingError) in try DBusValue.readAll(from: &reader) }
        } catch {
            throw MarshallingError("a value contradicts its signature \(values.signature): \(error)")
        }
        var iterator = cdbus_iter_init()
        dbus_message_iter_init_append(raw, &iterator)
        for value in decoded { try value.append(to: &iterator) }
    }
}

extension DBusValue {
    fileprivate func append(to iterator: inout DBusMessageIter) throws(MarshallingError) {
        switch self {
        case .byte(let value): try append(value, to: &iterator)
        case .boolean(let value): try append(dbus_bool_t(value ? 1 : 0), to: &iterator)
        case .int16(let value): try append(value, to: &iterator)
        case .uint16(let value): try append(value, to: &iterator)
        case .int32(let value): try append(value, to: &iterator)
        case .uint32(let value): try append(value, to: &iterator)
        case .int64(let value): try append(value, to: &iterator)
        case .uint64(let value): try append(value, to: &iterator)
        case .double(let value): try append(value, to: &iterator)
        case .string(let value): try append(text: value, to: &iterator)
        case .objectPath(let value): try append(text: value.rawValue, to: &iterator)
        case .signature(let value): try append(text: value.rawValue, to: &iterator)
        case .fileDescriptor(let value): try append(value.rawValue, to: &iterator)  // libdbus duplicates it
        case .variant(let value):
            try Self.append(.variant, value.signature.rawValue, [value], to: &iterator)
        case .structure(let fields): try Self.append(.structure, nil, fields, to: &iterator)
        case .bytes(let bytes): try Self.append(.array, "y", bytes.map { .byte($0) }, to: &iterator)
        case .array(let elements, let type): try Self.append(.array, type.rawValue, elements, to: &iterator)
        case .dictionary(let entries, let key, let value):
            var nested = try Self.open(.array, "{\(key.rawValue)\(value.rawValue)}", in: &iterator)
            do throws(MarshallingError) {
                for entry in entries { try Self.append(.entry, nil, [entry.key, entry.value], to: &nested) }
            } catch {
                dbus_message_iter_abandon_container(&iterator, &nested)
                throw error
            }
            if dbus_message_iter_close_container(&iterator, &nested) == 0 { throw .noMemory }
        }
    }

    private func append<T: BitwiseCopyable>(_ value: T, to iterator: inout DBusMessageIter) throws(MarshallingError) {
        var slot = value
        let type = CInt(signature.rawValue.utf8.first ?? 0)
        guard dbus_message_iter_append_basic(&iterator, type, &slot) != 0 else {
            throw type == CInt(TypeCode.fileDescriptor.rawValue)
                ? MarshallingError("the file descriptor cannot be duplicated") : .noMemory
        }
    }

    private func append(text: String, to iterator: inout DBusMessageIter) throws(MarshallingError) {
        let outcome = text.withCString { start in
            Result { () throws(MarshallingError) in
                try append(Optional(start), to: &iterator)
            }
        }
        try outcome.get()
    }

    private static func open(
        _ container: MessageReader.Container, _ contents: String?, in iterator: inout DBusMessageIter
    ) throws(MarshallingError) -> DBusMessageIter {
        var nested = cdbus_iter_init()
        let code =
            switch container {
            case .array: cdbus_type_array()
            case .variant: cdbus_type_variant()
            case .structure: cdbus_type_struct()
            case .entry: cdbus_type_dict_entry()
            }
        guard dbus_message_iter_open_container(&iterator, code, contents, &nested) != 0 else { throw .noMemory }
        return nested
    }

    private static func append(
        _ container: MessageReader.Container, _ contents: String?, _ values: [DBusValue],
        to iterator: inout DBusMessageIter
    ) throws(MarshallingError) {
        var nested = try open(container, contents, in: &iterator)
        do throws(MarshallingError) {
            for value in values { try value.append(to: &nested) }
        } catch {
            dbus_message_iter_abandon_container(&iterator, &nested)
            throw error
        }
        if dbus_message_iter_close_container(&iterator, &nested) == 0 { throw .noMemory }
    }
}
