import Testing
import TodayModel

/// Messages and formats in the locale `C`, which has no catalog.
@Suite struct MessageTests {
    @Test func placesAreFilled() {
        #expect(tr("Undo") == "Undo")
        #expect(tr("Remove {name}", ["name": "Clock"]) == "Remove Clock")
        #expect(tr("{name}, {name} and {other}", ["name": "a", "other": "b"]) == "a, a and b")
        #expect(tr("{a}{b}", ["b": "2", "a": "1"]) == "12")
        #expect(trc("button", "More") == "More")
        #expect(trc("button", "Add {name}", ["name": "Clock"]) == "Add Clock")
    }

    @Test func anUnknownPlaceStays() {
        #expect(tr("Remove {name}") == "Remove {name}")
        #expect(tr("Remove {name}", ["other": "Clock"]) == "Remove {name}")
        #expect(tr("{} and {count}", ["name": "Clock"]) == "{} and {count}")
        #expect(tr("a { b", ["b": "Clock"]) == "a { b")
        #expect(tr("a } b", ["b": "Clock"]) == "a } b")
    }

    /// A value is never filled itself.
    @Test(arguments: ["{other}", "{name}", "{", "}", "{}", "", "a\nb", "\u{202E}"])
    func valuesStayAsTheyAre(_ value: String) {
        #expect(tr("{name}: {other}", ["name": value, "other": "x"]) == value + ": x")
        #expect(tr("{other}: {name}", ["name": value, "other": "x"]) == "x: " + value)
    }

    @Test(arguments: [(0, "0 widgets"), (1, "1 widget"), (2, "2 widgets"), (21, "21 widgets"), (-1, "-1 widgets")])
    func countsHaveForms(_ count: Int, _ text: String) {
        #expect(trn("{count} widget", "{count} widgets", count) == text)
        #expect(
            trn("{count} widget of {name}", "{count} widgets of {name}", count, ["name": "{count}"])
                == text + " of {count}")
    }

    @Test func numbersAreThoseOfTheSource() {
        #expect(Language.number(1_234_567) == "1234567")
        #expect(Language.number(UInt64.max) == "18446744073709551615")
        #expect(Language.number(1234.56, decimals: 1) == "1234.6")
        #expect(Language.number(-0.25, decimals: 2) == "-0.25")
        #expect(Language.percent(0.07) == "7%")
        #expect(Language.percent(0.125, decimals: 1) == "12.5%")
        #expect(Language.decimalSeparator == "." && !Language.isRightToLeft)
    }

    /// Each whole percentage is exact.
    @Test func percentagesAreExact() {
        for percent in 0...100 { #expect(Language.percent(Double(percent) / 100) == "\(percent)%") }
    }

    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 KB"), (999_499, "999 KB"), (999_500, "1 MB"),
        (1_540_000, "1.5 MB"), (499_963_174_912, "499.96 GB"), (1_100_000_000, "1.1 GB"), (UInt64.max, "18.45 EB"),
    ]) func sizesAreThoseOfFiles(_ bytes: UInt64, _ text: String) { #expect(Language.bytes(bytes) == text) }

    @Test(arguments: [
        (1023, "1023 bytes"), (1024, "1 KiB"), (1_572_864, "1.5 MiB"), (3 << 30, "3 GiB"), (UInt64.max, "16 EiB"),
    ]) func sizesOfMemoryHaveBinaryUnits(_ bytes: UInt64, _ text: String) {
        #expect(Language.bytes(bytes, binary: true) == text)
    }

    /// The largest numbers have all their digits.
    @Test func longNumbersAreWhole() {
        let text = Language.number(1e300, decimals: 2)
        #expect(text.utf8.count == 304 && text.hasSuffix(".00"))
    }

    @Test func agesAndTimesAhead() {
        let minute: UInt64 = 60_000_000
        let now = 10_000_000 * minute
        func age(_ minutes: UInt64) -> String {
            TimerText.relative(since: now - minutes * minute, now: now, beginning: "just now").text
        }
        #expect(
            [0, 1, 59, 60, 1439, 1440, 100_000].map(age) == [
                "just now", "1 min ago", "59 min ago", "1 h ago", "23 h ago", "1 d ago", "69 d ago",
            ])
        func ahead(_ minutes: UInt64) -> String {
            TimerText.relative(until: now + minutes * minute, now: now, finished: "done").text
        }
        #expect([0, 1, 60, 1440].map(ahead) == ["done", "in 1 min", "in 1 h", "in 1 d"])
        let own = TimerText.relative(until: now + 90 * minute, now: now, finished: "") { "\($0)" }
        #expect(own.text == "hours(1)" && own.nextChange == now + 31 * minute)
    }
}
