internal import DBus

/// The types and ranges of known attributes.
extension ContentValidator {
    /// Checks `value`. Returns it in its documented type, or nil if it already has that type.
    func normalized(
        _ value: DBusValue, as type: AttributeType, name: String
    ) throws(Fault) -> DBusValue? {
        switch type {
        case .boolean:
            if case .boolean = value { return nil }
            guard case .boolean(let flag) = value.unwrapped else { throw mismatch(value, "a boolean", name) }
            return .boolean(flag)
        case .integer(let range):
            let integer = try integer(value, in: Int128(range.lowerBound)...Int128(range.upperBound), name: name)
            if case .uint32 = value { return nil }
            return .uint32(UInt32(integer))
        case .timestamp:
            if case .uint64 = value { return nil }
            return .uint64(UInt64(try integer(value, in: 0...Int128(UInt64.max), name: name)))
        case .length:
            return try normalized(value, as: .number(0...Double.greatestFiniteMagnitude), name: name)
        case .number(let range):
            let number = try number(value, in: range, name: name)
            if case .double = value { return nil }
            return .double(number)
        case .text, .name, .icon, .url, .zone, .word:
            return try text(value, as: type, name: name)
        case .words:
            return try array(value, of: "s", "an array of strings", name: name) {
                (element) throws(Fault) in try text(element, as: .text, name: name)
            }
        case .numbers:
            return try array(value, of: "d", "an array of numbers", name: name) {
                (element) throws(Fault) in try normalized(element, as: .finite, name: name)
            }
        case .image:
            return try image(value, name: name)
        case .any:
            let inner = value.unwrapped
            try checkFree(inner, name: name, isData: true)
            if case .variant = value { return inner }
            return nil
        }
    }

    private func mismatch(_ value: DBusValue, _ expected: String, _ name: String) -> Fault {
        fault(name, "\(value.excerpt) is not \(expected)")
    }

    private func integer(
        _ value: DBusValue, in range: ClosedRange<Int128>, name: String
    ) throws(Fault) -> Int128 {
        var integer = value.integer
        if integer == nil, source == .json, case .double(let number) = value { integer = Int128(exactly: number) }
        guard let integer else { throw mismatch(value, "an integer", name) }
        guard range.contains(integer) else {
            throw fault(name, "\(integer) is outside \(range.lowerBound)…\(range.upperBound)")
        }
        return integer
    }

    private func number(
        _ value: DBusValue, in range: ClosedRange<Double>, name: String
    ) throws(Fault) -> Double {
        guard let number = value.number else { throw mismatch(value, "a number", name) }
        if range.contains(number) { return number }
        if !number.isFinite { throw fault(name, "\(number.excerpt) is not finite") }
        if range.upperBound == .greatestFiniteMagnitude { throw fault(name, "\(number.excerpt) is below 0") }
        throw fault(name, "\(number.excerpt) is outside \(range.lowerBound.excerpt)…\(range.upperBound.excerpt)")
    }

    private func text(
        _ value: DBusValue, as type: AttributeType, name: String
    ) throws(Fault) -> DBusValue? {
        guard case .string(let text) = value.unwrapped else { throw mismatch(value, "a string", name) }
        if case .url = type {
            do { _ = try WidgetURL(text) } catch { throw fault(name, error.message) }
        } else if let reason = TextRule.fault(in: text) {
            throw fault(name, reason)
        }
        switch type {
        case .zone: if let reason = TimeZoneName.fault(in: text) { throw fault(name, reason) }
        case .name, .icon: if text.isEmpty { throw fault(name, "\"\" is empty") }
        default: break
        }
        if case .icon = type, text.utf8.contains(UInt8(ascii: "/")) {
            throw fault(name, "\(text.excerpt) has a /, which the name of an icon can't have")
        }
        if case .string = value { return nil }
        return .string(text)
    }

    private func array(
        _ value: DBusValue, of type: Signature, _ expected: String, name: String,
        _ element: (DBusValue) throws(Fault) -> DBusValue?
    ) throws(Fault) -> DBusValue? {
        guard case .array(let elements, let given) = value.unwrapped else { throw mismatch(value, expected, name) }
        if elements.count > Limits.contentBytes { throw tooLarge(name) }
        var normalized = elements
        var isChanged = given != type
        for (index, item) in elements.enumerated() {
            do {
                guard let changed = try element(item) else { continue }
                normalized[index] = changed
                isChanged = true
            } catch {
                throw fault("\(name)[\(index)]", error.message)
            }
        }
        if !isChanged, case .array = value { return nil }
        return .array(normalized, of: type)
    }

    private func image(_ value: DBusValue, name: String) throws(Fault) -> DBusValue? {
        let bytes: [UInt8]
        switch value.unwrapped {
        case .bytes(let data):
            bytes = data
        case .string(let text) where source == .json:
            guard let data = Base64.decode(text) else { throw fault(name, "\(text.excerpt) is not base64") }
            bytes = data
        case .array(let elements, of: "y"):
            bytes = elements.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
        default:
            throw mismatch(value, source == .json ? "a string in base64" : "an array of bytes", name)
        }
        if let reason = ImageData.fault(in: bytes) { throw fault(name, reason) }
        if case .bytes = value { return nil }
        return .bytes(bytes)
    }
}
