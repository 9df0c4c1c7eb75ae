package import DBus

/// A key of an App Group: any string. Two keys are equal if their bytes are; `String` also treats two spellings of one
/// letter as equal, and one of the keys would be lost.
package struct GroupKey: DBusBasicType, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    package let text: String

    package init(_ text: String) { self.text = text }
    package init(stringLiteral text: String) { self.text = text }

    package static func == (one: GroupKey, other: GroupKey) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    package var description: String { text.quoted }

    // MARK: D-Bus string

    package static var signature: Signature { String.signature }
    package init(from reader: inout MessageReader) throws(UnmarshallingError) { text = try String(from: &reader) }
    package func write(to writer: inout MessageWriter) throws(MarshallingError) { try text.write(to: &writer) }
}
