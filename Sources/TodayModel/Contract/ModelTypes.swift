public import DBus

// How values of the model look on the bus.

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

    /// In the order top, left, bottom, right.
    public func write(to writer: inout MessageWriter) throws(MarshallingError) {
        try Struct(top, left, bottom, right).write(to: &writer)
    }
}

extension Timestamp: DBusType {
    public static var signature: Signature { UInt64.signature }

    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        self.init(microseconds: try UInt64(from: &reader))
    }

    public func write(to writer: inout MessageWriter) throws(MarshallingError) { try microseconds.write(to: &writer) }
}

extension WidgetIdentifier: DBusType {
    public static var signature: Signature { String.signature }

    /// Reads an identifier. Its grammar is the caller's to check, who knows how to refuse it by name.
    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        let text = try String(from: &reader)
        guard let identifier = WidgetIdentifier(rawValue: text) else {
            throw UnmarshallingError(expected: "a widget identifier", found: text.debugDescription)
        }
        self = identifier
    }

    public func write(to writer: inout MessageWriter) throws(MarshallingError) { try rawValue.write(to: &writer) }
}

extension Content: DBusType {
    public static let signature = Signature(unchecked: "(sa{sv}av)")

    /// Reads a tree as it is, without validating it.
    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        self = try reader.readContainer(.structure) { (inner) throws(UnmarshallingError) in
            let kind = try String(from: &inner)
            let attributes = try [String: DBusValue](from: &inner)
            var children: [Content] = []
            try inner.readContainer(.array) { (list) throws(UnmarshallingError) in
                while list.hasMore {
                    children.append(
                        try list.readContainer(.variant) { (child) throws(UnmarshallingError) in
                            try Content(from: &child)
                        })
                }
            }
            return Content(kind: kind, attributes: attributes, children: children)
        }
    }

    public func write(to writer: inout MessageWriter) throws(MarshallingError) {
        try writer.writeContainer(.structure) { (inner) throws(MarshallingError) in
            try kind.write(to: &inner)
            try attributes.write(to: &inner)
            try inner.writeContainer(.array, contents: DBusValue.signature) { (list) throws(MarshallingError) in
                for child in children {
                    try list.writeContainer(.variant, contents: Self.signature) { (slot) throws(MarshallingError) in
                        try child.write(to: &slot)
                    }
                }
            }
        }
    }
}
