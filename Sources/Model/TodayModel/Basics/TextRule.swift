/// The rules for strings.
package enum TextRule {
    /// Returns why `text` can't be shown: it is longer than ``Limits/stringBytes``, or has a C0 control character other
    /// than a line feed.
    package static func fault(in text: String) -> String? {
        fault(in: text) { $0 < 0x20 && $0 != 0x0A }
    }

    /// Returns why `text` can't be data: it is too long, or has a NUL, which D-Bus can't carry.
    static func faultAsData(in text: String) -> String? {
        fault(in: text) { $0 == 0 }
    }

    /// Returns why `text` can't be the path of a file: it is too long, or has a control character.
    package static func faultAsPath(in text: String) -> String? {
        if let reason = faultAsData(in: text) { return reason }
        guard let scalar = text.unicodeScalars.first(where: \.isControl) else { return nil }
        return "\(text.excerpt) has the control character \(name(of: UInt8(scalar.value)))"
    }

    @inline(__always)
    private static func fault(in text: String, isForbidden: (UInt8) -> Bool) -> String? {
        let length = text.utf8.count
        if length > Limits.stringBytes {
            return "\(text.excerpt) is \(length) bytes long, more than \(Limits.stringBytes)"
        }
        let scanned = text.utf8.withContiguousStorageIfAvailable { $0.first(where: isForbidden) }
        guard let byte = scanned ?? text.utf8.first(where: isForbidden) else { return nil }
        return "\(text.excerpt) has the control character \(name(of: byte))"
    }

    private static func name(of byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
