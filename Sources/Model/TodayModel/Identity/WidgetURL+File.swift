extension WidgetURL {
    /// The path of the local file that a `file:` URL names: RFC 8089. Nil for other schemes, other machines and invalid
    /// paths.
    public var localPath: String? {
        guard isFile else { return nil }
        var rest = Array(string.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst())[...]
        if let end = rest.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
            rest = rest[..<end]
        }
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let host = rest.prefix { $0 != UInt8(ascii: "/") }
            guard host.isEmpty || String(decoding: host, as: UTF8.self).lowercased() == "localhost" else { return nil }
            rest = rest[host.endIndex...]
        }
        guard rest.first == UInt8(ascii: "/"), let path = String(validating: Self.decoded(rest), as: UTF8.self),
            !path.utf8.contains(0)
        else { return nil }
        return path
    }

    /// Resolves percent-encoded bytes, which are well-formed in a valid URL.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%"), let high = rest.next(), let low = rest.next() else {
                result.append(byte)
                continue
            }
            result.append(value(of: high) << 4 | value(of: low))
        }
        return result
    }

    private static func value(of digit: UInt8) -> UInt8 {
        digit <= UInt8(ascii: "9") ? digit & 0x0F : (digit & 0x0F) + 9
    }
}
