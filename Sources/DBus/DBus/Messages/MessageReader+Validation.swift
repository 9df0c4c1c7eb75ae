internal import TodayCLibrary

/// libdbus's rules for received messages, for bytes that it hasn't validated.
extension MessageReader {
    /// Returns a string, an object path or a signature; nil when the bytes are invalid.
    static func validated(_ bytes: UnsafeRawBufferPointer, as code: TypeCode) -> String? {
        // Invalid UTF-8 is repaired, and then differs from the input. This takes a quarter of the time of
        // `String(validating:as:)`.
        var text = String(decoding: bytes, as: UTF8.self)
        guard let start = bytes.baseAddress else { return nil }
        let isSame = text.withUTF8 { decoded in
            guard let first = decoded.baseAddress else { return bytes.isEmpty }
            return decoded.count == bytes.count && memcmp(first, start, bytes.count) == 0
        }
        let isValid =
            switch code {
            case .objectPath: ObjectPath.fault(in: text) == nil
            case .signature: Signature.fault(in: text) == nil
            default: memchr(start, 0, bytes.count) == nil
            }
        return isSame && isValid ? text : nil
    }

    /// Whether a signature is valid as the type of a variant.
    static func isOneType(_ signature: UnsafeBufferPointer<UInt8>) -> Bool {
        // The most frequent case: one basic type.
        if signature.count == 1, TypeCode(rawValue: signature[0])?.isBasic == true { return true }
        var scanner = SignatureScanner(bytes: signature)
        return scanner.faultOfContents(inArray: false) == nil
    }
}
