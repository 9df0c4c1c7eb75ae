import Testing
import TodayModel

@testable import TodayScripts

/// The names of scripts.
@Suite struct FileNameTests {
    @Test(arguments: [
        ("cpu.sh", "cpu", nil, false, "sh"), ("cpu", "cpu", nil, false, ""), ("cpu.5s.sh", "cpu", "5s", false, "sh"),
        ("cpu.500ms.py", "cpu", "500ms", false, "py"), ("cpu.10m.sh", "cpu", "10m", false, "sh"),
        ("cpu.2h.rb", "cpu", "2h", false, "rb"), ("cpu.1d.sh", "cpu", "1d", false, "sh"),
        ("cpu.60m.sh", "cpu", "1h", false, "sh"),
        ("cpu.1r.10s+.sh", "cpu", "10s", true, "sh"), ("cpu.l.10s.sh", "cpu", "10s", false, "sh"),
        ("cpu.+.sh", "cpu", nil, true, "sh"), ("cpu.1.5s.sh", "cpu", "5s", false, "sh"),
        ("cpu.5s.old.sh", "cpu", "5s", false, "sh"),
        ("cpu.10s", "cpu", "10s", false, ""), ("cpu.0s.sh", "cpu", nil, false, "sh"),
        ("cpu.5x.sh", "cpu", nil, false, "sh"),
        ("cpu.99999999999999999999s.sh", "cpu", nil, false, "sh"), ("a b-ü.5S.SH", "a b-ü", "5s", false, "sh"),
        ("cpu.18446744073709551615d.sh", "cpu", "36500d", false, "sh"),
    ])
    func theParts(_ file: String, _ identity: String, _ interval: String?, _ opens: Bool, _ ending: String) throws {
        let name = try #require(ScriptFileName(file))
        #expect(name.identity == identity && name.interval?.description == interval)
        #expect(name.runsOnOpening == opens && name.ending == ending)
    }

    @Test(arguments: [
        "", ".hidden.5s.sh", "cpu.5s.sh~", "cpu.5s.sh.vars.json", "cpu.5s.sh.off", "cpu.sh.bak", "README.md", "a/b",
        "cpu.sh.swp",
    ])
    func noScript(_ file: String) { #expect(ScriptFileName(file) == nil) }

    @Test(arguments: [
        ("001-cpu.5s.sh", "cpu"), ("cpu.sh", "cpu"), ("10-.sh", "10-"), ("7.sh", "7"), ("24h-a.sh", "24h-a"),
    ])
    func whatPeopleSee(_ file: String, _ name: String) { #expect(ScriptFileName(file)?.displayName == name) }

    @Test(arguments: [
        ("cpu.5s.sh", "org.todaycenter.Scripts.cpu"), ("a-b_c.sh", "org.todaycenter.Scripts.a-b_5fc"),
        ("1a.sh", "org.todaycenter.Scripts._31a"), ("-a 1.sh", "org.todaycenter.Scripts._2da_201"),
        ("é.sh", "org.todaycenter.Scripts._c3_a9"),
    ])
    func theWidget(_ file: String, _ identifier: String) {
        #expect(ScriptFileName(file)?.widgetIdentifier?.rawValue == identifier)
    }

    @Test func aNameThatIsTooLong() {
        #expect(ScriptFileName(String(repeating: "é", count: 100))?.widgetIdentifier == nil)
        #expect(ScriptFileName("cpu.5s.sh")?.variablesFile == "cpu.5s.sh.vars.json")
    }
}

/// When scripts run.
@Suite struct ScheduleTests {
    private static let second: UInt64 = 1_000_000
    /// 2026-11-22 14:00 UTC, a Sunday.
    private static let now: UInt64 = 1_795_356_000 * second

    private func schedule(_ file: String, _ header: String = "") throws -> ScriptSchedule {
        ScriptSchedule(name: try #require(ScriptFileName(file)), header: script(header))
    }

    /// Seconds until it is due.
    private func due(
        _ schedule: ScriptSchedule, last: Int64? = 0, isViewed: Bool = true, offset: (Int64) -> Int = { _ in 0 }
    ) -> Int64? {
        func moment(_ seconds: Int64) -> Timestamp {
            Timestamp(microseconds: UInt64(Int64(Self.now) + seconds * 1_000_000))
        }
        let next = schedule.next(
            now: moment(0), lastStart: last.map(moment), isViewed: isViewed, offset: offset)
        return next.map { (Int64($0.microseconds) - Int64(Self.now)) / 1_000_000 }
    }

    @Test func anInterval() throws {
        let schedule = try schedule("a.5m.sh")
        #expect(schedule.description == "every 5m" && !schedule.needsViewer)
        #expect(due(schedule, last: nil) == 0 && due(schedule) == 300 && due(schedule, last: -290) == 10)
        #expect(due(schedule, last: -900) == -600 && due(schedule, isViewed: false) == 300)
        // The clock was set back.
        #expect(due(schedule, last: 86_400) == 300)
    }

    @Test func aShortIntervalNeedsAViewer() throws {
        let often = try schedule("a.59s.sh")
        #expect(often.needsViewer && due(often, isViewed: false) == nil && due(often) == 59)
        #expect(due(often, last: nil, isViewed: false) == nil)
        #expect(often.description == "every 59s, only while a panel is visible")
        #expect(try !schedule("a.60s.sh").needsViewer)
        let always = try schedule("a.1s.sh", "# today.always: true")
        #expect(!always.needsViewer && due(always, isViewed: false) == 1)
    }

    @Test func once() throws {
        let once = try schedule("a.sh")
        #expect(once.rhythm == .once && due(once, last: nil, isViewed: false) == 0 && due(once) == nil)
    }

    @Test func atOpening() throws {
        #expect(try schedule("a.10s+.sh").runsOnOpening && !schedule("a.10s.sh").runsOnOpening)
        #expect(try schedule("a.sh", "<swiftbar.refreshOnOpen>true</swiftbar.refreshOnOpen>").runsOnOpening)
        #expect(try schedule("a.1h+.sh").description == "every 1h, and when a panel opens")
    }

    @Test func aStream() throws {
        let stream = try schedule("a.5s.sh", "# today.stream: true")
        #expect(stream.rhythm == .stream(restart: nil) && stream.needsViewer)
        #expect(due(stream, last: nil) == 0 && due(stream, last: nil, isViewed: false) == nil && due(stream) == nil)
        let again = try schedule("a.sh", "# today.stream: true\n# today.restart: 10s\n# today.always: true")
        #expect(due(again, isViewed: false) == 10)
        #expect(again.description == "as a stream, restarted 10s after it ends")
    }

    /// The local time is an hour ahead.
    @Test(arguments: [
        ("0 * * * *", 3600), ("1,16,31,46 * * * *", 60), ("*/15 * * * *", 900), ("30 15 * * *", 1800),
        ("0 15 * * *", 86_400), ("0 9 * * mon", 64_800), ("0 9 * * 1-5", 64_800), ("0 15 * * 7", 604_800),
        ("0 0 1 * *", 723_600), ("0 0 23 * *", 32_400), ("5 15 22 11 *", 300), ("0 0 23 * wed", 32_400),
    ])
    func cron(_ expression: String, _ seconds: Int64) throws {
        let schedule = try schedule("a.5s.sh", "<swiftbar.schedule>\(expression)</swiftbar.schedule>")
        #expect(due(schedule, offset: { _ in 3600 }) == seconds && !schedule.needsViewer)
    }

    @Test func theNextOfSeveralTimes() throws {
        let schedule = try schedule("a.sh", "<swiftbar.schedule>30 * * * *|20 * * * *</swiftbar.schedule>")
        #expect(due(schedule) == 1200 && due(schedule, last: 1200) == 1200)
        #expect(schedule.description == "at 30 * * * * · 20 * * * *")
    }

    /// In the night, at 1:00 UTC, the clock goes forward from 2:00 to 3:00, or back from 3:00 to 2:00.
    @Test(arguments: [(3600, 7200), (7200, 3600)]) func aChangeOfTheClock(_ before: Int, _ after: Int) throws {
        let change = Int64(Self.now / Self.second) + 11 * 3600
        let schedule = try schedule("a.sh", "<swiftbar.schedule>0 4 * * *</swiftbar.schedule>")
        #expect(due(schedule, offset: { $0 < change ? before : after }) == Int64(14 * 3600 - after))
    }

    @Test func aDayThatNeverComes() throws {
        #expect(due(try schedule("a.sh", "<swiftbar.schedule>0 0 30 2 *</swiftbar.schedule>")) == nil)
        let leap = try #require(CronExpression("0 0 29 feb *"))
        // 2028-02-29.
        #expect(leap.next(afterLocal: Int64(Self.now / Self.second)) == 1_835_395_200)
    }

    @Test(arguments: [
        "", "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *", "* * * * 8", "a * * * *",
        "1- * * * *", "5-1 * * * *", "*/0 * * * *", ", * * * *", "-1 * * * *", "@daily", "* * * foo *",
        "*/9999999999 * * * *",
    ])
    func noCron(_ text: String) { #expect(CronExpression(text) == nil) }
}
