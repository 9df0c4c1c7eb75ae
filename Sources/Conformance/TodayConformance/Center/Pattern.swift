internal import DBus

/// Compares received values with those that a transcript expects. In a dictionary, only the named keys count. An object
/// with one member that begins with `$` is a directive that matches more than one value.
struct Pattern {
    /// The values that `$save` has saved.
    private(set) var names: [String: CaseValue]

    init(_ names: [String: CaseValue] = [:]) { self.names = names }

    /// Compares values with a list that begins with their signature. Returns the difference, or nil.
    mutating func difference(_ expected: [CaseValue], _ seen: [DBusValue]) throws -> String? {
        let signature = seen.map(\.signature.rawValue).joined()
        guard let first = expected.first else { return signature.isEmpty ? nil : "the signature is \(signature)" }
        guard first == .text(signature) else { return "the signature is \(signature.debugDescription)" }
        return try sequence(Array(expected.dropFirst()), seen, "value")
    }

    /// Compares a dictionary of variants.
    mutating func difference(_ expected: [String: CaseValue], _ seen: [String: DBusValue]) throws -> String? {
        try difference(.object(expected), .properties(seen), "")
    }

    private mutating func sequence(
        _ expected: [CaseValue], _ seen: [DBusValue], _ place: String
    ) throws -> String? {
        if expected.count != seen.count { return "\(place) has \(seen.count) elements" }
        for (index, (expected, seen)) in zip(expected, seen).enumerated() {
            if let difference = try difference(expected, seen, "\(place)[\(index)]") { return difference }
        }
        return nil
    }

    /// Returns the path and the difference of a value from a pattern, or nil.
    private mutating func difference(_ expected: CaseValue, _ seen: DBusValue, _ place: String) throws -> String? {
        let other = "\(place.isEmpty ? "it" : place) is \(Notation.written(seen))"
        if let (name, operand) = expected.directive, name != "$only", name != "$absent" {
            return try matches(name, operand, seen, place) ? nil : other
        }
        switch seen {
        case .variant(let inner):
            switch expected {
            case .text, .boolean: return try difference(expected, inner, place)
            case .array(let parts) where parts.count == 2:
                guard parts[0] == .text(inner.signature.rawValue) else { return other }
                return try difference(parts[1], inner, place)
            default: throw BadTranscript("\(expected) at \(place) can't be compared with a variant")
            }
        case .structure(let elements), .array(let elements, _):
            guard let parts = expected.array else { return other }
            return try sequence(parts, elements, place)
        case .dictionary(let entries, _, _):
            guard let members = expected.object else { return other }
            return try dictionary(members, entries, place)
        case .double(let number):
            switch expected {
            case .integer(let integer): return Double(integer) == number ? nil : other
            case .number(let expected): return expected == number ? nil : other
            default: return other
            }
        default: return Notation.written(seen) == expected ? nil : other
        }
    }

    private mutating func dictionary(
        _ expected: [String: CaseValue], _ entries: [DBusValue.DictionaryEntry], _ place: String
    ) throws -> String? {
        let seen = Dictionary(entries.map { (Notation.key($0.key), $0.value) }) { first, _ in first }
        let isExact = expected["$only"] != nil
        for (key, value) in expected.sorted(by: { $0.key < $1.key }) where key != "$only" {
            let inner = place.isEmpty ? key : "\(place).\(key)"
            if value.directive?.name == "$absent" {
                if let found = seen[key] { return "\(inner) is \(Notation.written(found))" }
                continue
            }
            guard let found = seen[key] else { return "\(inner) is missing" }
            if let difference = try difference(value, found, inner) { return difference }
        }
        if isExact, let more = seen.keys.sorted().first(where: { expected[$0] == nil }) {
            return "\(place.isEmpty ? more : "\(place).\(more)") is unexpected"
        }
        return nil
    }

    private mutating func matches(
        _ name: String, _ operand: CaseValue, _ seen: DBusValue, _ place: String
    ) throws -> Bool {
        let bare = seen.unwrapped
        let value = Notation.written(bare)
        switch name {
        case "$any": return true
        case "$save":
            if let name = operand.text { names[name] = value }
            return true
        case "$type": return operand == .text(bare.signature.rawValue)
        case "$has": return value.text.map { $0.contains(operand.text ?? "") } ?? false
        case "$describes": return Self.isDescribed(operand, value.text ?? "")
        case "$not":
            var copy = self
            return try copy.difference(operand, seen, place) != nil
        case "$set":
            guard case .array(let elements, _) = bare, let expected = operand.array else { return false }
            let seen = elements.map(Notation.written)
            return Set(seen) == Set(expected) && seen.count == expected.count
        case "$some":
            guard case .array(let elements, _) = bare else { return false }
            for element in elements where try difference(operand, element, place) == nil { return true }
            return false
        case "$is", "$above", "$least", "$below":
            let limit = try operand.text.map { names[$0] ?? .null } ?? Notation.resolved(operand, names)
            if name == "$is" { return value == limit }
            guard let number = value.integer, let limit = limit.integer else { return false }
            return switch name {
            case "$above": number > limit
            case "$least": number >= limit
            default: number < limit
            }
        default: throw BadTranscript("\(name) at \(place) is an unknown comparison")
        }
    }

    /// Returns whether an introspection describes methods: by interface and name, with the signatures of their
    /// arguments and results.
    private static func isDescribed(_ interfaces: CaseValue, _ text: String) -> Bool {
        (interfaces.object ?? [:]).allSatisfy { interface, methods in
            let described = IntrospectedInterface(interface, in: text)?.methods ?? []
            return (methods.object ?? [:]).allSatisfy { name, signatures in
                described.contains {
                    $0.name == name && signatures.array == [.text($0.signatures.input), .text($0.signatures.output)]
                }
            }
        }
    }
}
