/// What an accent colour becomes on a theme's backgrounds.
package struct AccentColors: Hashable, Sendable {
    /// For text and thin lines.
    package let text: RGBColor
    /// For shapes, as a bar that is partly filled.
    package let fill: RGBColor
    /// For text on ``fill``.
    package let textOnFill: RGBColor

    /// Keeps to the accent as far as it can be read.
    ///
    /// - Parameters:
    ///   - backgrounds: whatever accented text stands on.
    ///   - wantsMoreContrast: asks for the enhanced contrast of WCAG 2.1.
    package init(_ accent: RGBColor, on backgrounds: [RGBColor], wantsMoreContrast: Bool) {
        let ratio = wantsMoreContrast ? 7 : 4.5
        text = accent.readable(on: backgrounds, ratio: ratio)
        fill = accent.readable(on: backgrounds, ratio: wantsMoreContrast ? 4.5 : 3)
        textOnFill =
            fill.contrast(to: .white) >= 4.5 || fill.contrast(to: .white) > fill.contrast(to: .black)
            ? .white : .black
    }
}
