internal import Glibc

/// An opaque color of the sRGB color space.
package struct RGBColor: Hashable, Sendable {
    /// Each from 0 to 1.
    package let red, green, blue: Double

    /// Creates a color from its parts. Returns nil if a part is outside 0…1. The desktop portal uses such parts for "no
    /// color" (org.freedesktop.portal.Settings, "accent-color").
    package init?(red: Double, green: Double, blue: Double) {
        guard [red, green, blue].allSatisfy((0.0...1.0).contains) else { return nil }
        self.init(unchecked: red, green, blue)
    }

    private init(unchecked red: Double, _ green: Double, _ blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    package static let black = RGBColor(unchecked: 0, 0, 0)
    package static let white = RGBColor(unchecked: 1, 1, 1)

    /// The color in CSS notation: `#1c71d8`.
    package var hexadecimal: String {
        "#"
            + [red, green, blue].map { part in
                let digits = String(Int((part * 255).rounded()), radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }.joined()
    }

    /// The perceived brightness from 0 to 1: the relative luminance of WCAG 2.1.
    package var luminance: Double {
        func linear(_ part: Double) -> Double {
            part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Returns the contrast ratio of WCAG 2.1: from 1 for equal colors to 21 for black and white.
    package func contrast(to other: RGBColor) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// Returns a color between this one and another; a share of 0 is this color, 1 the other.
    package func mixed(with other: RGBColor, _ share: Double) -> RGBColor {
        func between(_ own: Double, _ others: Double) -> Double { own + (others - own) * min(max(share, 0), 1) }
        return RGBColor(
            unchecked: between(red, other.red), between(green, other.green), between(blue, other.blue))
    }

    /// Returns this color in another lightness, from 0 for black to 1 for white, with the same hue and saturation. A
    /// mix with white would become pale.
    private func withLightness(_ lightness: Double) -> RGBColor {
        let (low, high) = (min(red, green, blue), max(red, green, blue))
        let own = self.lightness
        let saturation = high > low ? (high - low) / (1 - abs(2 * own - 1)) : 0
        let chroma = (1 - abs(2 * lightness - 1)) * saturation
        func part(_ own: Double) -> Double {
            let share = high > low ? (own - low) / (high - low) : 0
            return min(max(lightness - chroma / 2 + chroma * share, 0), 1)
        }
        return RGBColor(unchecked: part(red), part(green), part(blue))
    }

    /// The lightness of the color model HSL.
    private var lightness: Double { (min(red, green, blue) + max(red, green, blue)) / 2 }

    /// Returns this color, made lighter or darker by the least step that makes it readable on all backgrounds.
    ///
    /// - Parameter ratio: the required contrast; WCAG 2.1 requires 4.5 for text, 7 for text of higher contrast and 3
    ///   for shapes.
    /// - Returns: if no mix reaches the ratio, as on medium gray, black or white, whichever has more contrast.
    package func readable(on backgrounds: [RGBColor], ratio: Double) -> RGBColor {
        func worst(_ color: RGBColor) -> Double { backgrounds.map(color.contrast).min() ?? .infinity }
        let end: RGBColor = worst(.black) > worst(.white) ? .black : .white
        // A screen shows 256 steps for each part, so more steps would make no difference.
        for step in 0...255 {
            let share = Double(step) / 255
            let color = (step == 0 ? self : withLightness(lightness + (end.lightness - lightness) * share)).rounded
            if worst(color) >= ratio { return color }
        }
        return end
    }

    /// The color as a screen shows it, with 256 steps for each part.
    package var rounded: RGBColor {
        func round(_ part: Double) -> Double { (part * 255).rounded() / 255 }
        return RGBColor(unchecked: round(red), round(green), round(blue))
    }
}
