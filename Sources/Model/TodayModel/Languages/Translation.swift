/// Returns a message in the language of the process; see ``Language``.
///
/// - Parameters:
///   - message: the English text, with places in braces: `Remove {name}`. `data/po/update` finds it only if it is a
///     literal on one line.
///   - values: the texts for the places.
package func tr(_ message: StaticString, _ values: KeyValuePairs<String, String> = [:]) -> String {
    filled(message.key { Language.translation($0) } ?? message.description, values)
}

/// Returns a message that is ambiguous in English.
///
/// - Parameter context: where the message is shown, or what it means; the user never sees it.
package func trc(
    _ context: StaticString, _ message: StaticString, _ values: KeyValuePairs<String, String> = [:]
) -> String {
    let translation = (context.description + "\u{4}" + message.description).withCString { Language.translation($0) }
    return filled(translation ?? message.description, values)
}

/// Returns a message in the form for a number. The place `{count}` is filled with the number.
package func trn(
    _ one: StaticString, _ many: StaticString, _ count: Int, _ values: KeyValuePairs<String, String> = [:]
) -> String {
    let translation = one.key { one in many.key { many in Language.translation(one, many, count) } }
    let message = translation ?? (count == 1 ? one : many).description
    return filled(message, values, count: Language.number(count))
}

/// Fills the places of a message. A place without a value stays as it is.
private func filled(_ message: String, _ values: KeyValuePairs<String, String>, count: String? = nil) -> String {
    if values.isEmpty, count == nil { return message }
    let isRightToLeft = Language.isRightToLeft
    var result = ""
    var rest = Substring(message)
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
        let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
    {
        result += rest[..<open]
        let name = rest[rest.utf8.index(after: open)..<close]
        if name == "count", let count {
            result += count
        } else if let value = values.first(where: { $0.key == name })?.value {
            // FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: a name in another direction doesn't reorder the text.
            result += isRightToLeft ? "\u{2068}" + value + "\u{2069}" : value
        } else {
            result += rest[open...close]
        }
        rest = rest[rest.utf8.index(after: close)...]
    }
    return result + rest
}

extension StaticString {
    /// Calls a function with the text as a string of C.
    fileprivate func key<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        utf8Start.withMemoryRebound(to: CChar.self, capacity: utf8CodeUnitCount + 1, body)
    }
}
