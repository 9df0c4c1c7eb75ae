/// Why content, changes or a definition are refused: the place and what is wrong there.
///
/// Reads like `children[1].children[0].value: 1.5 is outside 0…1`.
public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The way from the root to the value, such as `children[1].text`; empty for the root itself.
    public var path: String
    /// What is wrong, naming the value; no full stop.
    public var message: String

    /// Makes a fault.
    public init(path: String = "", message: String) {
        self.path = path
        self.message = message
    }

    public var description: String { path.isEmpty ? message : "\(path): \(message)" }

    /// The same fault as seen by whoever holds the value under the key `prefix`.
    public func below(_ prefix: String) -> Fault {
        if path.isEmpty { return Fault(path: prefix, message: message) }
        let separator = path.utf8.first == UInt8(ascii: "[") ? "" : "."
        return Fault(path: prefix + separator + path, message: message)
    }
}

extension String {
    /// The string in quotes for a message: what is not seen escaped, cut after 60 scalars. The quotes are single ones where
    /// it has double ones itself, so that nothing else has to be changed.
    package var excerpt: String {
        let scalars = unicodeScalars.prefix(60)
        let quote: Unicode.Scalar = scalars.contains("\"") && !scalars.contains("'") ? "'" : "\""
        var text = String(quote)
        for scalar in scalars {
            if scalar == quote {
                text += "\\" + String(scalar)
            } else {
                text += scalar.shown
            }
        }
        text.unicodeScalars.append(quote)
        return unicodeScalars.dropFirst(60).isEmpty ? text : text + "…"
    }
}

extension Unicode.Scalar {
    /// The scalar for a message: escaped when it is not seen.
    package var shown: String {
        let isHidden = isControl || isDeceptive || ("\u{2028}"..."\u{2029}").contains(self)
        return isHidden ? escaped(asASCII: true) : String(self)
    }
}
