internal import TodayCLibrary

/// Numbers with four significant digits.
enum ShortNumber {
    /// Formats a number as `%.4g` of printf(3): `0.4`, `1235`, `1.235e+06`.
    static func text(_ number: Double) -> String {
        let bytes = [CChar](unsafeUninitializedCapacity: 32) { buffer, count in
            let length = withVaList([number]) { vsnprintf(buffer.baseAddress, buffer.count, "%.4g", $0) }
            count = max(Int(length), 0)
        }
        return String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
