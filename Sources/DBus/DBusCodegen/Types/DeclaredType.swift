internal import DBus

/// A Swift type that your own code declares: `DeviceState`, `[DeviceState]`, `[String: Network.State]`.
enum DeclaredType {
    /// Returns the type as it is written in code.
    ///
    /// - Throws: a ``CodegenError`` when it isn't a type, or has brackets where the D-Bus type isn't an array or
    ///   dictionary.
    static func source(_ text: String, for signature: Signature) throws(CodegenError) -> String {
        var (rest, type) = (Substring(text.filter { $0 != " " }), Substring(signature.rawValue))
        guard let source = next(&rest, &type, depth: 0), rest.isEmpty else {
            throw CodegenError("\(text.debugDescription) isn't a Swift type for \(signature)")
        }
        return source
    }

    private static func next(_ rest: inout Substring, _ type: inout Substring, depth: Int) -> String? {
        guard skip("[", &rest) else { return name(&rest) }
        guard depth < 32, type.popFirst() == "a" else { return nil }
        let isDictionary = type.first == "{"
        if isDictionary { type.removeFirst() }
        guard var source = next(&rest, &type, depth: depth + 1) else { return nil }
        if isDictionary {
            // A key has a basic type, which is one letter.
            type.removeFirst()
            guard skip(":", &rest), let value = next(&rest, &type, depth: depth + 1) else { return nil }
            source += ": " + value
        }
        return skip("]", &rest) ? "[" + source + "]" : nil
    }

    private static func skip(_ sign: Character, _ rest: inout Substring) -> Bool {
        guard rest.first == sign else { return false }
        rest.removeFirst()
        return true
    }

    /// Parses words separated by periods.
    private static func name(_ rest: inout Substring) -> String? {
        var words: [String] = []
        repeat {
            let word = rest.prefix { $0 == "_" || ($0.isASCII && ($0.isLetter || $0.isNumber)) }
            guard let first = word.first, !first.isNumber, word != "_" else { return nil }
            rest = rest.dropFirst(word.count)
            words.append(SwiftName.quoted(String(word)))
        } while skip(".", &rest)
        return words.joined(separator: ".")
    }
}
