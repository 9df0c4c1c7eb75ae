public import DBus

/// A width and a height, in the panel's logical pixels.
public struct Size: Hashable, Sendable {
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// Makes a size.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// No preference.
    public static let zero = Size(width: 0, height: 0)

    /// The size as `(dd)`.
    public var dbusValue: DBusValue { .structure([.double(width), .double(height)]) }
}

/// The margins around a widget's content, in the panel's logical pixels. For a negative side, the panel's proposal
/// applies.
public struct EdgeInsets: Hashable, Sendable {
    /// The distance from the upper edge.
    public var top: Double
    /// The distance from the left edge.
    public var left: Double
    /// The distance from the lower edge.
    public var bottom: Double
    /// The distance from the right edge.
    public var right: Double

    /// Makes insets.
    public init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// The panel's proposal for all four sides.
    public static let asProposed = EdgeInsets(top: -1, left: -1, bottom: -1, right: -1)

    /// The insets as `(dddd)`: top, left, bottom, right.
    public var dbusValue: DBusValue { .structure([.double(top), .double(left), .double(bottom), .double(right)]) }
}

extension Size: DBusType {
    public static var signature: Signature { Struct<Double, Double>.signature }

    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        let (width, height) = try Struct<Double, Double>(from: &reader).fields
        self.init(width: width, height: height)
    }

    public func write(to writer: inout MessageWriter) throws(MarshallingError) {
        try Struct(width, height).write(to: &writer)
    }
}

extension EdgeInsets: DBusType {
    public static var signature: Signature { Struct<Double, Double, Double, Double>.signature }

    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        let (top, left, bottom, right) = try Struct<Double, Double, Double, Double>(from: &reader).fields
        self.init(top: top, left: left, bottom: bottom, right: right)
    }

    /// Writes the sides in the order top, left, bottom, right.
    public func write(to writer: inout MessageWriter) throws(MarshallingError) {
        try Struct(top, left, bottom, right).write(to: &writer)
    }
}
