package import DBus

/// Reads the known keys of an `a{sv}`, with the leniency of the contract. Every method returns nil for an absent key;
/// the path of its fault starts with the key.
package struct VardictReader {
    package let dictionary: [String: DBusValue]

    package init(_ dictionary: [String: DBusValue]) { self.dictionary = dictionary }

    package func boolean(_ key: String) throws(Fault) -> Bool? {
        guard let value = dictionary[key] else { return nil }
        guard case .boolean(let flag) = value.unwrapped else { throw mismatch(key, value, "a boolean") }
        return flag
    }

    package func text(_ key: String) throws(Fault) -> String? {
        guard let value = dictionary[key] else { return nil }
        return try text(value, key)
    }

    /// Reads a text; nil if it has no visible character.
    package func nonEmptyText(_ key: String) throws(Fault) -> String? {
        guard let text = try text(key), !ForeignText.isBlank(text) else { return nil }
        return text
    }

    package func integer<Integer: FixedWidthInteger>(
        _ key: String, in range: ClosedRange<Integer>
    ) throws(Fault) -> Integer? {
        guard let value = dictionary[key] else { return nil }
        guard let integer = value.integer else { throw mismatch(key, value, "an integer") }
        guard let exact = Integer(exactly: integer), range.contains(exact) else {
            throw Fault(path: key, message: "\(integer) is outside \(range.lowerBound)…\(range.upperBound)")
        }
        return exact
    }

    /// Reads a word of an enumeration.
    package func word<Word: RawRepresentable<String> & CaseIterable>(
        _ key: String, _ type: Word.Type
    ) throws(Fault) -> Word? {
        guard let text = try text(key) else { return nil }
        guard let word = Word(rawValue: text) else {
            let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw Fault(path: key, message: "\(text.excerpt) isn't one of \(known)")
        }
        return word
    }

    package func displayMode(_ key: String) throws(Fault) -> DisplayMode? {
        guard let word = try text(key) else { return nil }
        guard let mode = DisplayMode(rawValue: word) else {
            throw Fault(path: key, message: "\(word.excerpt) isn't compact or expanded")
        }
        return mode
    }

    /// Reads a size; both sides are finite and at least 0.
    package func size(_ key: String) throws(Fault) -> Size? {
        guard let sides = try numbers(key, count: 2, expected: "a pair of numbers (dd)") else { return nil }
        for side in sides where side < 0 { throw Fault(path: key, message: "\(side.excerpt) is below 0") }
        return Size(width: sides[0], height: sides[1])
    }

    /// Reads margins; all sides are finite.
    package func insets(_ key: String) throws(Fault) -> EdgeInsets? {
        guard let sides = try numbers(key, count: 4, expected: "four numbers (dddd)") else { return nil }
        return EdgeInsets(top: sides[0], left: sides[1], bottom: sides[2], right: sides[3])
    }

    package func strings(_ key: String) throws(Fault) -> [String]? {
        guard let value = dictionary[key] else { return nil }
        guard let elements = value.elements else { throw mismatch(key, value, "an array of strings") }
        var strings: [String] = []
        for (index, element) in elements.enumerated() { strings.append(try text(element, "\(key)[\(index)]")) }
        return strings
    }

    /// Reads a dictionary `a{sv}`, without the variants around its values.
    package func vardict(_ key: String) throws(Fault) -> [String: DBusValue]? {
        guard let value = dictionary[key] else { return nil }
        guard case .dictionary(let entries, "s", _) = value.unwrapped else {
            throw mismatch(key, value, "a dictionary a{sv}")
        }
        var values: [String: DBusValue] = [:]
        for entry in entries { if case .string(let name) = entry.key { values[name] = entry.value.unwrapped } }
        return values
    }

    /// Reads an object path, which may be sent as a string.
    package func objectPath(_ key: String) throws(Fault) -> ObjectPath? {
        guard let value = dictionary[key] else { return nil }
        if case .objectPath(let path) = value.unwrapped { return path }
        let string = try text(value, key)
        if let reason = ObjectPath.fault(in: string) {
            throw Fault(path: key, message: "\(string.excerpt) is not a valid object path: \(reason)")
        }
        return ObjectPath(rawValue: string)
    }

    private func text(_ value: DBusValue, _ path: String) throws(Fault) -> String {
        guard case .string(let text) = value.unwrapped else { throw mismatch(path, value, "a string") }
        if let reason = TextRule.fault(in: text) { throw Fault(path: path, message: reason) }
        return text
    }

    private func numbers(_ key: String, count: Int, expected: String) throws(Fault) -> [Double]? {
        guard let value = dictionary[key] else { return nil }
        guard case .structure(let fields) = value.unwrapped, fields.count == count else {
            throw mismatch(key, value, expected)
        }
        var numbers: [Double] = []
        for field in fields {
            guard let number = field.number else { throw mismatch(key, field, "a number") }
            if !number.isFinite { throw Fault(path: key, message: "\(number.excerpt) is not finite") }
            numbers.append(number)
        }
        return numbers
    }

    private func mismatch(_ path: String, _ value: DBusValue, _ expected: String) -> Fault {
        Fault(path: path, message: "\(value.excerpt) is not \(expected)")
    }
}
