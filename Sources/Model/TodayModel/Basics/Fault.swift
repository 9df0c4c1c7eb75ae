/// The reason why content, changes or a definition were refused: the path and the problem.
///
/// Reads like `children[1].children[0].value: 1.5 is outside 0…1`.
public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path from the root to the value, such as `children[1].text`; empty for the root itself.
    public var path: String
    /// The problem, with the value; without a period.
    public var message: String

    /// Makes a fault.
    public init(path: String = "", message: String) {
        self.path = path
        self.message = message
    }

    public var description: String { path.isEmpty ? message : "\(path): \(message)" }

    /// Returns the same fault with a path that starts at the container, which has the value under the key `prefix`.
    public func below(_ prefix: String) -> Fault {
        if path.isEmpty { return Fault(path: prefix, message: message) }
        let separator = path.utf8.first == UInt8(ascii: "[") ? "" : "."
        return Fault(path: prefix + separator + path, message: message)
    }
}

extension String {
    /// The string in quotes for a message: invisible characters are escaped, and the text is cut after 60 scalars.
    /// Strings that contain double quotes get single quotes, so that the rest stays unchanged.
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
    /// The scalar for a message: escaped if it is invisible.
    package var shown: String {
        let isHidden = isControl || isDeceptive || ("\u{2028}"..."\u{2029}").contains(self)
        return isHidden ? escaped(asASCII: true) : String(self)
    }
}
