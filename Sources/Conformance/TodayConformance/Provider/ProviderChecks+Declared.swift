internal import DBus
internal import TodayModel

/// Settings and instances, which a manifest or a definition declares.
extension ProviderChecks {
    var declared: [Check] {
        [
            check("P-50", title: "it accepts every value of its settings") { trial, place in
                let settings = try await trial.settings(of: place)
                if settings.isEmpty { throw Skipped(reason: "it has no settings") }
                let plain = try await trial.update(place, reason: "settings")
                for setting in settings {
                    for value in SettingTrial.values(of: setting) {
                        let answer = try await trial.update(
                            place, reason: "settings", settings: [setting.key: value.value])
                        // The meaning of a text is unknown: for example, the city may not exist. A failed update is
                        // acceptable too.
                        if value.mayFail, plain.word != nil {
                            try answer.expectReply()
                        } else {
                            try answer.expect(asGoodAs: plain)
                        }
                    }
                }
            },
            check("P-51", title: "it takes the settings from each context") { trial, place in
                if try await trial.manifest() == nil { throw Skipped(reason: "it registered itself") }
                let chosen = try await trial.settings(of: place).compactMap(SettingTrial.another)
                if chosen.isEmpty { throw Skipped(reason: "it has no settings") }
                let settings = Dictionary(chosen) { first, _ in first }
                let usual = try await trial.shown(at: place)
                if usual.failure != nil { throw Skipped(reason: "it has nothing to show without settings") }
                if try await trial.shown(at: place, settings: settings) != usual { return }
                // Either the content doesn't depend on the settings, or the settings of the first context apply.
                let fresh = try await trial.shown(at: try await trial.restart(choosing: settings))
                let place = try await trial.restart()
                let before = try await trial.shown(at: place)
                let after = try await trial.shown(at: place, settings: settings)
                if fresh == before { throw Skipped(reason: "its content doesn't depend on its settings") }
                if after != before { return }
                let again = try await trial.shown(at: try await trial.restart(choosing: settings))
                _ = try await trial.restart()
                if again != fresh { throw Skipped(reason: "its content changes on its own") }
                throw Failure(
                    given: "PerformUpdate with other settings than before",
                    expected: "what a new process shows: \(fresh)", seen: "\(after)")
            },
            check("P-52", title: "unknown settings have no effect") { trial, place in
                let plain = try await trial.update(place, reason: "settings")
                try await trial.update(place, reason: "settings", settings: ["a-later-one": .int64(3)])
                    .expect(asGoodAs: plain)
            },
            check("P-60", title: "each instance has its own object") { trial, place in
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
            check("P-61", title: "instances are independent") { trial, place in
                let second = try await trial.instance(2, of: place)
                // In whichever text the widget shows them.
                let texts = try await trial.settings(of: place).filter { $0.type == .string }
                if texts.isEmpty { throw Skipped(reason: "it has no settings that are texts") }
                let words = (first: "a-word-of-the-first", second: "a-word-of-the-second")
                func all(_ word: String) -> [String: DBusValue] {
                    Dictionary(texts.map { ($0.key, .string(word)) }) { first, _ in first }
                }
                for round in 1...5 {
                    async let one = trial.update(place, settings: all(words.first))
                    async let two = trial.update(second, settings: all(words.second))
                    for (answer, other) in [(try await one, words.second), (try await two, words.first)]
                    where answer.seen.contains(other) {
                        throw answer.failure("nothing from the other instance, in round \(round)")
                    }
                }
            },
            check("P-61", title: "a tap on an instance changes no other") { trial, place in
                let second = try await trial.instance(2, of: place)
                for (tapped, other) in [(place, second), (second, place)] {
                    var failure: Failure?
                    // Content that follows the time may change with the first tap, but not also with the second.
                    for _ in 1...2 {
                        try await trial.update(tapped)
                        let taps = try await trial.content(of: tapped).map { ContentTap.all(in: $0) } ?? []
                        if taps.isEmpty { throw Skipped(reason: "its content has no actions") }
                        let before = try await trial.shown(at: other)
                        if try await trial.shown(at: other) != before {
                            throw Skipped(reason: "its content changes on its own")
                        }
                        for tap in taps { _ = try await trial.tap(tapped, tap.action, tap.parameter, tap.data) }
                        let after = try await trial.shown(at: other)
                        if after == before {
                            failure = nil
                            break
                        }
                        failure = Failure(
                            given: "taps on \(tapped.identifier)", expected: "\(other.identifier) as before: \(before)",
                            seen: "\(after)")
                    }
                    if let failure { throw failure }
                }
            },
        ]
    }
}

/// A value to try for a setting.
struct SettingTrial {
    let value: DBusValue
    /// Whether the provider may lack content for it.
    var mayFail = false

    /// Returns the values to try: the ends of ranges, all words, and texts that look like something else.
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
            return ["/no/such/thing", "/"].map { SettingTrial(value: .string($0), mayFail: true) }
        }
    }

    /// Returns a setting with a value other than its default; nil if it has no other value.
    static func another(_ setting: SettingDeclaration) -> (String, DBusValue)? {
        let usual = setting.defaultValue.dbusValue
        let values: [DBusValue] =
            switch setting.type {
            case .string: [.string("another-word")]
            case .folder: [.string("/")]
            case .file: [.string("/etc/passwd")]
            default: Self.values(of: setting).map(\.value)
            }
        return values.first { $0 != usual }.map { (setting.key, $0) }
    }
}
