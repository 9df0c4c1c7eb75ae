internal import TodayModel

/// The syntax of desktop entry files: groups, comments, and keys with values, which may be localized.
///
/// Grammar: Desktop Entry Specification, "Basic format of the file".
package enum DesktopEntry {
    /// One `Key[locale]=value` line.
    package struct Line: Sendable {
        /// The line's number, counted from 1.
        package let number: Int
        package let key: String
        /// The locale in brackets after the key.
        let locale: LocaleName?
        /// The value as written, with its escapes.
        package let value: Substring

        /// Whether the line is for one locale only.
        package var isLocalized: Bool { locale != nil }

        /// Returns how well the line matches a locale: 0 is the best match, nil means that it doesn't match.
        ///
        /// - Parameter isLocalized: Whether values of the key may differ by language.
        func rank(for wanted: LocaleName?, isLocalized: Bool) -> Int? {
            guard let locale else { return 4 }
            guard let wanted, isLocalized else { return nil }
            return locale.rank(for: wanted)
        }
    }

    /// A group and its lines.
    package struct Group: Sendable {
        package let name: String
        /// The line number of its header.
        package let number: Int
        package internal(set) var lines: [Line] = []
        /// The first fault of one of its lines.
        package internal(set) var fault: ManifestFault?
    }

    /// Returns the lines of one group. Lines of other groups aren't parsed.
    ///
    /// - Parameter allowingDoubles: Whether a group may continue further down, and a key may appear twice. Files of
    ///   other projects do this, and the desktops accept it.
    /// - Throws: A fault if a line is malformed, a group or key appears twice, or `group` is missing.
    static func lines(
        of group: String, in text: String, allowingDoubles: Bool = false
    ) throws(ManifestFault) -> [Line] {
        let groups = try groups(in: text, allowingDoubles: allowingDoubles) { $0 == group }
        if groups.isEmpty { throw ManifestFault(line: 1, message: "missing group [\(group)]") }
        return groups.flatMap(\.lines)
    }

    /// Returns the wanted groups, in their order. Lines of other groups aren't parsed.
    ///
    /// - Throws: The first fault if a line is malformed, or a group or key appears twice.
    static func groups(
        in text: String, allowingDoubles: Bool = false, where isWanted: (String) -> Bool
    ) throws(ManifestFault) -> [Group] {
        let (groups, faults) = soundGroups(in: text, allowingDoubles: allowingDoubles, where: isWanted)
        if let first = (faults + groups.compactMap(\.fault)).min(by: { $0.line < $1.line }) { throw first }
        return groups
    }

    /// Returns the wanted groups, in their order, each with its first fault; and the faults outside of these groups.
    ///
    /// A group whose header is malformed or repeated is skipped, and its header is the fault.
    package static func soundGroups(
        in text: String, allowingDoubles: Bool = false, where isWanted: (String) -> Bool = { _ in true }
    ) -> (groups: [Group], faults: [ManifestFault]) {
        var groups: [Group] = []
        var faults: [ManifestFault] = []
        var names: Set<String> = []
        var keys: Set<String> = []
        // The lines of a group without a sound header belong to no group.
        var (isInGroup, isWantedGroup) = (false, false)
        // Split by bytes: Swift treats CR LF as one character.
        let raw = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, bytes) in raw.enumerated() {
            let number = index + 1
            let line = trimmed(Substring(bytes))
            if line.isEmpty || line.utf8.first == UInt8(ascii: "#") { continue }
            do throws(ManifestFault) {
                if line.utf8.first == UInt8(ascii: "[") {
                    (isInGroup, isWantedGroup, keys) = (true, false, [])
                    let name = try groupName(line, number)
                    if !names.insert(name).inserted, !allowingDoubles {
                        throw ManifestFault(line: number, message: "duplicate group [\(name)]")
                    }
                    isWantedGroup = isWanted(name)
                    if isWantedGroup { groups.append(Group(name: name, number: number)) }
                    continue
                }
                if !isInGroup {
                    throw ManifestFault(line: number, message: "\(String(line).excerpt) comes before the first group")
                }
                if !isWantedGroup { continue }
                let parsed = try keyAndValue(line, number)
                if !allowingDoubles, !keys.insert("\(parsed.key)[\(parsed.locale?.description ?? "")]").inserted {
                    let locale = parsed.locale.map { "[\($0)]" } ?? ""
                    throw ManifestFault(line: number, key: parsed.key + locale, message: "duplicate key")
                }
                groups[groups.count - 1].lines.append(parsed)
            } catch {
                if !isWantedGroup {
                    faults.append(error)
                } else if groups[groups.count - 1].fault == nil {
                    groups[groups.count - 1].fault = error
                }
            }
        }
        return (groups, faults)
    }

    private static func groupName(_ line: Substring, _ number: Int) throws(ManifestFault) -> String {
        let name = line.utf8.dropFirst().dropLast()
        let isValid = name.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]") }
        guard line.utf8.last == UInt8(ascii: "]"), !name.isEmpty, isValid else {
            throw ManifestFault(line: number, message: "\(String(line).excerpt) isn't a group header")
        }
        return String(Substring(name))
    }

    private static func keyAndValue(_ line: Substring, _ number: Int) throws(ManifestFault) -> Line {
        guard let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            throw ManifestFault(line: number, message: "\(String(line).excerpt) has no =")
        }
        let name = trimmed(line[..<equals])
        let value = trimmed(line[line.utf8.index(after: equals)...])
        var key = name
        var locale: LocaleName?
        if let bracket = name.utf8.firstIndex(of: UInt8(ascii: "[")) {
            key = name[..<bracket]
            let inside = name[name.utf8.index(after: bracket)...]
            if inside.utf8.last == UInt8(ascii: "]") { locale = LocaleName(String(inside.dropLast())) }
            if locale == nil {
                throw ManifestFault(line: number, message: "\(String(name).excerpt) has a malformed locale")
            }
        }
        guard !key.isEmpty, key.utf8.allSatisfy(isKeyByte) else {
            throw ManifestFault(line: number, message: "\(String(name).excerpt) is not a key of A-Z a-z 0-9 -")
        }
        return Line(number: number, key: String(key), locale: locale, value: value)
    }

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): true
        default: false
        }
    }

    /// Returns the text without the spaces, tabs and carriage returns around it.
    package static func trimmed(_ text: Substring) -> Substring {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
        var bytes = text.utf8.drop(while: isSpace)
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return Substring(bytes)
    }
}
