package import DBus
package import TodayModel

/// The answer of `Explain`, for people and programs.
package struct Explanation: Sendable {
    package let values: [String: DBusValue]

    package init(_ values: [String: DBusValue]) { self.values = values }

    /// The keys that this version knows, in their order.
    private static let known = [
        "State", "Reason", "LastResult", "Error", "Provider", "UpdatedAt", "NextUpdate", "Failures", "UpdatesToday",
        "MemoryBytes", "ErrorKind", "RetryAt", "Reasons",
    ]

    /// Returns the title of a key; an unknown key is its own title.
    private static func title(of key: String) -> String {
        switch key {
        // Translators: the title of a fact about a widget, with ‘:’ behind it, as those that follow.
        case "State": tr("State")
        case "Reason": tr("Reason")
        case "LastResult": tr("Last result")
        case "Error": tr("Error")
        case "Provider": tr("Provider")
        case "UpdatedAt": trc("fact", "Updated")
        case "NextUpdate": tr("Next update")
        case "Failures": tr("Failures")
        case "UpdatesToday": tr("Updates today")
        case "MemoryBytes": tr("Memory")
        case "ErrorKind": tr("Error kind")
        case "RetryAt": tr("Next retry")
        case "Reasons": tr("Reasons")
        default: key
        }
    }

    /// Whether the widget has a program for updates and actions, running or not.
    package var hasProgram: Bool { values["Provider"]?.unwrapped != .string("none") }

    /// All keys: the known ones in their order, then the others.
    private var keys: [String] {
        let known = ["Message"] + Self.known
        return known.filter { values[$0] != nil } + values.keys.filter { !known.contains($0) }.sorted()
    }

    /// Returns all keys, after the sentence in the language of this process.
    package func json(about widget: WidgetIdentifier) -> JSON {
        let sentence = JSON.Member("Text", .string(sentence(about: widget.rawValue)))
        return .object([sentence] + keys.compactMap { key in values[key].map { JSON.Member(key, JSON($0)) } })
    }

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
        let shown = keys.filter { key in
            key != "Message" && (!isBrief || Self.brief.contains(key) && values[key]?.unwrapped.integer != 0)
                && !(isBrief && isRepeated(key))
        }
        return shown.compactMap { key in
            values[key].flatMap { text($0, of: key, now: now) }.map { (title: Self.title(of: key), text: $0) }
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
        case ("State", .string(let word)): WidgetState(rawValue: word)?.word ?? word.printable
        case ("LastResult", .string(let word)) where !word.isEmpty: UpdateResult(rawValue: word)?.word ?? word.printable
        case ("Reason", .string(let word)), ("ErrorKind", .string(let word)):
            word.isEmpty ? nil : Self.word(ofReason: word)
        // Translators: no app updates the widget.
        case ("Provider", "none"): trc("provider", "none")
        case ("Reasons", .array(let reasons, _)): Self.words(of: reasons)
        case (_, .string(let text)): text.isEmpty ? nil : text.printable
        case ("UpdatedAt", .uint64(let time)): ContentAge.text(since: Timestamp(microseconds: time), now: now)
        case ("NextUpdate", .uint64(let time)): Self.timeAhead(time, now: now)
        case ("MemoryBytes", .uint64(let bytes)):
            bytes == 0 ? nil : tr("{number} MiB", ["number": Language.number((bytes + (1 << 19)) >> 20)])
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
            let (word, count) = (word(ofReason: kind), reason["Count"]?.integer ?? 0)
            return count > 1 ? "\(word) (\(count))" : word
        }
        return Language.list(words)
    }

    private static func timeAhead(_ time: UInt64, now: Timestamp) -> String {
        // Translators: no update or retry is planned.
        if time == 0 { return trc("time", "none") }
        if time <= now.microseconds { return tr("now") }
        // The same units as in the sentence of the center.
        let seconds = Int(max(1, (time - now.microseconds) / 1_000_000))
        return switch seconds {
        // Translators: a time from now: seconds.
        case ..<120: trn("in {count} s", "in {count} s", seconds)
        case ..<7200: TimeSpan.minutes(seconds / 60).ahead
        case ..<172_800: TimeSpan.hours(seconds / 3600).ahead
        default: TimeSpan.days(seconds / 86400).ahead
        }
    }
}
