internal import TodayModel

/// The reason why a manifest is refused.
package struct ManifestFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, counted from 1.
    package var line: Int
    /// The key whose value is wrong; nil if the line itself is.
    package var key: String?
    /// The problem, naming the value; no period.
    package var message: String

    /// Makes a fault.
    package init(line: Int, key: String? = nil, message: String) {
        self.line = line
        self.key = key
        self.message = message
    }

    /// Reads like `line 4, UpdateInterval: "soon" is not a time`.
    package var description: String {
        // The locale of a key may contain any character.
        let key = key.map { ", " + $0.unicodeScalars.map(\.shown).joined() } ?? ""
        return "line \(line)\(key): \(message)"
    }
}
