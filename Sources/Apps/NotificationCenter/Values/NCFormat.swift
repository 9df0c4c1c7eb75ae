internal import TodayModel

/// Functions that format numbers for users. They follow the locale of the panels, ``NSExtensionContext/locale``, or that
/// of the program's environment before the first context. The examples are in the locale `C`.
public enum NCFormat {
    /// Formats a share as a percentage, such as `50.0%` for 0.5.
    ///
    /// - Parameters:
    ///   - share: The share; 1 is 100 %.
    ///   - decimals: The number of decimal places, 0 to 6.
    public static func percent(_ share: Double, decimals: Int = 1) -> String {
        let decimals = min(max(decimals, 0), 6)
        let scale = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
        // Halves are rounded away from zero. Adding 0 removes the sign of a negative zero.
        let rounded = (share * 100 * scale).rounded() / scale + 0
        return Language.percent(rounded / 100, decimals: decimals)
    }

    /// Formats a size of a file or disk. Units are powers of 1000, as in file managers and disk labels: `999 bytes`, `1
    /// KB`, `1.5 MB`, `499.96 GB`. MB have at most one decimal place, larger units two.
    ///
    /// - Parameters:
    ///   - bytes: The size.
    ///   - binary: Whether units are powers of 1024, as in memory sizes: `1 KiB`, `1.5 MiB`.
    public static func byteCount(_ bytes: UInt64, binary: Bool = false) -> String {
        Language.bytes(bytes, binary: binary)
    }
}
