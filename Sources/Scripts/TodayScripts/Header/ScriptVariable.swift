package import DBus
package import TodayModel

/// A setting that a script declares with `<xbar.var>` and reads from its environment.
package struct ScriptVariable: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Hashable, Sendable { case string, number, boolean, select }

    package var kind: Kind
    /// The name of the environment variable.
    package var name: String
    /// The default; nil if none is given.
    package var standard: DBusValue?
    /// The purpose, in a few words.
    package var summary: String
    /// The choices of a `select`.
    package var choices: [String] = []

    /// The suffix of the file with the values, after the full name of the script.
    package static let fileEnding = ".vars.json"

    /// Parses `type(NAME=default): text [a, b]`.
    ///
    /// - Throws: The fault, with the path `xbar.var` or the name of the variable.
    package init(_ text: String) throws(Fault) {
        func fault(_ message: String) -> Fault {
            Fault(path: "xbar.var", message: "\(text.excerpt) \(message)")
        }
        let scalars = text.unicodeScalars
        guard let open = scalars.firstIndex(of: "("), let close = Self.close(of: text, from: open) else {
            throw fault("is not type(NAME=default): text")
        }
        let typeName = text[..<open].trimmed
        guard let kind = Kind(rawValue: String(typeName)) else {
            throw fault("has none of the types \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self.kind = kind
        let inside = text[scalars.index(after: open)..<close.lowerBound].split(
            at: "=", maxSplits: 1, omittingEmptySubsequences: false)
        name = String(inside[0].trimmed)
        guard EnvironmentName.isValid(name) else { throw fault("has no valid name of an environment variable") }
        summary = String(text[close.upperBound...].trimmed)
        if kind == .select {
            let scalars = summary.unicodeScalars
            guard let bracket = scalars.lastIndex(of: "["), scalars.last == "]" else {
                throw fault("has no choices, as in [small, large]")
            }
            choices = Substring(scalars[scalars.index(after: bracket)...].dropLast()).split(at: ",")
                .map { String($0.trimmed) }.filter { !$0.isEmpty }
            summary = String(summary[..<bracket].trimmed)
        }
        if inside.count > 1 {
            let written = Self.unquoted(inside[1].trimmed)
            if !written.isEmpty || kind == .string { standard = try value(of: written) }
        }
    }

    /// Returns the `):` after the default, which may contain one in its quotes.
    private static func close(of text: String, from open: String.Index) -> Range<String.Index>? {
        let quote = text[open...].split(at: "=", maxSplits: 1).dropFirst().first?.trimmed.unicodeScalars.first
        let quoted =
            switch quote {
            case "\"": text.range(ofText: "\"):", from: open)
            case "'": text.range(ofText: "'):", from: open)
            default: Range<String.Index>?.none
            }
        return quoted.map { text.unicodeScalars.index(after: $0.lowerBound)..<$0.upperBound }
            ?? text.range(ofText: "):", from: open)
    }

    private static func unquoted(_ text: Substring) -> String {
        let scalars = text.unicodeScalars
        guard let quote = scalars.first, quote == "\"" || quote == "'", scalars.count > 1, scalars.last == quote else {
            return String(text)
        }
        return String(scalars.dropFirst().dropLast())
    }

    /// Returns the value of typed text.
    package func value(of text: String) throws(Fault) -> DBusValue {
        switch kind {
        case .string: return .string(text)
        case .number:
            if let integer = Int64(text) { return .int64(integer) }
            if let number = Double(text), number.isFinite { return .double(number) }
            throw Fault(path: name, message: "\(text.excerpt) is not a number")
        case .boolean:
            if let flag = text.boolValue { return .boolean(flag) }
            throw Fault(path: name, message: "\(text.excerpt) isn't true or false")
        case .select:
            if choices.contains(text) { return .string(text) }
            throw Fault(path: name, message: "\(text.excerpt) isn't one of \(choices.joined(separator: ", "))")
        }
    }
}

/// The rules for the name of an environment variable.
enum EnvironmentName {
    static func isValid(_ name: some StringProtocol) -> Bool {
        guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
            default: false
            }
        }
    }

    /// Returns why only a script itself, and no file or setting beside it, may set a variable; nil for most variables.
    ///
    /// - Parameter name: A valid name.
    static func reservation(of name: String) -> String? {
        let isReserved = reserved.contains(name) || reservedBeginnings.contains { name.hasPrefix($0) }
        return isReserved ? "only the script itself can set it, because it decides which code runs" : nil
    }

    private static let reserved: Set = ["BASH_ENV", "ENV", "GCONV_PATH", "IFS", "NODE_OPTIONS", "PATH", "RUBYOPT"]
    private static let reservedBeginnings = ["LD_", "PERL5", "PYTHON"]
}
