internal import TodayManifests

/// The text of a `bridge.conf` that is edited: all lines of other groups stay as they are.
package struct BridgeFile: Sendable {
    package private(set) var text: String

    /// The largest file, in bytes.
    package static let maximumBytes = 1 << 20

    /// Returns the path of the file in the user's folder for configuration.
    package static func path(in folder: String) -> String { folder + "/todaycenter/bridge.conf" }

    package init(_ text: String) { self.text = text }

    /// Returns the lines of a group, with its header.
    ///
    /// - Parameter values: the keys with their values, not escaped yet; empty values are left out.
    package static func group(_ kind: GroupKind, _ name: String, _ values: [(key: String, value: String)]) -> String {
        let lines = values.filter { !$0.value.isEmpty }.map { "\($0.key)=\(escaped($0.value))\n" }
        return "[\(kind.rawValue) \(name)]\n" + lines.joined()
    }

    /// Adds the lines of a group at the end, after an empty line.
    package mutating func add(_ group: String) {
        while text.hasSuffix("\n\n") { text.removeLast() }
        if !text.isEmpty { text += text.hasSuffix("\n") ? "\n" : "\n\n" }
        text += group
    }

    /// Removes all groups with a name, with the comments directly above them. Returns false if none has this name.
    package mutating func remove(_ name: String) -> Bool {
        // Split by scalars: Swift treats CR LF as one character.
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Substring($0) }
        var isRemoved = false
        while let start = lines.firstIndex(where: { Self.isHeader($0, of: name) }) {
            var (first, end) = (start, lines[(start + 1)...].firstIndex { $0.first == "[" } ?? lines.endIndex)
            while first > 0, lines[first - 1].first == "#" { first -= 1 }
            // The comments above the next group belong to that group.
            if end < lines.endIndex { while lines[end - 1].first == "#" { end -= 1 } }
            lines.removeSubrange(first..<end)
            isRemoved = true
        }
        text = lines.joined(separator: "\n")
        while text.hasSuffix("\n\n") { text.removeLast() }
        if text == "\n" { text = "" }
        return isRemoved
    }

    private static func isHeader(_ line: Substring, of name: String) -> Bool {
        GroupKind.allCases.contains { DesktopEntry.trimmed(line) == "[\($0.rawValue) \(name)]" }
    }

    /// Returns a value as it is written in a file.
    ///
    /// Desktop Entry Specification, "Possible value types".
    private static func escaped(_ value: String) -> String {
        var result = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default: result.unicodeScalars.append(scalar)
            }
        }
        if result.first == " " { result = "\\s" + result.dropFirst() }
        if result.last == " " { result = result.dropLast() + "\\s" }
        return result
    }
}
