internal import DBus

/// Checks a value whose type the contract leaves open.
struct FreeValueScan {
    /// Whether strings are data, which may contain any character but NUL; otherwise they are text.
    let isData: Bool
    /// The maximum number of nested containers.
    let nesting: Int

    /// Returns why `value` isn't valid, or nil if it is.
    func fault(in value: DBusValue) -> String? { fault(in: value, depth: 0) }

    private func fault(in value: DBusValue, depth: Int) -> String? {
        switch value {
        case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .signature, .bytes: return nil
        case .double(let number): return number.isFinite ? nil : "\(number.excerpt) is not finite"
        case .string(let text): return fault(in: text)
        case .objectPath(let path): return fault(in: path.rawValue)
        case .fileDescriptor: return "a file descriptor cannot be part of content"
        case .variant(let inner): return fault(inside: CollectionOfOne(inner), depth: depth + 1)
        case .array(let elements, _): return fault(inside: elements, depth: depth + 1)
        case .structure(let fields): return fault(inside: fields, depth: depth + 1)
        case .dictionary(let entries, _, _):
            // An entry is itself a container.
            for entry in entries {
                if let reason = fault(inside: [entry.key, entry.value], depth: depth + 2) { return reason }
            }
            return nil
        }
    }

    private func fault(inside values: some Sequence<DBusValue>, depth: Int) -> String? {
        if depth > nesting { return "containers are nested too deep" }
        for value in values {
            if let reason = fault(in: value, depth: depth) { return reason }
        }
        return nil
    }

    private func fault(in text: String) -> String? {
        isData ? TextRule.faultAsData(in: text) : TextRule.fault(in: text)
    }
}

extension DBusValue {
    /// The size of the value alone: strings count UTF-8 bytes, and numbers their D-Bus size. Each element of a
    /// container counts one more byte, so that no element is free.
    package var payloadBytes: Int {
        switch self {
        case .byte: 1
        case .int16, .uint16: 2
        case .boolean, .int32, .uint32, .fileDescriptor: 4
        case .int64, .uint64, .double: 8
        case .string(let text): text.utf8.count
        case .objectPath(let path): path.rawValue.utf8.count
        case .signature(let signature): signature.rawValue.utf8.count
        case .bytes(let data): data.count
        case .variant(let inner): inner.payloadBytes
        case .array(let elements, _): elements.reduce(elements.count) { $0 + $1.payloadBytes }
        case .structure(let fields): fields.reduce(fields.count) { $0 + $1.payloadBytes }
        case .dictionary(let entries, _, _):
            entries.reduce(entries.count) { $0 + $1.key.payloadBytes + $1.value.payloadBytes }
        }
    }
}
