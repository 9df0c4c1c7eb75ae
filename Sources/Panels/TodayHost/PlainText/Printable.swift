internal import TodayModel

extension String {
    /// The string on one line, with a visible replacement for control characters, so that no widget can control the
    /// terminal.
    package var printable: String {
        let isControl = { (scalar: Unicode.Scalar) in scalar.isControl || scalar.isDeceptive }
        if !unicodeScalars.contains(where: isControl) { return self }
        return String(
            String.UnicodeScalarView(unicodeScalars.map { $0 == "\n" ? " " : isControl($0) ? "\u{FFFD}" : $0 }))
    }
}
