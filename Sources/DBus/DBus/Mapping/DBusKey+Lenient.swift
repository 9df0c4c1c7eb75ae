extension DBusKey {
    /// The same key, for programs that send other types than specified. It accepts a number of another type if the
    /// value fits, a string for an object path, and an object path for a string. For any other value, the key is
    /// ignored and logged as ``ConnectionEvent/Kind/keySkipped``.
    ///
    /// ```swift
    /// DBusKey("mpris:length", \Track.length).lenient
    /// ```
    public var lenient: DBusKey {
        var key = self
        key.isLenient = true
        return key
    }
}

extension DBusType {
    /// Makes the equivalent of a value of another type; nil when it has none.
    init?(alike value: DBusValue) {
        let found: Any?
        if let type = Self.self as? any FixedWidthInteger.Type {
            found = value.integer.flatMap { Self.convert($0, to: type) }
        } else if Self.self == Double.self {
            found = value.integer.map { Self.double($0) }
        } else {
            switch value {
            case .string(let text) where Self.self == ObjectPath.self: found = ObjectPath(rawValue: text)
            case .objectPath(let path) where Self.self == String.self: found = path.rawValue
            default: found = nil
            }
        }
        guard let found = found as? Self else { return nil }
        self = found
    }

    private static func convert<Number: FixedWidthInteger>(_ value: any BinaryInteger, to _: Number.Type) -> Any? {
        Number(exactly: value)
    }

    private static func double(_ value: any BinaryInteger) -> Double { Double(value) }
}

extension DBusValue {
    /// The value if it is an integer.
    fileprivate var integer: (any BinaryInteger)? {
        switch unwrapped {
        case .byte(let value): value
        case .int16(let value): value
        case .uint16(let value): value
        case .int32(let value): value
        case .uint32(let value): value
        case .int64(let value): value
        case .uint64(let value): value
        default: nil
        }
    }
}
