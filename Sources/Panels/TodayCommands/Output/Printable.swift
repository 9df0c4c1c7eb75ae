internal import TodayModel

extension String {
    /// The string on one line, with something visible in place of control characters: no widget gets to steer the
    /// terminal.
    var printable: String {
        let isControl = { (scalar: Unicode.Scalar) in scalar.isControl || scalar.isDeceptive }
        if !unicodeScalars.contains(where: isControl) { return self }
        return String(
            String.UnicodeScalarView(unicodeScalars.map { $0 == "\n" ? " " : isControl($0) ? "\u{FFFD}" : $0 }))
    }
}
