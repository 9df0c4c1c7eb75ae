/// The time from one run to the next, in the form of file names and headers: `5s`, `500ms`, `10m`, `2h`, `1d`.
package struct ScriptInterval: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// In milliseconds, at least 1.
    package let milliseconds: UInt64

    package init(milliseconds: UInt64) { self.milliseconds = max(1, milliseconds) }

    package static func seconds(_ seconds: UInt64) -> ScriptInterval {
        ScriptInterval(milliseconds: seconds.multipliedReportingOverflow(by: 1000).partialValue)
    }

    /// The units, longest first.
    private static let units: [(name: String, milliseconds: UInt64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
    ]

    /// The longest interval: a hundred years.
    private static let longest: UInt64 = 36_500 * 86_400_000

    /// Reads a whole number above 0 with its unit; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let digits = text.utf8.prefix { (0x30...0x39).contains($0) }
        guard let number = UInt64(String(decoding: digits, as: UTF8.self)), number > 0 else { return nil }
        let name = String(decoding: text.utf8.dropFirst(digits.count), as: UTF8.self).lowercased()
        guard let unit = Self.units.first(where: { $0.name == name }) else { return nil }
        let (product, isTooLong) = number.multipliedReportingOverflow(by: unit.milliseconds)
        milliseconds = isTooLong ? Self.longest : min(product, Self.longest)
    }

    /// The interval in the largest unit that gives a whole number.
    package var description: String {
        for unit in Self.units where milliseconds % unit.milliseconds == 0 {
            return "\(milliseconds / unit.milliseconds)\(unit.name)"
        }
        return "\(milliseconds)ms"
    }

    package static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }
}
