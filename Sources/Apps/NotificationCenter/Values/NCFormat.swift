/// Functions that format numbers for users, the same in every locale.
public enum NCFormat {
    /// Formats a share as a percentage, such as `50.0%` for 0.5.
    ///
    /// - Parameters:
    ///   - share: The share; 1 is 100 %.
    ///   - decimals: The number of decimal places, 0 to 6.
    public static func percent(_ share: Double, decimals: Int = 1) -> String { number(share * 100, decimals) + "%" }

    /// Formats a size of a file or disk. Units are powers of 1000, as in file managers and disk labels: `999 bytes`, `1
    /// KB`, `1.5 MB`, `499.96 GB`. MB have at most one decimal place, larger units two.
    ///
    /// - Parameters:
    ///   - bytes: The size.
    ///   - binary: Whether units are powers of 1024, as in memory sizes: `1 KiB`, `1.5 MiB`.
    public static func byteCount(_ bytes: UInt64, binary: Bool = false) -> String {
        let base: UInt64 = binary ? 1024 : 1000
        if bytes < base { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
        var unit = base
        for (index, prefix) in ["K", "M", "G", "T", "P", "E"].enumerated() {
            let scale: UInt64 = [1, 10, 100][min(index, 2)]
            // In tenths or hundredths of the unit.
            let rounded = UInt64((UInt128(bytes) * UInt128(scale) + UInt128(unit) / 2) / UInt128(unit))
            if rounded < base * scale || prefix == "E" {
                return "\(trimmed(rounded, scale)) \(prefix)\(binary ? "iB" : "B")"
            }
            unit *= base
        }
        return "\(bytes) bytes"
    }

    /// Returns `value` divided by `scale`, without trailing zeros.
    private static func trimmed(_ value: UInt64, _ scale: UInt64) -> String {
        let whole = value / scale
        let fraction = value % scale
        if fraction == 0 { return "\(whole)" }
        if scale == 100, fraction % 10 != 0 { return "\(whole).\(fraction < 10 ? "0" : "")\(fraction)" }
        return "\(whole).\(scale == 100 ? fraction / 10 : fraction)"
    }

    private static func number(_ value: Double, _ decimals: Int) -> String {
        let decimals = min(max(decimals, 0), 6)
        let scale = (0..<decimals).reduce(Int64(1)) { power, _ in power * 10 }
        guard let scaled = Int64(exactly: (value * Double(scale)).rounded()) else { return "\(value)" }
        let sign = scaled < 0 ? "-" : ""
        let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
        if decimals == 0 { return "\(sign)\(whole)" }
        let digits = String(fraction)
        return "\(sign)\(whole)." + String(repeating: "0", count: decimals - digits.utf8.count) + digits
    }
}
