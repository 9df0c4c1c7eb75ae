/// A URL that a widget may ask to open: absolute, following the grammar of RFC 3986, and at most ``Limits/urlBytes``
/// long. It isn't a `javascript:` or `data:` URL, even within `view-source:` and similar schemes.
///
/// The caller decides whether `file:` is allowed, because that depends on the sender; see ``isFile``.
public struct WidgetURL: Hashable, Sendable, CustomStringConvertible {
    /// The unchanged URL.
    public let string: String
    /// The scheme in lower case, without the colon.
    public let scheme: String

    /// Whether the URL names a local file, directly or within `view-source:` and similar schemes.
    public let isFile: Bool

    public var description: String { string }

    /// Validates `string`. The path of the fault is empty.
    public init(_ string: String) throws(Fault) {
        var parser = URLParser(Array(string.utf8.prefix(Limits.urlBytes + 1)))
        switch parser.parse() {
        case .success(let schemes):
            self.string = string
            scheme = schemes.outer
            isFile = schemes.inner == "file"
        case .failure(let reason):
            throw Fault(message: "\(string.excerpt) is not a URL to open: \(reason.text)")
        }
    }
}

/// Parses a URL by the grammar of RFC 3986, appendix A.
private struct URLParser {
    struct Reason: Error { let text: String }

    /// The schemes in lower case. They differ if one URL wraps another.
    typealias Schemes = (outer: String, inner: String)

    /// Schemes whose remainder is another URL, which a browser loads.
    private static let wrapping: Set<String> = ["feed", "jar", "view-source"]

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func parse() -> Result<Schemes, Reason> {
        func refuse(_ text: String) -> Result<Schemes, Reason> { .failure(Reason(text: text)) }
        if bytes.count > Limits.urlBytes { return refuse("it is longer than \(Limits.urlBytes) bytes") }
        guard let (scheme, behind) = Self.scheme(of: bytes[...]) else {
            return refuse("it does not start with a scheme, so it is not absolute")
        }
        var inner = (scheme: scheme, rest: behind)
        while Self.wrapping.contains(inner.scheme), let next = Self.scheme(of: inner.rest) { inner = next }
        if inner.scheme == "javascript" || inner.scheme == "data" { return refuse("\(inner.scheme): is not allowed") }
        var rest = behind
        if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
            if let reason = Self.fault(in: rest[(hash + 1)...], allowing: "/?:@") { return refuse(reason) }
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            if let reason = Self.fault(in: rest[(mark + 1)...], allowing: "/?:@") { return refuse(reason) }
            rest = rest[..<mark]
        }
        var host: ArraySlice<UInt8> = []
        if rest.starts(with: "//".utf8) {
            let afterSlashes = rest.dropFirst(2)
            let end = afterSlashes.firstIndex(of: UInt8(ascii: "/")) ?? afterSlashes.endIndex
            switch Self.host(of: afterSlashes[..<end]) {
            case .success(let found): host = found
            case .failure(let reason): return .failure(reason)
            }
            rest = afterSlashes[end...]
        }
        if let reason = Self.fault(in: rest, allowing: "/:@") { return refuse(reason) }
        // RFC 9110, 4.2.1: a recipient refuses these two without a host.
        if host.isEmpty, scheme == "http" || scheme == "https" { return refuse("it has no host") }
        return .success((scheme, inner.scheme))
    }

    /// Returns the scheme in lower case and the text after its colon; nil without a scheme.
    private static func scheme(of bytes: ArraySlice<UInt8>) -> (scheme: String, rest: ArraySlice<UInt8>)? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), isScheme(bytes[..<colon]) else { return nil }
        return (String(decoding: bytes[..<colon], as: UTF8.self).lowercased(), bytes[(colon + 1)...])
    }

    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
    }

    private static func host(of authority: ArraySlice<UInt8>) -> Result<ArraySlice<UInt8>, Reason> {
        var rest = authority
        if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
            if let reason = fault(in: rest[..<at], allowing: ":") { return .failure(Reason(text: reason)) }
            rest = rest[(at + 1)...]
        }
        var host = rest
        var port: ArraySlice<UInt8> = []
        if rest.first == UInt8(ascii: "[") {
            guard let bracket = rest.firstIndex(of: UInt8(ascii: "]")) else {
                return .failure(Reason(text: "its host has [ without ]"))
            }
            host = rest[(rest.startIndex + 1)..<bracket]
            port = rest[(bracket + 1)...]
            guard isIPv6(host) || isFutureAddress(host), port.isEmpty || port.first == UInt8(ascii: ":") else {
                return .failure(Reason(text: "its host is malformed"))
            }
            port = port.dropFirst()
        } else {
            if let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
                host = rest[..<colon]
                port = rest[(colon + 1)...]
            }
            if let reason = fault(in: host, allowing: "") { return .failure(Reason(text: reason)) }
        }
        return port.allSatisfy(isDigit) ? .success(host) : .failure(Reason(text: "its port is not a number"))
    }

    /// Returns whether it is an `IPv6address`: eight groups, where `::` stands for one or more zero groups, and an IPv4
    /// address may replace the last two.
    private static func isIPv6(_ bytes: ArraySlice<UInt8>) -> Bool {
        let colon = UInt8(ascii: ":")
        guard let gap = bytes.indices.first(where: { bytes[$0...].starts(with: [colon, colon]) }) else {
            return groups(bytes, mayEndInIPv4: true) == 8
        }
        let before = bytes[..<gap].isEmpty ? 0 : groups(bytes[..<gap], mayEndInIPv4: false)
        let after = bytes[(gap + 2)...].isEmpty ? 0 : groups(bytes[(gap + 2)...], mayEndInIPv4: true)
        guard let before, let after else { return false }
        return before + after <= 7
    }

    /// Returns the number of groups of 16 bits; nil if the address holds anything else.
    private static func groups(_ bytes: ArraySlice<UInt8>, mayEndInIPv4: Bool) -> Int? {
        var parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var count = 0
        if mayEndInIPv4, let last = parts.last, last.contains(UInt8(ascii: ".")) {
            guard isIPv4(last) else { return nil }
            parts.removeLast()
            count = 2
        }
        guard parts.allSatisfy({ (1...4).contains($0.count) && $0.allSatisfy(isHexDigit) }) else { return nil }
        return count + parts.count
    }

    private static func isIPv4(_ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                (1...3).contains(part.count) && part.allSatisfy(isDigit) && (part.count == 1 || part.first != 0x30)
                    && part.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 255
            }
    }

    /// `IPvFuture`, such as `v1.a:b`.
    private static func isFutureAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == UInt8(ascii: "v") || bytes.first == UInt8(ascii: "V"),
            let dot = bytes.firstIndex(of: UInt8(ascii: "."))
        else { return false }
        let version = bytes[(bytes.startIndex + 1)..<dot]
        let address = bytes[(dot + 1)...]
        return !version.isEmpty && version.allSatisfy(isHexDigit) && !address.isEmpty
            && address.allSatisfy { isUnreserved($0) || isSubDelimiter($0) || $0 == 0x3A }
    }

    /// Checks unreserved characters, percent-encoded bytes, sub-delimiters, and those in `extra`.
    private static func fault(in bytes: ArraySlice<UInt8>, allowing extra: StaticString) -> String? {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "%") {
                guard bytes.endIndex - index >= 2, isHexDigit(bytes[index]), isHexDigit(bytes[index + 1]) else {
                    return "it has a % without two hexadecimal digits"
                }
                index += 2
                continue
            }
            let isExtra = extra.withUTF8Buffer { $0.contains(byte) }
            if isUnreserved(byte) || isSubDelimiter(byte) || isExtra { continue }
            if byte >= 0x80 { return "it has a character that is not percent-encoded" }
            let character = String(decoding: CollectionOfOne(byte), as: UTF8.self)
            return "it has \(character.debugDescription) where RFC 3986 does not allow it"
        }
        return nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte | 0x20) }
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || "-._~".utf8.contains(byte)
    }
    private static func isSubDelimiter(_ byte: UInt8) -> Bool { "!$&'()*+,;=".utf8.contains(byte) }
}
