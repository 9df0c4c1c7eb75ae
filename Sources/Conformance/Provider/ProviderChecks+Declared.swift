internal import DBus
internal import TodayModel

/// Settings and instances, which a manifest or a definition declares.
extension ProviderChecks {
    var declared: [Check] {
        [
            check("P-50", title: "it takes every value of its settings") { trial, place in
                let settings = try await trial.settings(of: place)
                if settings.isEmpty { throw Skipped(reason: "it has no settings") }
                let plain = try await trial.update(place, reason: "settings")
                for setting in settings {
                    for value in SettingTrial.values(of: setting) {
                        let answer = try await trial.update(
                            place, reason: "settings", settings: [setting.key: value.value])
                        // Nobody knows what a text stands for: there may be no such city.
                        if value.mayFail { try answer.expectGiven() } else { try answer.expect(asGoodAs: plain) }
                    }
                }
            },
            check("P-52", title: "unknown settings have no effect") { trial, place in
                let plain = try await trial.update(place, reason: "settings")
                try await trial.update(place, reason: "settings", settings: ["a-later-one": .int64(3)])
                    .expect(asGoodAs: plain)
            },
            check("P-60", title: "each instance has an object of its own") { trial, place in
                let plain = try await trial.update(place)
                for number in [2, 3, 17] {
                    let instance = try await trial.instance(number, of: place)
                    let begun = try await trial.begin(instance)
                    if !begun.isMissing { try begun.expectReply() }
                    let answer = try await trial.update(instance, reason: "start")
                    if answer.isMissing { throw answer.failure("PerformUpdate at \(instance.path)") }
                    try answer.expect(asGoodAs: plain)
                }
            },
            check("P-61", title: "instances are kept apart") { trial, place in
                let second = try await trial.instance(2, of: place)
                // Whichever of its texts it shows.
                let texts = try await trial.settings(of: place).filter { $0.type == .string }
                if texts.isEmpty { throw Skipped(reason: "it has no settings that are texts") }
                let words = (first: "a-word-of-the-first", second: "a-word-of-the-second")
                func all(_ word: String) -> [String: DBusValue] {
                    Dictionary(texts.map { ($0.key, .string(word)) }) { first, _ in first }
                }
                for round in 1...2 {
                    async let one = trial.update(place, settings: all(words.first))
                    async let two = trial.update(second, settings: all(words.second))
                    for (answer, other) in [(try await one, words.second), (try await two, words.first)]
                    where answer.seen.contains(other) {
                        throw answer.failure("nothing of the other instance, in round \(round)")
                    }
                }
            },
        ]
    }
}

/// A value that a setting is tried with.
struct SettingTrial {
    let value: DBusValue
    /// Whether the provider may have nothing for it.
    var mayFail = false

    /// The values that are worth a try: the ends of ranges, all words, and texts that look like something else.
    static func values(of setting: SettingDeclaration) -> [SettingTrial] {
        switch setting.type {
        case .boolean: return [true, false].map { SettingTrial(value: .boolean($0)) }
        case .choice: return setting.choices.map { SettingTrial(value: .string($0)) }
        case .colorRole:
            return ["primary", "secondary", "accent", "success", "warning", "error"].map {
                SettingTrial(value: .string($0))
            }
        case .integer, .number:
            return [setting.minimum, setting.maximum, setting.defaultValue].compactMap(\.self).map {
                SettingTrial(value: $0.dbusValue)
            }
        case .string:
            let texts = ["x", "<b>&amp;\"'$(x)", "\u{202E}abc", String(repeating: "x", count: 4096)]
            return (texts + (setting.isRequired ? [] : [""])).map { SettingTrial(value: .string($0), mayFail: true) }
        case .file, .folder:
            return ["/no/such/thing"].map { SettingTrial(value: .string($0), mayFail: true) }
        }
    }
}
