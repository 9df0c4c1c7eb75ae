internal import DBus

/// Reading attributes of a tree that may not have been validated: what is of another type counts as absent.
extension Content {
    /// A text.
    package func string(_ name: String) -> String? {
        if case .string(let text)? = attributes[name]?.unwrapped { text } else { nil }
    }

    /// A text as it is shown.
    package func text(_ name: String) -> String? { string(name).map(ForeignText.content) }

    /// Whether it is there and true.
    package func boolean(_ name: String) -> Bool { attributes[name]?.unwrapped == .boolean(true) }

    /// A whole number, of any type.
    package func integer(_ name: String) -> Int? { attributes[name]?.integer.map { Int(clamping: $0) } }

    /// A moment in µs since 1970.
    package func moment(_ name: String) -> UInt64? { attributes[name]?.integer.map { UInt64(clamping: $0) } }
}
