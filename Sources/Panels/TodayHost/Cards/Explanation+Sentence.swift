internal import DBus
internal import TodayModel

extension Explanation {
    /// Returns the reason in the language of this process. For a reason of a later version, it is the sentence of the
    /// center, which is in English.
    ///
    /// - Parameter name: the name of the widget.
    package func sentence(about name: String) -> String {
        guard let reason = reason(["name": name]) else { return message }
        guard kinds.contains("state-not-stored") else { return reason }
        // Translators: two sentences; the second one is a warning.
        return tr("{sentence} Changes won’t survive a restart.", ["sentence": reason])
    }

    private func reason(_ values: KeyValuePairs<String, String>) -> String? {
        switch word("Reason") {
        case "updating": tr("{name} is updating now.", values)
        case "no-content": tr("{name} has nothing to show, so it isn’t shown or updated.", values)
        case "not-arranged": tr("{name} isn’t added to Today, so it isn’t updated.", values)
        case "no-provider":
            hasProgram
                ? tr("The app for {name} isn’t running and can’t be started.", values)
                : tr("No app updates {name}; it shows what was last pushed.", values)
        case "suspended":
            number("RetryAt") == 0 && number("NextUpdate") == 0
                ? tr("The app for {name} keeps crashing or hanging. Refresh it to try again.", values)
                : tr("The app for {name} keeps crashing or hanging. Today tries again later.", values)
        case "paused": tr("{name} is paused, so it updates only when you refresh it.", values)
        case "hidden": tr("{name} isn’t updated while no panel is visible.", values)
        case "deadline", "memory", "interval":
            hasFailed
                ? trn(
                    "The last update of {name} failed.", "The last {count} updates of {name} failed.",
                    max(1, Int(clamping: number("Failures"))), values) : waiting(values)
        case "fresh": tr("{name} is up to date.", values)
        default: nil
        }
    }

    private func waiting(_ values: KeyValuePairs<String, String>) -> String {
        if kinds.contains("pending") { return tr("An update of {name} is about to start.", values) }
        if number("UpdatedAt") == 0 { return tr("{name} hasn’t been updated yet.", values) }
        return number("NextUpdate") == 0
            ? tr("No update of {name} is planned.", values) : tr("{name} waits for its next update.", values)
    }

    /// Whether the last run failed.
    private var hasFailed: Bool { word("LastResult") == UpdateResult.failed.rawValue && !word("Error").isEmpty }

    /// The kinds of all reasons. A center of contract 2 doesn't send them.
    private var kinds: [String] {
        guard case .array(let reasons, _)? = values["Reasons"]?.unwrapped else { return [] }
        return reasons.compactMap { value -> String? in
            guard let reason = try? VardictReader(["reason": value]).vardict("reason"),
                case .string(let kind)? = reason["Kind"]
            else { return nil }
            return kind
        }
    }

    private func word(_ key: String) -> String {
        if case .string(let word)? = values[key]?.unwrapped { word } else { "" }
    }

    private func number(_ key: String) -> UInt64 {
        values[key]?.unwrapped.integer.map { UInt64(clamping: $0) } ?? 0
    }
}
