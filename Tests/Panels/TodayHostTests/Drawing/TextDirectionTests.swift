import Testing

@testable import TodayHost

@Suite struct TextDirectionTests {
    @Test(arguments: [
        ("Milk", TextDirection.leftToRight), ("אבג", .rightToLeft), ("1. مرحبا", .rightToLeft),
        ("(a) אבג", .leftToRight),
        ("\u{200F}Milk", .rightToLeft), ("\u{200E}אבג", .leftToRight), ("12:30", nil), ("", nil), ("🙂", nil),
        ("日本", .leftToRight),
    ])
    func theFirstLetterSaysIt(_ text: String, _ direction: TextDirection?) {
        #expect(TextDirection(of: text) == direction)
    }
}
