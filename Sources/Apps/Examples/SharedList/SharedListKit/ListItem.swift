/// An item on the list, such as milk.
public struct ListItem: Hashable, Sendable {
    /// The name of the item. It is unique on the list.
    public let title: String

    /// The maximum length of a title in UTF-8 bytes.
    public static let maximumBytes = 200

    /// Makes an item; spaces around the title are removed.
    ///
    /// - Throws: ``ListError/invalidTitle(_:_:)`` if the title is empty or too long, or has control characters.
    public init(_ title: String) throws(ListError) {
        let trimmed = title.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
        self.title = String(trimmed)
        if self.title.isEmpty { throw .invalidTitle(title, "it is empty") }
        if self.title.utf8.count > Self.maximumBytes {
            throw .invalidTitle(title, "it is longer than \(Self.maximumBytes) bytes")
        }
        // C0, DEL and C1.
        let isControl = { (scalar: Unicode.Scalar) in scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) }
        if self.title.unicodeScalars.contains(where: isControl) {
            throw .invalidTitle(title, "it has a control character")
        }
    }

    // MARK: As a URL

    private static let prefix = "sharedlist://item/"

    /// The URL that opens the app at this item, such as `sharedlist://item/Milk`.
    public var url: String { Self.prefix + title.utf8.map(Self.escaped).joined() }

    /// Parses the URL of an item; nil if it is another URL.
    public init?(url: String) {
        // Schemes are case-insensitive. RFC 3986, section 3.1.
        guard url.utf8.count >= Self.prefix.utf8.count,
            String(decoding: url.utf8.prefix(Self.prefix.utf8.count), as: UTF8.self).lowercased() == Self.prefix,
            let title = Self.unescaped(url.utf8.dropFirst(Self.prefix.utf8.count)), let item = try? ListItem(title)
        else { return nil }
        self = item
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Returns a byte in the form that a URL has. RFC 3986, section 2.3.
    private static func escaped(_ byte: UInt8) -> String {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: String(UnicodeScalar(byte))
        case let byte where "-._~".utf8.contains(byte): String(UnicodeScalar(byte))
        default: String(decoding: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]], as: UTF8.self)
        }
    }

    private static func unescaped(_ text: some Sequence<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst().flatMap(value), let low = rest.popFirst().flatMap(value) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        // Hexadecimal digits are case-insensitive. RFC 3986, section 2.1.
        let upper = (0x61...0x66).contains(digit) ? digit - 0x20 : digit
        return digits.firstIndex(of: upper).map { UInt8($0) }
    }
}
