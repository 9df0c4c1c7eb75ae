package import DBus
package import TodayModel

/// The answer of `Explain`, for people and programs.
package struct Explanation: Sendable {
    package let values: [String: DBusValue]

    package init(_ values: [String: DBusValue]) { self.values = values }

    /// The keys that this version knows, with their titles.
    private static let titles: KeyValuePairs = [
        "State": "State", "Reason": "Reason", "LastResult": "Last result", "Error": "Error", "Provider": "Provider",
        "UpdatedAt": "Updated", "NextUpdate": "Next update", "Failures": "Failures", "UpdatesToday": "Updates today",
        "MemoryBytes": "Memory", "ErrorKind": "Error kind", "RetryAt": "Next retry", "Reasons": "Reasons",
    ]

    /// Whether the widget has a program for updates and actions, running or not.
    package var hasProgram: Bool { values["Provider"]?.unwrapped != .string("none") }

    /// All keys: the known ones in their order, then the others.
    private var keys: [String] {
        let known = ["Message"] + Self.titles.map(\.key)
        return known.filter { values[$0] != nil } + values.keys.filter { !known.contains($0) }.sorted()
    }

    package var json: JSON { .object(keys.compactMap { key in values[key].map { JSON.Member(key, JSON($0)) } }) }

    /// The sentence of the center, in English; empty if it says none.
    var message: String {
        if case .string(let sentence)? = values["Message"]?.unwrapped { sentence } else { "" }
    }

    /// The keys that say when and why, without the facts for programmers.
    private static let brief: Set = ["Error", "UpdatedAt", "NextUpdate", "RetryAt", "Failures"]

    /// Returns a title and a text for each other key that has something to say, in order.
    ///
    /// - Parameter isBrief: whether the facts for programmers are left out, and numbers that are 0.
    package func rows(now: Timestamp, isBrief: Bool = false) -> [(title: String, text: String)] {
        let titles = Dictionary(uniqueKeysWithValues: Self.titles.map { ($0.key, $0.value) })
        let shown = keys.filter { key in
            key != "Message" && (!isBrief || Self.brief.contains(key) && values[key]?.unwrapped.integer != 0)
                && !(isBrief && isRepeated(key))
        }
        return shown.compactMap { key in
            values[key].flatMap { text($0, of: key, now: now) }.map { (title: titles[key] ?? key, text: $0) }
        }
    }

    /// Whether another fact says the same.
    private func isRepeated(_ key: String) -> Bool {
        switch (key, values[key]?.unwrapped) {
        case ("NextUpdate", let time): values["RetryAt"]?.unwrapped.integer ?? 0 > 0 && time != .uint64(0)
        default: false
        }
    }

    private func text(_ value: DBusValue, of key: String, now: Timestamp) -> String? {
        switch (key, value.unwrapped) {
        case ("Error", .string(let text)): text.isEmpty ? nil : ErrorText(text, kind: errorKind).line.printable
        case ("RetryAt", .uint64(let time)): time == 0 ? nil : Self.timeAhead(time, now: now)
        case ("Reasons", .array(let reasons, _)): Self.words(of: reasons).printable
        case (_, .string(let text)): text.isEmpty ? nil : text.printable
        case ("UpdatedAt", .uint64(let time)): ContentAge.text(since: Timestamp(microseconds: time), now: now)
        case ("NextUpdate", .uint64(let time)): Self.timeAhead(time, now: now)
        case ("MemoryBytes", .uint64(let bytes)): bytes == 0 ? nil : "\((bytes + (1 << 19)) >> 20) MiB"
        default: value.json()
        }
    }

    private var errorKind: ErrorKind? {
        guard case .string(let word)? = values["ErrorKind"]?.unwrapped else { return nil }
        return ErrorKind(ofWidget: word)
    }

    /// Returns the kinds of all reasons, each with its count.
    private static func words(of reasons: [DBusValue]) -> String {
        let words = reasons.compactMap { value -> String? in
            guard let reason = try? VardictReader(["reason": value]).vardict("reason"),
                case .string(let kind)? = reason["Kind"]
            else { return nil }
            let count = reason["Count"]?.integer ?? 0
            return count > 1 ? "\(kind) (\(count))" : kind
        }
        return words.joined(separator: ", ")
    }

    private static func timeAhead(_ time: UInt64, now: Timestamp) -> String {
        if time == 0 { return "none" }
        if time <= now.microseconds { return "now" }
        // The same units as in the sentence of the center.
        let seconds = max(1, (time - now.microseconds) / 1_000_000)
        return switch seconds {
        case ..<120: "in \(seconds) s"
        case ..<7200: "in \(seconds / 60) min"
        case ..<172_800: "in \(seconds / 3600) h"
        default: "in \(seconds / 86400) d"
        }
    }
}
