internal import Glibc

/// An opaque colour of the sRGB colour space.
package struct RGBColor: Hashable, Sendable {
    /// Each from 0 to 1.
    package let red, green, blue: Double

    /// Makes a colour of its parts. Nil if one is not within 0…1; those of the desktop's portal then mean that there is no
    /// colour (org.freedesktop.portal.Settings, "accent-color").
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

    /// As in CSS: `#1c71d8`.
    package var hexadecimal: String {
        "#"
            + [red, green, blue].map { part in
                let digits = String(Int((part * 255).rounded()), radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }.joined()
    }

    /// How bright it is for the eye, from 0 to 1: the relative luminance of WCAG 2.1.
    package var luminance: Double {
        func linear(_ part: Double) -> Double {
            part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// How well one can be told from the other: from 1 for the same to 21 for black and white. WCAG 2.1, "contrast ratio".
    package func contrast(to other: RGBColor) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// The colour between this one and another; 0 is this one, 1 the other.
    package func mixed(with other: RGBColor, _ share: Double) -> RGBColor {
        func between(_ own: Double, _ others: Double) -> Double { own + (others - own) * min(max(share, 0), 1) }
        return RGBColor(
            unchecked: between(red, other.red), between(green, other.green), between(blue, other.blue))
    }

    /// This colour, with as much black or white as it takes to be told from all of the backgrounds, and no more.
    ///
    /// - Parameter ratio: the contrast wanted; WCAG 2.1 asks for 4.5 for text, 7 for text of higher contrast and 3 for
    ///   shapes.
    /// - Returns: black or white, whichever is told better, when nothing reaches the ratio, as on middle grey.
    package func readable(on backgrounds: [RGBColor], ratio: Double) -> RGBColor {
        func worst(_ color: RGBColor) -> Double { backgrounds.map(color.contrast).min() ?? .infinity }
        let end: RGBColor = worst(.black) > worst(.white) ? .black : .white
        // What is shown has 256 steps for each part, and so has the way.
        for step in 0...255 {
            let color = mixed(with: end, Double(step) / 255).rounded
            if worst(color) >= ratio { return color }
        }
        return end
    }

    /// As a screen shows it, with 256 steps for each part.
    private var rounded: RGBColor {
        func round(_ part: Double) -> Double { (part * 255).rounded() / 255 }
        return RGBColor(unchecked: round(red), round(green), round(blue))
    }
}
