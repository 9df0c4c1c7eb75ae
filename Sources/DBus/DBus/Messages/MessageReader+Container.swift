extension MessageReader {
    /// The kinds of container in the D-Bus type system; a dictionary is an array of entries.
    public enum Container: Sendable {
        /// `a…`, also a dictionary.
        case array
        /// `{…}`, an entry of a dictionary.
        case entry
        /// `(…)`
        case structure
        /// `v`
        case variant

        var code: UInt8 {
            switch self {
            case .array: TypeCode.array.rawValue
            case .entry: TypeCode.dictionaryOpen
            case .structure: TypeCode.structure.rawValue
            case .variant: TypeCode.variant.rawValue
            }
        }

        var name: String { String(UnicodeScalar(code)) }
    }
}
