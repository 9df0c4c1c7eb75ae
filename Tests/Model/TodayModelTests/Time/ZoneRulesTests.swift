import Foundation
import Fuzzing
import Testing

@testable import TodayModel

/// The offsets of zones are those of the C library.
@Suite struct ZoneRulesTests {
    private static let zic = "/usr/sbin/zic"
    private static let source = "/usr/share/zoneinfo/tzdata.zi"

    private func compare(
        _ name: String, _ library: LibraryZones, since start: Int64 = .min, _ offset: (Int64) -> Int64
    ) throws -> Int {
        let moments = LibraryZones.moments(of: offset).filter { $0 >= start }
        let expected = try library.offsets(name, at: moments)
        let wrong = zip(moments, expected).filter { offset($0) != $1 }.map { "@\($0): \(offset($0)), not \($1)" }
        #expect(expected.count == moments.count && wrong == [], "\(name)")
        return moments.count
    }

    @Test func theFilesOfTheSystem() throws {
        let library = try LibraryZones()
        for name in LibraryZones.zones {
            let zone = try #require(ClockZone(name), "\(name)")
            let count = try compare(name, library, zone.offset)
            // Those that change twice a year have hundreds of changes.
            if ["Europe/Berlin", "Australia/Lord_Howe", "Europe/Dublin"].contains(name) { #expect(count > 700) }
        }
    }

    /// Slim files leave the years that follow a rule to the rule.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: zic), "zic isn't installed"))
    func slimFiles() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "zones-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = try Process.run(
            URL(filePath: Self.zic), arguments: ["-b", "slim", "-d", folder.path, Self.source])
        run.waitUntilExit()
        #expect(run.terminationStatus == 0)
        let library = try LibraryZones()
        for name in LibraryZones.zones {
            let bytes = try Data(contentsOf: folder.appending(path: name))
            let rules = try #require(ZoneRules(Array(bytes)), "\(name)")
            _ = try compare(":" + folder.appending(path: name).path, library, rules.offset)
        }
    }

    private static let rules = [
        "UTC0", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0", "EST5EDT4,M3.2.0/2:00:00,M11.1.0/2",
        "AEST-10AEDT,M10.1.0,M4.1.0/3", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "IST-1GMT0,M10.5.0,M3.5.0/1",
        "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "EET-2EEST,M3.4.4/50,M10.4.4/50",
        "<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45",
        "AAA3:30:15BBB2:30:15,J60/0,J300/2", "AAA3BBB,59/2,299/2",
    ]

    @Test(arguments: rules) func recurringRules(_ rule: String) throws {
        let read = try #require(RecurringZoneRule(rule))
        // The C library's years before 1970 have no summer time.
        _ = try compare(rule, try LibraryZones(), since: 0, read.offset)
    }

    /// RFC 8536, 3.3.1: summer time through the whole year.
    @Test func summerTimeWithoutEnd() throws {
        let rule = try #require(RecurringZoneRule("EST5EDT,0/0,J365/25"))
        for day in 0..<2000 as Range<Int64> { #expect(rule.offset(at: 1_700_000_000 + day * 43_200) == -14_400) }
    }

    @Test(
        arguments: [
            "", "5", "CET", "CET-", "CET-1CEST,M3.5.0", "CET-1CEST", "CET-1CEST,M3.5.0,M10.5.0/3,",
            "CET-1CEST,M13.5.0,M1.1.0",
            "CET-1CEST,M3.6.0,M1.1.0", "CET-1CEST,M3.0.0,M1.1.0", "CET-1CEST,M3.5.7,M1.1.0", "CET-1CEST,J0,J5",
            "CET-1CEST,366,J5",
            "<+03-3", "<>-3", "CET-168", "CET-1:60", "CET-99999999999999999999", "CÉT-1", "CET-1CEST,M3.5.0/,M10.5.0",
        ]) func whatIsNoRule(_ text: String)
    { #expect(RecurringZoneRule(text) == nil) }

    @Test func zonesThatTheSystemDoesNotKnow() {
        #expect(ClockZone("Mars/Olympus_Mons") == nil)
        // A folder, a file that isn't of a zone, and a name that leads elsewhere.
        for name in ["Europe", "tzdata.zi", "../zoneinfo/UTC", "/etc/localtime", ""] {
            #expect(ClockZone(name) == nil, "\(name)")
        }
    }

    @Test func filesThatAreDamaged() throws {
        let folder = "/usr/share/zoneinfo/"
        let corpus = try ["Europe/Berlin", "Africa/Casablanca", "Etc/GMT+12", "Europe/Dublin"].map {
            Array(try Data(contentsOf: URL(filePath: folder + $0)))
        }
        let words = [
            "TZif2", "TZif3", "TZif", "\n", "<+03>-3", ",M3.5.0/-167", ",J365/167", "\0\0\0\u{1}", "\0\0\u{4}\0",
        ]
        var read = 0
        try Fuzzer(corpus: corpus, words: words, maximumBytes: 65_536).run("time zones", inputs: 1500) { input in
            guard let rules = ZoneRules(input.bytes()) else { return }
            read += 1
            for moment in [0, 1_700_000_000, 18_446_744_073_709, Int64(input.number(0...4_000_000_000))] {
                let offset = rules.offset(at: moment)
                try input.expect(offset == Int64(Int32(truncatingIfNeeded: offset)), "an offset of 32 bits: \(offset)")
            }
        }
        #expect(read > 100)
        // Every file that is cut off is refused, or has the first numbers alone.
        let whole = corpus[0]
        for length in 0..<whole.count { #expect(ZoneRules(Array(whole[..<length])) == nil, "\(length)") }
        #expect(ZoneRules(whole) != nil)
    }
}
