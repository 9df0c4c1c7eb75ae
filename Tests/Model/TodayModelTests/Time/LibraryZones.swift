import DBusTesting
import Fuzzing
import Glibc

@testable import TodayModel

/// The C library's answers for time zones, for comparison.
final class LibraryZones {
    private let library: SecondOpinion

    init() throws {
        library = try SecondOpinion(
            python: """
                import os, time
                def judge(data):
                    zone, *moments = data.decode().split("\\n")
                    os.environ["TZ"] = zone
                    time.tzset()
                    return " ".join(str(time.localtime(int(moment)).tm_gmtoff) for moment in moments)
                """)
    }

    /// Returns the offsets of a zone at moments. The zone is a name or a rule, as in the variable TZ.
    func offsets(_ zone: String, at moments: [Int64]) throws -> [Int64] {
        let question = ([zone] + moments.map { "\($0)" }).joined(separator: "\n")
        return try library.judge(Array(question.utf8)).split(separator: " ").compactMap { Int64($0) }
    }

    /// Zones with all that is unusual: half hours, half hours of summer time, summer time in the south or in winter, at
    /// midnight or during Ramadan, changes of the date line, and summer time without standard time.
    static let zones = [
        "UTC", "Europe/Berlin", "Europe/Dublin", "Europe/Lisbon", "America/New_York", "America/St_Johns",
        "America/Sao_Paulo", "America/Santiago", "America/Nuuk", "Australia/Lord_Howe", "Australia/Sydney",
        "Pacific/Apia", "Pacific/Chatham", "Pacific/Kwajalein", "Asia/Kathmandu", "Asia/Tehran", "Asia/Gaza",
        "Africa/Casablanca", "Africa/Monrovia", "Antarctica/Troll", "Etc/GMT+12",
    ]

    /// Random moments from 1800 to 2500, and the seconds around each change of the offset from 1880 to 2110.
    static func moments(of zone: (Int64) -> Int64) -> [Int64] {
        var random = SeededRandom(seed: 19)
        var moments = (0..<400).map { _ in Int64.random(in: -5_364_662_400...16_725_225_600, using: &random) }
        let step: Int64 = 86_400
        for day in Int64(-32_872)..<51_134 where zone(day * step) != zone((day + 1) * step) {
            var (low, high) = (day * step, (day + 1) * step)
            while high - low > 1 {
                let middle = (low + high) / 2
                if zone(middle) == zone(low) { low = middle } else { high = middle }
            }
            moments += [high - 1, high, high + 1]
        }
        return moments
    }
}
