/// The contents of `/.flatpak-info` in a sandbox, which Flatpak writes; flatpak-run(1), flatpak-metadata(5).
///
/// ```
/// [Application]
/// name=org.example.App
/// runtime=runtime/org.example.Platform/x86_64/1
///
/// [Instance]
/// instance-id=123456789
/// ```
///
/// A runtime that runs by itself has a group `Runtime` instead. The parser accepts only what Flatpak writes and rejects
/// everything else, so that no file makes another process pass for an app.
enum FlatpakInfo {
    /// The largest size of a file, in bytes. Flatpak's have a few hundred.
    static let maximumBytes = 64 << 10

    /// The reason why a file doesn't name an app.
    struct Malformed: Error, Hashable, Sendable, CustomStringConvertible { let description: String }

    /// Returns the id of the app, or of the runtime, that a file names.
    static func id(in text: String) throws(Malformed) -> String {
        var group: Substring?
        var names: [Substring] = []
        var groups: [Substring] = []
        // By bytes: in Swift, CR LF is one character.
        for bytes in text.utf8.split(separator: UInt8(ascii: "\n")) {
            let line = Substring(bytes)
            if line.utf8.first == UInt8(ascii: "[") {
                group = line
                if line == "[Application]" || line == "[Runtime]" { groups.append(line) }
            } else if group == "[Application]" || group == "[Runtime]", line.utf8.starts(with: "name=".utf8) {
                names.append(Substring(bytes.dropFirst(5)))
            }
        }
        guard groups.count == 1 else {
            throw Malformed(description: "it has \(groups.count) groups Application or Runtime, not 1")
        }
        guard names.count == 1, let name = names.first else {
            throw Malformed(description: "it has \(names.count) names, not 1")
        }
        guard isValid(name) else { throw Malformed(description: "\(String(name).debugDescription) isn't an app id") }
        return String(name)
    }

    /// Whether Flatpak accepts a string as an app id: three or more elements of `A-Z a-z 0-9 _`, none starting with a
    /// digit; `-` only in the last one, and not first; at most 255 bytes.
    private static func isValid(_ id: Substring) -> Bool {
        let elements = id.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard id.utf8.count <= 255, elements.count >= 3 else { return false }
        for (index, element) in elements.enumerated() {
            guard let first = element.first, isLetter(first) else { return false }
            let isLast = index == elements.count - 1
            let rest = element.dropFirst()
            guard rest.allSatisfy({ isLetter($0) || isDigit($0) || isLast && $0 == UInt8(ascii: "-") }) else {
                return false
            }
        }
        return true
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"): true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
