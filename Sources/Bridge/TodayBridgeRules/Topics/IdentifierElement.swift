/// Makes elements of widget identifiers from names that may have any characters.
package enum IdentifierElement {
    private static let maximumBytes = 48

    /// Returns an element, which differs for different names: a name that isn't an element ends with a hash.
    package static func element(of name: String) -> String {
        var bytes = name.utf8.map { isAllowed($0) ? $0 : UInt8(ascii: "-") }
        let isElement = bytes.elementsEqual(name.utf8) && bytes.count <= maximumBytes
        if let first = bytes.first, isElement, isLetter(first) || first == UInt8(ascii: "_") { return name }
        bytes = Array(bytes.prefix(maximumBytes))
        let hash = String(hash(name), radix: 16)
        return "_" + String(decoding: bytes, as: UTF8.self) + "_" + hash
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    /// FNV-1a, which stays the same across versions of Swift.
    private static func hash(_ name: String) -> UInt64 {
        name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
