internal import TodayModel

/// The pictures that scripts print in base64.
enum PictureData {
    /// Returns the bytes of a picture that content may have, or the reason why it isn't valid.
    static func read(_ text: String) -> Result<[UInt8], Fault> {
        guard let bytes = Base64.decode(padded(text)) else {
            return .failure(Fault(message: "\(text.excerpt) is not base64"))
        }
        if let reason = ImageData.fault(in: bytes) { return .failure(Fault(message: reason)) }
        return .success(bytes)
    }

    /// Returns base64 with the padding that some scripts omit.
    private static func padded(_ text: String) -> String {
        let isURL = text.utf8.starts(with: "data:".utf8)
        let digits = isURL ? String(text.unicodeScalars.drop { $0 != "," }.dropFirst()) : text
        let missing = (4 - digits.utf8.count % 4) % 4
        return missing == 3 ? digits : digits + String(repeating: "=", count: missing)
    }
}
