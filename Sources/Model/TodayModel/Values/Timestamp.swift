public import DBus

/// A wall-clock time, in microseconds since 1970-01-01 00:00 UTC.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// 0 means "never".
    public var microseconds: UInt64

    /// Makes a time from microseconds.
    public init(microseconds: UInt64) { self.microseconds = microseconds }

    /// The value for "never".
    public static let never = Timestamp(microseconds: 0)

    public static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }
}

extension Timestamp: DBusType {
    public static var signature: Signature { UInt64.signature }

    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        self.init(microseconds: try UInt64(from: &reader))
    }

    public func write(to writer: inout MessageWriter) throws(MarshallingError) { try microseconds.write(to: &writer) }
}
