internal import DBus
package import TodayModel

/// The facts in the name of a script's file.
///
/// The forms are `name.time.ext` of xbar and SwiftBar and `name.position.time[+].ext` of Argos; every part but the name
/// may be missing.
package struct ScriptFileName: Hashable, Sendable {
    /// The name of the file, without folders.
    package let file: String
    /// The part before the first dot, which identifies a script: it stays the same if the interval changes.
    package let identity: String
    /// The interval between runs.
    package private(set) var interval: ScriptInterval?
    /// Whether it also runs when a panel becomes visible, because of a `+` after the interval.
    package private(set) var runsOnOpening = false
    /// The file extension, which indicates the language, such as `py`; empty without one.
    package private(set) var ending = ""

    /// Returns nil if the file isn't a script: it is hidden, a backup, disabled (`.off`), or the variables of a script.
    package init?(_ file: String) {
        guard !file.isEmpty, file.utf8.first != UInt8(ascii: "."), file.utf8.last != UInt8(ascii: "~"),
            !file.utf8.contains(UInt8(ascii: "/"))
        else { return nil }
        if Self.otherEnding(of: file) != nil { return nil }
        let parts = file.split(at: ".", omittingEmptySubsequences: false).map(String.init)
        self.file = file
        identity = parts[0]
        let others = parts.dropFirst()
        for part in others.reversed() where interval == nil {
            let isPlus = part.hasSuffix("+")
            interval = ScriptInterval(isPlus ? part.dropLast() : part[...])
            runsOnOpening = interval != nil && isPlus
        }
        // Argos also allows the plus alone: no interval, but a run on each opening.
        if interval == nil, others.contains("+") { runsOnOpening = true }
        if let last = others.last, ScriptInterval(last) == nil { ending = last.lowercased() }
    }

    /// The endings of files beside scripts.
    private static let otherEndings = [
        ScriptVariable.fileEnding, ".off", ".bak", ".orig", ".swp", ".tmp", ".disabled", ".md", ".txt", ".png", ".svg",
    ]

    /// Returns the ending that excludes a file from scripts, such as `.txt`; nil for other files.
    package static func otherEnding(of file: String) -> String? {
        otherEndings.first { file.lowercased().hasSuffix($0) }
    }

    /// The name that users see for a script without a title: the identity without a sorting number such as `001-`.
    package var displayName: String {
        let digits = identity.utf8.prefix { (0x30...0x39).contains($0) }
        let rest = identity.dropFirst(digits.count)
        guard !digits.isEmpty, rest.hasPrefix("-"), rest.count > 1 else { return identity }
        return String(rest.dropFirst())
    }

    /// The name of the file with the values of its variables.
    package var variablesFile: String { file + ScriptVariable.fileEnding }

    /// The widget's identifier, made from ``identity``. Bytes that an identifier can't have, and `_` itself, become `_`
    /// and two hexadecimal digits.
    package var widgetIdentifier: WidgetIdentifier? {
        var name = ""
        for (index, byte) in identity.utf8.enumerated() {
            switch byte {
            case 0x41...0x5A, 0x61...0x7A: name.unicodeScalars.append(Unicode.Scalar(byte))
            case 0x30...0x39 where index > 0, UInt8(ascii: "-") where index > 0:
                name.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16)
                name += "_" + (digits.utf8.count < 2 ? "0" : "") + digits
            }
        }
        return WidgetIdentifier(rawValue: Self.identifierPrefix + name)
    }

    /// The prefix of the identifiers of all scripts.
    package static let identifierPrefix = "org.todaycenter.Scripts."
}
