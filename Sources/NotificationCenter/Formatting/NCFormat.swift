/// Numbers as text for people, the same in every locale.
public enum NCFormat {
    /// A share as a percentage, such as `50.0%` for 0.5.
    ///
    /// - Parameters:
    ///   - share: 1 is 100 %.
    ///   - decimals: digits behind the point, 0 to 6.
    public static func percent(_ share: Double, decimals: Int = 1) -> String { number(share * 100, decimals) + "%" }

    /// A size of a file or disk, in the units of 1000 that file managers and disk makers use: `999 bytes`, `1 KB`,
    /// `1.5 MB`, `499.96 GB`. MB have at most one digit behind the point, larger units two.
    public static func byteCount(_ bytes: UInt64) -> String {
        if bytes < 1000 { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
        var unit: UInt64 = 1000
        for (index, name) in ["KB", "MB", "GB", "TB", "PB", "EB"].enumerated() {
            let scale: UInt64 = [1, 10, 100][min(index, 2)]
            // In tenths or hundredths of the unit; divided first, as the product might not fit.
            let step = unit / scale
            let rounded = bytes / step + (bytes % step >= step - bytes % step ? 1 : 0)
            if rounded < 1000 * scale || name == "EB" { return "\(trimmed(rounded, scale)) \(name)" }
            unit *= 1000
        }
        return "\(bytes) bytes"
    }

    /// `value` divided by `scale`, without zeros at the end.
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
