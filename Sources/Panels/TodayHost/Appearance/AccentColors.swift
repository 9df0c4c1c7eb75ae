/// What an accent colour becomes on a theme's backgrounds.
package struct AccentColors: Hashable, Sendable {
    /// For everything that has the accent: text, lines, and what is filled.
    package let accent: RGBColor
    /// For text on ``accent``.
    package let textOnAccent: RGBColor

    /// Keeps to the accent as far as it can be read.
    ///
    /// - Parameters:
    ///   - backgrounds: whatever it stands on.
    ///   - wantsMoreContrast: asks for the enhanced contrast of WCAG 2.1.
    package init(_ accent: RGBColor, on backgrounds: [RGBColor], wantsMoreContrast: Bool) {
        let ratio = wantsMoreContrast ? 7 : 4.5
        let readable = accent.readable(on: backgrounds, ratio: ratio)
        self.accent = readable
        textOnAccent = readable.contrast(to: .white) >= readable.contrast(to: .black) ? .white : .black
    }
}
