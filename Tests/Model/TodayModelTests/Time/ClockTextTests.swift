import DBusTesting
import Testing

@testable import TodayModel

@Suite struct ClockTextTests {
    private func clock(_ style: ContentClockStyle, _ zone: String, at second: UInt64) throws -> TimerText {
        TimerText.clock(style, in: try #require(ClockZone(zone)), now: second * 1_000_000)
    }

    @Test func everyStyle() throws {
        // 2026-11-23 14:05:09 in UTC.
        for (style, text, next) in [
            (ContentClockStyle.time, "23:05", 51 as UInt64), (.seconds, "23:05:09", 1), (.date, "2026-11-23", 3291),
            (.dateTime, "2026-11-23 23:05", 51),
        ] {
            let shown = try clock(style, "Asia/Tokyo", at: 1_795_442_709)
            #expect(shown.text == text && shown.nextChange == (1_795_442_709 + next) * 1_000_000, "\(shown)")
        }
        #expect(try clock(.time, "Asia/Kathmandu", at: 1_795_442_709).text == "19:50")
        #expect(try clock(.dateTime, "Pacific/Kiritimati", at: 1_795_442_709).text == "2026-11-24 04:05")
        #expect(try clock(.date, "America/New_York", at: 0).text == "1969-12-31")
    }

    /// The hour that doesn't exist, the hour that comes twice, and days of 23, 24 and 25 hours.
    @Test func changesOfTheOffset() throws {
        // 2026-03-29 in Berlin.
        #expect(try clock(.time, "Europe/Berlin", at: 1_774_745_999).text == "01:59")
        #expect(try clock(.time, "Europe/Berlin", at: 1_774_746_000).text == "03:00")
        for (start, hours) in [(1_774_738_800 as UInt64, 23 as UInt64), (1_774_821_600, 24), (1_792_879_200, 25)] {
            let shown = try clock(.date, "Europe/Berlin", at: start)
            #expect(shown.nextChange == (start + hours * 3600) * 1_000_000, "\(shown)")
            #expect(try clock(.date, "Europe/Berlin", at: start - 1).nextChange == start * 1_000_000)
        }
    }

    /// From one change to the next, the text stays the same.
    @Test(arguments: 0..<20) func nothingChangesBetween(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let zones = LibraryZones.zones
        for _ in 0..<100 {
            let zone = try #require(ClockZone(zones[Int.random(in: 0..<zones.count, using: &random)]))
            let style = ContentClockStyle.allCases[Int.random(in: 0..<4, using: &random)]
            func text(_ now: UInt64) -> String { TimerText.clock(style, in: zone, now: now).text }
            let now = UInt64.random(in: 1_300_000_000_000_000...7_000_000_000_000_000, using: &random)
            let next = try #require(TimerText.clock(style, in: zone, now: now).nextChange)
            #expect(next > now && text(next - 1) == text(now) && text(next) != text(now))
            #expect(text(UInt64.random(in: now..<next, using: &random)) == text(now))
        }
    }

    @Test func theEndOfTime() throws {
        for style in ContentClockStyle.allCases {
            let shown = TimerText.clock(style, in: try #require(ClockZone("Asia/Tokyo")), now: .max)
            #expect(!shown.text.isEmpty && shown.nextChange == nil, "\(shown)")
        }
    }
}
