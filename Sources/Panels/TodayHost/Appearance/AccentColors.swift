/// The colors that an accent color becomes on the backgrounds of a theme.
package struct AccentColors: Hashable, Sendable {
    /// For everything in the accent color: text, lines, and fills.
    package let accent: RGBColor
    /// For text on ``accent``.
    package let textOnAccent: RGBColor

    /// For the surfaces of switches, which bear a knob instead of text.
    package let fill: RGBColor
    /// For the knob on ``fill``.
    package let markOnFill: RGBColor

    /// Changes the accent only as far as readability requires.
    ///
    /// - Parameters:
    ///   - backgrounds: all backgrounds that the accent appears on.
    ///   - wantsMoreContrast: whether to use the enhanced contrast of WCAG 2.1.
    package init(_ accent: RGBColor, on backgrounds: [RGBColor], wantsMoreContrast: Bool) {
        let ratio = wantsMoreContrast ? 7 : 4.5
        let readable = accent.readable(on: backgrounds, ratio: ratio)
        self.accent = readable
        textOnAccent = readable.contrast(to: .white) >= readable.contrast(to: .black) ? .white : .black
        // Shapes need less contrast than text, and white looks better on a color.
        fill = wantsMoreContrast ? readable : accent.readable(on: backgrounds, ratio: 3)
        markOnFill = fill.contrast(to: .white) >= 3 ? .white : .black
    }
}
