package import DBus
internal import TodayModel

/// The part of Home Assistant's templates that today-bridge evaluates: `{{ value }}`, `{{ value_json.a['b'][0] }}`, with
/// the filters `round`, `float`, `int` and `is_defined`.
package struct ValueTemplate: Hashable, Sendable {
    enum Filter: Hashable, Sendable { case round(Int), float, int }

    /// The place of the value in a JSON payload; nil for the whole payload.
    let path: JSONPath?
    let filters: [Filter]
    /// The template as written, if it isn't supported. Its value is the raw payload.
    package let unsupported: String?

    /// The template of a missing `value_template`.
    static let whole = ValueTemplate()

    private init() { (path, filters, unsupported) = (nil, [], nil) }

    package init(_ text: String) {
        if let (path, filters) = Self.parse(text) {
            (self.path, self.filters, unsupported) = (path, filters, nil)
        } else {
            (path, filters, unsupported) = (nil, [], text)
        }
    }

    /// Returns the value in a payload; nil if the payload doesn't have it.
    ///
    /// - Parameters:
    ///   - text: The payload.
    ///   - document: The payload as JSON; nil if it isn't JSON.
    package func value(in text: String, _ document: DBusValue?) -> TopicValue? {
        guard let path else { return filtered(TopicValue(reading: text)) }
        guard let found = document.flatMap({ path.value(in: $0) }) else { return nil }
        switch found {
        // As in Python, in which Home Assistant evaluates templates.
        case .boolean(let flag): return .text(flag ? "True" : "False")
        case .string(let text): return filtered(TopicValue(reading: text))
        default: return TopicValue(found).map(filtered)
        }
    }

    private func filtered(_ value: TopicValue) -> TopicValue {
        filters.reduce(value) { value, filter in
            guard case .number(let number, let decimals) = value else { return value }
            switch filter {
            case .float: return value
            case .int: return .number(number.rounded(.towardZero), decimals: 0)
            case .round(let places):
                let scale = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000][places]
                let rounded = (number * Double(scale)).rounded() / Double(scale)
                return .number(rounded.isFinite ? rounded : number, decimals: min(places, max(decimals, places)))
            }
        }
    }

    private static func parse(_ text: String) -> (JSONPath?, [Filter])? {
        let text = text.trimmed
        guard text.utf8.count <= 1000, text.hasPrefix("{{"), text.hasSuffix("}}"), text.utf8.count >= 4 else {
            return nil
        }
        var inner = text.dropFirst(2).dropLast(2)
        // Signs that strip white space.
        if inner.utf8.first == UInt8(ascii: "-") { inner = inner.dropFirst() }
        if inner.utf8.last == UInt8(ascii: "-") { inner = inner.dropLast() }
        let parts = inner.split(at: "|", omittingEmptySubsequences: false).map { String($0).trimmed }
        guard let expression = parts.first, let steps = steps(of: expression) else { return nil }
        var filters: [Filter] = []
        for part in parts.dropFirst() {
            guard let filter = filter(part) else { return nil }
            if let filter = filter.filter { filters.append(filter) }
        }
        return (steps.isEmpty ? nil : JSONPath(steps: steps), filters)
    }

    /// Returns the steps of `value_json.a['b'][0]`, or none for `value`; nil for another expression.
    private static func steps(of text: Substring) -> [String]? {
        if text == "value" { return [] }
        guard text.hasPrefix("value_json") else { return nil }
        var rest = text.dropFirst(10)
        var steps: [String] = []
        while let sign = rest.first {
            rest = rest.dropFirst()
            if sign == "." {
                let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                if name.isEmpty { return nil }
                steps.append(String(name))
                rest = rest.dropFirst(name.count)
            } else if sign == "[" {
                guard let end = rest.utf8.firstIndex(of: UInt8(ascii: "]")) else { return nil }
                let key = String(rest[..<end]).trimmed
                rest = rest[rest.index(after: end)...]
                if let quote = key.utf8.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
                    guard key.utf8.count >= 3, key.utf8.last == quote else { return nil }
                    let name = key.utf8.dropFirst().dropLast()
                    if name.contains(quote) || name.contains(UInt8(ascii: "\\")) { return nil }
                    steps.append(String(Substring(name)))
                } else {
                    guard !key.isEmpty, key.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
                    steps.append(String(key))
                }
            } else {
                return nil
            }
        }
        return steps.isEmpty ? nil : steps
    }

    /// Returns a filter; without an effect it is nil inside. Nil for an unknown filter.
    private static func filter(_ text: Substring) -> (filter: Filter?, Void)? {
        var name = text
        var arguments: Substring = ""
        if let open = text.utf8.firstIndex(of: UInt8(ascii: "(")) {
            guard text.last == ")" else { return nil }
            name = String(text[..<open]).trimmed
            arguments = String(text[text.index(after: open)...].dropLast()).trimmed
        }
        switch name {
        case "is_defined": return arguments.isEmpty ? (nil, ()) : nil
        // Their argument is the value for a text that isn't a number, which is shown as it is.
        case "float": return (.float, ())
        case "int": return (.int, ())
        case "round":
            let places = arguments.isEmpty ? 0 : Int(arguments)
            guard let places, (0...6).contains(places) else { return nil }
            return (.round(places), ())
        default: return nil
        }
    }
}
