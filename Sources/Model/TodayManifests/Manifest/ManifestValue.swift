internal import TodayModel
package import DBus

/// The syntax of manifest values. The functions return the value that the same key has on the bus.
package enum ManifestValue {
    /// The form of a key's value.
    package enum Form: Sendable {
        case string, boolean, integer, number, interval, height, bytes, strings, insets
    }

    /// The reason why a value is refused.
    package struct Reason: Error {
        package let text: String
        package init(text: String) { self.text = text }
    }

    /// Returns the value that the same key has on the bus.
    package static func parse(_ raw: Substring, as form: Form) throws(Reason) -> DBusValue {
        switch form {
        case .string: return .string(try unescape(raw))
        case .boolean: return .boolean(try boolean(raw))
        case .integer: return .uint64(try scaled(raw, by: ["": 1], named: "an integer"))
        case .number: return .double(try number(String(raw)))
        case .interval:
            let units: KeyValuePairs<String, UInt64> = ["": 1, "s": 1, "min": 60, "h": 3600, "d": 86400]
            return .uint64(try scaled(raw, by: units, named: "a time such as 90 (seconds), 15min, 2h or 1d"))
        case .bytes:
            let units: KeyValuePairs<String, UInt64> = ["": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
            return .uint64(try scaled(raw, by: units, named: "a size such as 500K, 32M or 1G"))
        case .height: return .structure([.double(0), .double(try number(String(raw)))])
        case .strings: return .strings(try list(raw))
        case .insets:
            var sides: [DBusValue] = []
            for side in try list(raw) { sides.append(.double(try number(side))) }
            guard sides.count == 4 else { throw Reason(text: "\(String(raw).excerpt) is not four numbers") }
            return .structure(sides)
        }
    }

    package static func boolean(_ raw: Substring) throws(Reason) -> Bool {
        switch raw {
        case "true": return true
        case "false": return false
        default: throw Reason(text: "\(String(raw).excerpt) isn't true or false")
        }
    }

    /// Resolves `\s \n \t \r \\`.
    package static func unescape(_ raw: Substring) throws(Reason) -> String {
        let parts = try unescape(raw, splitting: false)
        return parts.first ?? ""
    }

    /// Splits a list with `;` after or between its elements; `\;` is a semicolon within an element.
    package static func list(_ raw: Substring) throws(Reason) -> [String] {
        try unescape(raw, splitting: true)
    }

    private static func unescape(_ raw: Substring, splitting: Bool) throws(Reason) -> [String] {
        var parts: [String] = []
        var current = String.UnicodeScalarView()
        var scalars = raw.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            if splitting, scalar == ";" {
                parts.append(String(current))
                current = String.UnicodeScalarView()
                continue
            }
            guard scalar == "\\" else {
                current.append(scalar)
                continue
            }
            switch scalars.next() {
            case "s": current.append(" ")
            case "n": current.append("\n")
            case "t": current.append("\t")
            case "r": current.append("\r")
            case "\\": current.append("\\")
            case ";" where splitting: current.append(";")
            case let other?:
                let sequence = "\\\(other.shown)"
                throw Reason(text: "\(sequence) in \(String(raw).excerpt) is not an escape")
            case nil: throw Reason(text: "\(String(raw).excerpt) ends inside an escape")
            }
        }
        if !splitting || !current.isEmpty { parts.append(String(current)) }
        return parts
    }

    /// Reads a whole number with a unit; spaces may separate them.
    private static func scaled(
        _ raw: Substring, by units: KeyValuePairs<String, UInt64>, named name: String
    ) throws(Reason) -> UInt64 {
        let digits = raw.utf8.prefix { (0x30...0x39).contains($0) }
        let unit = Substring(raw.utf8[digits.endIndex...].drop { $0 == 0x20 })
        guard !digits.isEmpty, let factor = units.first(where: { $0.key == unit })?.value else {
            throw Reason(text: "\(String(raw).excerpt) is not \(name)")
        }
        let product = UInt64(Substring(digits))?.multipliedReportingOverflow(by: factor)
        guard let product, !product.overflow else { throw Reason(text: "\(String(raw).excerpt) is too large") }
        return product.partialValue
    }

    /// Reads a decimal number, such as `37` or `-1.5`.
    private static func number(_ text: String) throws(Reason) -> Double {
        let isDecimal = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }
        guard isDecimal, let number = Double(text), number.isFinite else {
            throw Reason(text: "\(text.excerpt) is not a number")
        }
        return number
    }
}
