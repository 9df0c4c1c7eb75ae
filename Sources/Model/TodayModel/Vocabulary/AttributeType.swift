/// The type and range of an attribute.
enum AttributeType {
    case boolean
    case integer(ClosedRange<UInt32>)
    /// µs since 1970.
    case timestamp
    case number(ClosedRange<Double>)
    /// A number of points, at least 0. Panels draw no more than ``Limits/drawnLength``.
    case length
    case text
    /// Text that is not empty.
    case name
    /// The name of an icon in the theme: not empty, and without `/`.
    case icon
    case url
    /// The name of a time zone in the IANA database, such as `Europe/Berlin`.
    case zone
    /// One of these words; any other text is ignored.
    case word([String])
    /// An array of such words.
    case words([String])
    /// An array of finite doubles.
    case numbers
    /// The bytes of a PNG file.
    case image
    /// A value of any type.
    case any

    /// Any number but infinities and NaN.
    static let finite = AttributeType.number(-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)

    /// Returns the type for the words of an enumeration.
    static func word<Word: RawRepresentable<String> & CaseIterable>(of type: Word.Type) -> AttributeType {
        .word(type.allCases.map(\.rawValue))
    }

    /// Returns the type for arrays of such words.
    static func words<Word: RawRepresentable<String> & CaseIterable>(of type: Word.Type) -> AttributeType {
        .words(type.allCases.map(\.rawValue))
    }
}
