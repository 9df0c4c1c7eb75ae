internal import DBus
package import TodayModel

/// What the name of a script's file says.
///
/// The forms are `name.time.ext` of xbar and SwiftBar and `name.position.time[+].ext` of Argos; every part but the name
/// may be missing.
package struct ScriptFileName: Hashable, Sendable {
    /// The name of the file, without folders.
    package let file: String
    /// The part before the first dot, by which a script is known: it stays when the interval changes.
    package let identity: String
    /// How often it runs.
    package private(set) var interval: ScriptInterval?
    /// Whether it also runs when somebody begins to look, by a `+` behind the interval.
    package private(set) var runsOnOpening = false
    /// The language that the ending stands for, such as `py`; empty when there is none.
    package private(set) var ending = ""

    /// Nil for a file that is no script: hidden, a backup, switched off (`.off`), or the variables of a script.
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
        // Argos has the plus alone as well: no interval, but a run at each opening.
        if interval == nil, others.contains("+") { runsOnOpening = true }
        if let last = others.last, ScriptInterval(last) == nil { ending = last.lowercased() }
    }

    /// Endings of files that lie beside scripts.
    private static let otherEndings = [
        ScriptVariable.fileEnding, ".off", ".bak", ".orig", ".swp", ".tmp", ".disabled", ".md", ".txt", ".png", ".svg",
    ]

    /// The ending by which a file is no script, such as `.txt`; nil for any other.
    package static func otherEnding(of file: String) -> String? {
        otherEndings.first { file.lowercased().hasSuffix($0) }
    }

    /// What people see when the script has no title: the name without the number that sorts it, such as `001-`.
    package var displayName: String {
        let digits = identity.utf8.prefix { (0x30...0x39).contains($0) }
        let rest = identity.dropFirst(digits.count)
        guard !digits.isEmpty, rest.hasPrefix("-"), rest.count > 1 else { return identity }
        return String(rest.dropFirst())
    }

    /// The name of the file with the values of its variables.
    package var variablesFile: String { file + ScriptVariable.fileEnding }

    /// The widget's identifier, from ``identity``: bytes that an identifier cannot have are `_` and two hexadecimal
    /// digits, and so is `_` itself.
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

    /// What the identifiers of all scripts begin with.
    package static let identifierPrefix = "org.todaycenter.Scripts."
}
