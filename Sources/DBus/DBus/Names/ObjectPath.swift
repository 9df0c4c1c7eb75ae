/// The path of an object within a connection, such as `/org/example/Thing`.
///
/// Grammar: D-Bus specification, "Valid Object Paths".
public struct ObjectPath: DBusName {
    public static let kind = "object path"

    public let rawValue: String

    public init(unchecked rawValue: String) { self.rawValue = rawValue }

    public static func fault(in string: String) -> String? {
        let bytes = string.utf8
        guard bytes.first == UInt8(ascii: "/") else { return "it does not start with /" }
        if bytes.count == 1 { return nil }
        var previous = UInt8(ascii: "/")
        for byte in bytes.dropFirst() {
            if byte == UInt8(ascii: "/") {
                if previous == byte { return "it has an empty element" }
            } else if !Grammar.isLetter(byte) && !Grammar.isDigit(byte) {
                return "it has a character outside A-Z a-z 0-9 _"
            }
            previous = byte
        }
        return previous == UInt8(ascii: "/") ? "it ends with /" : nil
    }

    /// `/`, the root of every connection's object tree.
    public static let root = ObjectPath(unchecked: "/")

    /// The object that the message bus itself exports, `/org/freedesktop/DBus`.
    public static let bus = ObjectPath(unchecked: "/org/freedesktop/DBus")

    /// The path one element above; nil for the root.
    public var parent: ObjectPath? {
        guard rawValue.utf8.count > 1, let slash = lastSlash else { return nil }
        return slash == rawValue.startIndex ? .root : ObjectPath(unchecked: String(rawValue[..<slash]))
    }

    /// The last element; empty for the root.
    public var lastElement: Substring {
        guard let slash = lastSlash else { return "" }
        return rawValue[rawValue.utf8.index(after: slash)...]
    }

    private var lastSlash: String.Index? {
        // Called for each object that is added, removed or changed: much faster than the collection's own method.
        let offset = rawValue.utf8.withContiguousStorageIfAvailable { $0.lastIndex(of: UInt8(ascii: "/")) } ?? nil
        return offset.map { rawValue.utf8.index(rawValue.startIndex, offsetBy: $0) }
    }

    /// Whether this path is somewhere below `ancestor`.
    public func isDescendant(of ancestor: ObjectPath) -> Bool {
        if ancestor == .root { return self != .root }
        return rawValue.utf8.count > ancestor.rawValue.utf8.count + 1 && rawValue.hasPrefix(ancestor.rawValue)
            && rawValue.utf8.dropFirst(ancestor.rawValue.utf8.count).first == UInt8(ascii: "/")
    }

    /// Returns the path of a child whose last element represents any string.
    ///
    /// Every byte outside `A-Z a-z 0-9`, and a leading digit, becomes `_` and two lowercase hexadecimal digits, as in
    /// `sd_bus_path_encode`; the empty string becomes `_`.
    public func appending(escaping element: String) -> ObjectPath {
        let base = self == .root ? "" : rawValue
        return ObjectPath(unchecked: base + "/" + Self.escape(element))
    }

    private static func escape(_ element: String) -> String {
        if element.isEmpty { return "_" }
        let digits: StaticString = "0123456789abcdef"
        return String(unsafeUninitializedCapacity: element.utf8.count * 3) { bytes in
            var count = 0
            for byte in element.utf8 {
                let isLetter = Grammar.isLetter(byte) && byte != UInt8(ascii: "_")
                let isPlain = isLetter || (count > 0 && Grammar.isDigit(byte))
                bytes[count] = isPlain ? byte : UInt8(ascii: "_")
                count += 1
                if isPlain { continue }
                bytes[count] = digits.utf8Start[Int(byte >> 4)]
                bytes[count + 1] = digits.utf8Start[Int(byte & 15)]
                count += 2
            }
            return count
        }
    }
}
