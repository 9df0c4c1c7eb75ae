import Testing
import TodayHost

@Suite struct ColorTests {
    private let blue = RGBColor(red: 0.11, green: 0.44, blue: 0.85)!
    private let yellow = RGBColor(red: 1, green: 0.9, blue: 0.2)!

    @Test func onlyPartsFromNoneToAllAreAColour() {
        for wrong in [-0.01, 1.01, .nan, .infinity, -.infinity] {
            #expect(RGBColor(red: wrong, green: 0, blue: 0) == nil)
            #expect(RGBColor(red: 0, green: wrong, blue: 0) == nil)
            #expect(RGBColor(red: 0, green: 0, blue: wrong) == nil)
        }
        #expect(RGBColor(red: 0, green: 0, blue: 0) == .black)
        #expect(RGBColor(red: 1, green: 1, blue: 1) == .white)
        #expect(blue.hexadecimal == "#1c70d9" && RGBColor.black.hexadecimal == "#000000")
    }

    @Test func contrastIsThatOfTheGuidelines() {
        #expect(abs(RGBColor.white.contrast(to: .black) - 21) < 0.001)
        #expect(blue.contrast(to: blue) == 1)
        #expect(blue.contrast(to: .white) == RGBColor.white.contrast(to: blue))
        let grey = RGBColor(red: 119 / 255, green: 119 / 255, blue: 119 / 255)!
        #expect(abs(grey.contrast(to: .white) - 4.478) < 0.001)
    }

    /// Every color of a coarse cube on typical backgrounds of themes.
    @Test(arguments: [4.5, 7])
    func everyColourBecomesReadable(ratio: Double) {
        let light = [RGBColor.white, RGBColor(red: 0.965, green: 0.961, blue: 0.957)!]
        let dark = [RGBColor(red: 0.18, green: 0.18, blue: 0.18)!, RGBColor(red: 0.21, green: 0.21, blue: 0.21)!]
        let steps = stride(from: 0.0, through: 1, by: 0.25)
        for red in steps {
            for green in steps {
                for blue in steps {
                    let color = RGBColor(red: red, green: green, blue: blue)!
                    for backgrounds in [light, dark] {
                        let text = color.readable(on: backgrounds, ratio: ratio)
                        #expect(backgrounds.allSatisfy { text.contrast(to: $0) >= ratio }, "\(color) \(text)")
                    }
                }
            }
        }
    }

    @Test func whatIsReadableStaysAsItIs() {
        #expect(blue.readable(on: [.white], ratio: 4.5).hexadecimal == blue.hexadecimal)
        #expect(yellow.readable(on: [.black], ratio: 4.5).hexadecimal == yellow.hexadecimal)
        #expect(yellow.readable(on: [], ratio: 4.5).hexadecimal == yellow.hexadecimal)
    }

    @Test func nothingIsMixedInThatNeedNot() {
        let text = yellow.readable(on: [.white], ratio: 4.5)
        #expect(text.contrast(to: .white) < 4.7)
        #expect(text.red > text.blue && text.green > text.blue)
    }

    @Test func theBestOfTheTwoEndsIsTakenWhereNothingReaches() {
        #expect(
            blue.readable(on: [.black, .white], ratio: 4.6) == .white
                || blue.readable(on: [.black, .white], ratio: 4.6) == .black)
    }

    @Test func whatIsFilledTellsWhatStandsOnIt() {
        let light = AccentColors(blue, on: [.white], wantsMoreContrast: false)
        #expect(light.textOnAccent == .white && light.accent == blue.readable(on: [.white], ratio: 4.5))
        let dark = AccentColors(yellow, on: [.black], wantsMoreContrast: false)
        #expect(dark.textOnAccent == .black && dark.accent.hexadecimal == yellow.hexadecimal)
        let more = AccentColors(blue, on: [.white], wantsMoreContrast: true)
        #expect(more.accent.contrast(to: .white) >= 7)
    }
}
