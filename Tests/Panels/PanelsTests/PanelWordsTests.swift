import DBus
import DBusTesting
import DesktopTesting
import Foundation
import TodayHost
import TodayModel
import TodayPlatform
import Testing

/// The words of the panels in JavaScript, `data/panels/qml/words.mjs`: where today-panel shows the same, they are its own.
@Suite struct PanelWordsTests {
    /// The words that no other panel has.
    private static let own: Set = [
        "menuOf", "moreOf", "lessOf", "increase", "decrease", "retry", "details", "hideDetails", "expanded", "folded",
        "close",
        "waiting", "updatedAt", "today", "edit", "editToday", "moreWidgets", "done", "back", "addWidget",
        "addAnotherOf", "removeWidget", "settingsOf", "moveWidgetUp", "moveWidgetDown", "copyNumber", "showInTopBar",
        "notInTopBar", "showAsText", "chooseWidgets", "todayLine", "settingsTitle", "save", "cancel", "defaults",
        "notWholeNumber", "notNumber", "notChanged", "widgetGone", "commandEnded", "chartLine", "withRetry",
        "dateAndTime", "below", "above", "required",
    ]

    /// The texts in the module, by their names.
    private static func words() throws -> [String: String] {
        let text = try String(contentsOfFile: Checkout.data + "/panels/qml/words.mjs", encoding: .utf8)
        var words: [String: String] = [:]
        // The last argument of each function: a text, or that for the plural.
        for entry in text.matches(of: /(?m)^    (\w+): (?:_|pgettext|ngettext)\((?:'[^']*', )?'([^']*)'\),$/) {
            words[String(entry.1)] = String(entry.2).replacing("\\n", with: "\n")
        }
        return words
    }

    private static let now = Timestamp(microseconds: 1_900_000_000_000_000)

    private static func ago(_ minutes: UInt64) -> Timestamp {
        Timestamp(microseconds: now.microseconds - minutes * 60_000_000)
    }

    private static func ahead(_ minutes: UInt64) -> Timestamp {
        Timestamp(microseconds: now.microseconds + minutes * 60_000_000)
    }

    private static func card(_ change: (inout WidgetProperties) -> Void) -> CardPresentation {
        var widget = WidgetProperties(identifier: "org.example.A")
        change(&widget)
        return CardPresentation(widget, now: now)
    }

    private static func line(_ change: (inout WidgetProperties) -> Void) -> String? { card(change).lines.first?.text }

    /// The words for the time until a retry.
    private static func retry(_ moment: Timestamp) -> String? {
        var widget = WidgetProperties(identifier: "org.example.A")
        widget.retryAt = moment
        return widget.retrying(now: now).map(counted)
    }

    /// A text in which the number 7 is a place.
    private static func counted(_ text: String) -> String { text.replacing("7", with: "{count}") }

    private static func relative(_ key: ContentAttribute, _ moment: Timestamp) -> String {
        let timer = Content(kind: .timer, [key: .uint64(moment.microseconds), .style: "relative"])
        return counted(timer.plainText(PlainText.Context(now: now)))
    }

    private static func why(_ reason: String, _ others: [String: DBusValue] = [:]) -> String {
        Explanation(others.merging(["Reason": .string(reason)]) { $1 }).sentence(about: "{name}")
    }

    /// The member of Explain with one reason.
    private static func reasons(_ kind: String) -> DBusValue {
        .array([.properties(["Kind": .string(kind)])], of: "a{sv}")
    }

    private static func badge(_ attention: WidgetAttention, _ count: UInt32 = 0) -> String? {
        var widget = WidgetProperties(identifier: "org.example.A")
        (widget.attention, widget.badge) = (attention, count)
        return widget.cardBadge.map { counted($0.accessibleLabel) }
    }

    private static func chart(_ shown: [ContentChartValue], _ numbers: [Double]) -> String {
        var chart = DrawnChart(numbers)
        chart.shownValues = shown
        return NodeAttributes(.chart(chart)).spokenName.replacing("Chart of ", with: "")
            .replacing("7", with: shown.isEmpty ? "{count}" : "{value}")
    }

    private static func range(_ minimum: SettingValue?, _ maximum: SettingValue?) throws -> String? {
        let declaration = try SettingDeclaration("Hours", .integer, minimum: minimum, maximum: maximum)
        var widget = WidgetProperties(identifier: "org.example.A")
        widget.settingsSchema = try SettingsSchema([declaration])
        return SettingsForm(widget)?.fields[0].details.replacing("3", with: "{minimum}")
            .replacing("9", with: "{maximum}")
    }

    /// The words of today-panel, by the names in the module.
    private static func expected() throws -> [String: String?] {
        let snapshot: (inout WidgetProperties) -> Void = {
            $0.content = Content(kind: .divider, [:])
            $0.isSnapshot = true
        }
        let failed: (inout WidgetProperties) -> Void = { $0.lastResult = .failed }
        let unavailable = TodayPage.unavailable(reason: .notRunning).words
        let notRunning = CenterAbsence.notRunning.sentence
        // One statement for each, as one literal takes the compiler minutes.
        var words: [String: String?] = [:]
        words["openApp"] = WidgetMenuItem.openApp.label
        words["refresh"] = WidgetMenuItem.refresh.label
        words["copy"] = WidgetMenuItem.copy.label
        words["settings"] = WidgetMenuItem.settings.label
        words["addAnother"] = WidgetMenuItem.addAnother.label
        words["size"] = WidgetMenuItem.size(.small).submenu
        words["sizeSmall"] = WidgetMenuItem.size(.small).label
        words["sizeRegular"] = WidgetMenuItem.size(.regular).label
        words["updateEvery"] = WidgetMenuItem.updateAutomatically.submenu
        words["minutes"] = counted(WidgetMenuItem.updateEvery(7 * 60).label)
        words["hours"] = counted(WidgetMenuItem.updateEvery(7 * 3600).label)
        words["intervalDefault"] = WidgetMenuItem.updateAutomatically.label
        words["pause"] = WidgetMenuItem.pause(true).label
        words["resume"] = WidgetMenuItem.pause(false).label
        words["why"] = WidgetMenuItem.why.label
        words["moveUp"] = WidgetMenuItem.moveUp.label
        words["moveDown"] = WidgetMenuItem.moveDown.label
        words["remove"] = WidgetMenuItem.remove.label
        words["undo"] = Removals.undoLabel
        words["removed"] = Removals.words("{name}")
        words["more"] = CardSizeButton.expand.label
        words["less"] = CardSizeButton.close.label
        words["showMore"] = ListExcerpt(of: 8, visibleRows: 1, isOpen: false).button.map(counted)
        words["showLess"] = ListExcerpt(of: 8, visibleRows: 1, isOpen: true).button
        words["now"] = relative(.since, now)
        words["justNow"] = ContentAge.text(since: now, now: now)
        words["minutesAgo"] = counted(ContentAge.text(since: ago(7), now: now))
        words["hoursAgo"] = counted(ContentAge.text(since: ago(7 * 60), now: now))
        words["daysAgo"] = counted(ContentAge.text(since: ago(7 * 1440), now: now))
        words["inMinutes"] = relative(.until, ahead(7))
        words["inHours"] = relative(.until, ahead(7 * 60))
        words["inDays"] = relative(.until, ahead(7 * 1440))
        words["nothingToShow"] = card { $0.hasContent = false }.placeholder
        words["newerVersion"] = card { $0.content = Content(kind: "hologram", attributes: [:]) }.placeholder
        words["starting"] = card { $0.state = .updating }.placeholder
        words["nothingYet"] = card { _ in }.placeholder
        words["lastUpdated"] = line {
            snapshot(&$0)
            $0.updatedAt = ago(7)
        }?.replacing("7 min ago", with: "{age}")
        words["notUpdated"] = line(snapshot)
        words["outOfDateSince"] = line {
            snapshot(&$0)
            ($0.error, $0.errorKind, $0.updatedAt) = ("nas can’t be reached", .unreachable, ago(7))
        }.map { $0.prefix { !$0.isNumber } + "{time}" }
        words["keepsFailing"] = line { $0.state = .suspended }
        words["updateFailed"] = line {
            failed(&$0)
            $0.error = "{reason}"
        }
        words["updateFailedOnly"] = line(failed)
        words["noReason"] = Refusal(RemoteError(.failed, "")).description
        words["retrySoon"] = retry(now)
        words["retryInMinutes"] = retry(ahead(7))
        words["retryInHours"] = retry(ahead(7 * 60))
        words["retryInDays"] = retry(ahead(7 * 1440))
        words["notStarted"] = ErrorKind.notStarted.sentence
        words["noProvider"] = ErrorKind.noProvider.sentence
        words["crashed"] = ErrorKind.crashed.sentence
        words["timedOut"] = ErrorKind.timedOut.sentence
        words["invalidAnswer"] = ErrorKind.invalidAnswer.sentence
        words["memory"] = ErrorKind.memory.sentence
        words["paused"] = ErrorKind.paused.sentence
        words["unknownAction"] = ErrorKind.unknownAction.sentence
        words["stateFull"] = StateTrouble("", kind: .full).words
        words["stateReadOnly"] = StateTrouble("", kind: .readOnly).words
        words["stateDamaged"] = StateTrouble("", kind: .damaged).words
        words["stateOther"] = StateTrouble("{reason}").words
        words["stateUnknown"] = StateTrouble("").words
        words["whyUpdating"] = why("updating")
        words["whyNoContent"] = why("no-content")
        words["whyNotArranged"] = why("not-arranged")
        words["whyNoProvider"] = why("no-provider")
        words["whyPushed"] = why("no-provider", ["Provider": .string("none")])
        words["whyGaveUp"] = why("suspended")
        words["whySuspended"] = why("suspended", ["RetryAt": .uint64(1)])
        words["whyPaused"] = why("paused")
        words["whyHidden"] = why("hidden")
        words["whyFailed"] = counted(
            why("deadline", ["LastResult": "failed", "Error": "late", "Failures": .uint32(7)]))
        words["whyPending"] = why("interval", ["Reasons": reasons("pending")])
        words["whyNotUpdated"] = why("interval")
        words["whyNotPlanned"] = why("interval", ["UpdatedAt": .uint64(1)])
        words["whyWaiting"] = why("interval", ["UpdatedAt": .uint64(1), "NextUpdate": .uint64(2)])
        words["whyNotStored"] = why("fresh", ["Reasons": reasons("state-not-stored")])
            .replacing("{name} is up to date.", with: "{sentence}")
        words["whyFresh"] = why("fresh")
        words["attention"] = badge(.badge)
        words["attentionCount"] = badge(.badge, 7)
        words["alert"] = badge(.alert)
        words["alertCount"] = badge(.alert, 7)
        words["percent"] = Language.percent(0.07).replacing("7", with: "{number}")
        words["inProgress"] = NodeAttributes(.progress(nil, style: .bar)).spokenName
        words["picture"] = NodeAttributes(.image(.none, width: nil, height: nil, description: nil)).spokenName
        words["control"] = NodeAttributes(.toggle(label: "", value: true)).spokenName
        words["chartOf"] = NodeAttributes(.chart(DrawnChart([]))).spokenName.replacing("0 values", with: "{lines}")
        words["chartLeast"] = chart([.least], [7])
        words["chartMost"] = chart([.most], [7])
        words["chartLast"] = chart([.last], [7])
        // The values follow, as in a chart that shows them.
        words["chartValues"] = chart([], Array(repeating: 1, count: 7))
            .replacing(", lowest 1, highest 1, latest 1", with: "")
        words["connecting"] = TodayPage.connecting.words?.title
        words["unavailable"] = unavailable?.title
        words["unavailableText"] = unavailable?.explanation.replacing(notRunning, with: "{reason}")
        words["tryAgain"] = unavailable?.offer?.label
        words["notRunning"] = notRunning
        words["absent"] = TodayPage.absent(because: .notRunning).joined(separator: " ")
            .replacing(notRunning, with: "{reason}")
        words["noWidgets"] = TodayPage.noWidgets.words?.title
        words["noWidgetsText"] = TodayPage.noWidgets.words?.explanation
        words["nothingArranged"] = TodayPage.nothingArranged.words?.title
        words["nothingArrangedText"] = TodayPage.nothingArranged.words?.explanation
        words["addWidgets"] = TodayPage.nothingArranged.words?.offer?.label
        words["nothingNow"] = TodayPage.nothingToShow.words?.title
        words["nothingNowText"] = TodayPage.nothingToShow.words?.explanation
        words["rangeBetween"] = try range(.integer(3), .integer(9))
        words["rangeAtLeast"] = try range(.integer(3), nil)
        words["rangeAtMost"] = try range(nil, .integer(9))
        let colors = try SettingDeclaration("Color", .colorRole)
        var colorful = WidgetProperties(identifier: "org.example.A")
        colorful.settingsSchema = try SettingsSchema([colors])
        for choice in SettingsForm(colorful)?.fields[0].choices ?? [] {
            words["color" + choice.value.prefix(1).uppercased() + choice.value.dropFirst()] = choice.name
        }
        return words
    }

    @Test func wordsAreThoseOfTodayPanel() throws {
        let (words, expected) = (try Self.words(), try Self.expected())
        #expect(Set(words.keys) == Self.own.union(expected.keys))
        for (name, text) in expected { #expect(words[name] == text, "\(name)") }
    }

    /// Every word is used, by its name.
    @Test func wordsHaveUses() throws {
        var sources = ""
        for folder in ["gnome-shell/src", "qml", "plasma-5/contents/ui", "plasma-6/contents/ui", "quickshell"] {
            let path = Checkout.data + "/panels/" + folder
            for file in try FileManager.default.contentsOfDirectory(atPath: path) where file != "words.mjs" {
                guard file.hasSuffix(".js") || file.hasSuffix(".qml") || file.hasSuffix(".mjs") else { continue }
                sources += try String(contentsOfFile: path + "/" + file, encoding: .utf8)
            }
        }
        // percent() is in the module itself.
        let names = Set(sources.matches(of: /['"](\w+)['"]/).map { String($0.1) }).union(["percent"])
        // These are put together from a prefix and the rest of a name.
        let composed =
            sources.contains("say(prefix + unit") && sources.contains("say(`${words}Count`")
            && sources.contains("say(`${name}Text`")
        #expect(composed)
        for name in try Self.words().keys where !names.contains(name) {
            #expect(
                name.hasPrefix("in") || name.hasPrefix("color") || name.hasPrefix("retryIn") || name.hasSuffix("Count")
                    || name.hasSuffix("Text"),
                "\(name)")
        }
    }

    /// In GNOME Shell each state of a widget has the words that it has in today-panel.
    @Test(.enabled(if: Environment.locate("gjs") != nil, "gjs is not installed (Debian package: gjs)"))
    func statesHaveTheSameWords() async throws {
        let bus = try await PrivateBus.start()
        try Checkout.copyModules(to: bus.folder)
        var (states, cards): ([String], [[String: DBusValue]]) = ([], [])
        for widget in Self.samples {
            states.append(Self.json(widget))
            cards.append(Self.words(CardPresentation(widget, now: Self.now)))
        }
        try writeFile("[\(states.joined(separator: ","))]", to: bus.folder + "/states.json")
        let run = try await bus.run(
            "gjs", "-m", bus.folder + "/card-words.js", bus.folder + "/states.json", "\(Self.now.microseconds)")
        let lines = run.output.split(separator: "\n")
        try #require(run.exit == .status(0) && lines.count == cards.count, "\(run)")
        for (index, line) in lines.enumerated() {
            let shown = try VardictReader(["card": DBusValue(json: String(line))]).vardict("card") ?? [:]
            for (key, value) in cards[index] {
                #expect(shown[key]?.unwrapped == value, "\(key) of \(states[index])")
            }
        }
    }

    /// Widgets in all states that have words of their own.
    private static var samples: [WidgetProperties] {
        var samples: [WidgetProperties] = []
        let contents = [
            Content.empty, Content(kind: .divider, [:]), Content(kind: "hologram", attributes: [:]),
        ]
        let errors: [(String, ErrorKind?)] = [
            ("", nil), ("It rains", nil), ("It rains\nall day", .app), ("it crashed\nsignal 11", .crashed),
            ("it can't be started", .notStarted), ("no answer", .unreachable),
        ]
        for content in contents {
            for state in [WidgetState.idle, .updating, .suspended, .unavailable] {
                for result in [nil, UpdateResult.newData, .failed] {
                    for (error, kind) in errors {
                        for moment in [Timestamp.never, ago(3)] {
                            var widget = WidgetProperties(identifier: "org.example.A")
                            widget.name = "A"
                            (widget.content, widget.state, widget.lastResult) = (content, state, result)
                            (widget.error, widget.errorKind) = (error, kind)
                            widget.updatedAt = moment
                            widget.retryAt = moment == .never ? .never : ahead(90)
                            widget.isSnapshot = error.isEmpty
                            widget.attention = result == nil ? .badge : .none
                            widget.badge = moment == .never ? 0 : 12
                            samples.append(widget)
                        }
                    }
                }
            }
        }
        return samples
    }

    /// The properties as the bus has them, in JSON.
    private static func json(_ widget: WidgetProperties) -> String {
        let kind = widget.content.kind
        return """
            {"Identifier":"org.example.A","Name":"A","HasContent":true,"State":"\(widget.state.rawValue)",
            "Content":{"kind":"\(kind)","attributes":{},"children":[]},"LastResult":"\(widget.lastResult?.rawValue ?? "")",
            "Error":"\(widget.error.replacing("\n", with: "\\n"))","ErrorKind":"\(widget.errorKind?.rawValue ?? "")",
            "UpdatedAt":\(widget.updatedAt.microseconds),"RetryAt":\(widget.retryAt.microseconds),
            "IsSnapshot":\(widget.isSnapshot),"Attention":"\(widget.attention.rawValue)","Badge":\(widget.badge),
            "DisplayMode":"compact","LargestDisplayMode":"compact"}
            """.replacing("\n", with: "")
    }

    private static func words(_ card: CardPresentation) -> [String: DBusValue] {
        let lines = card.lines.map { "\($0.text)|\($0.details ?? "")|\($0.offersRetry)" }.joined(separator: "\n")
        return [
            "placeholder": .string(card.placeholder ?? ""), "age": .string(card.age ?? ""),
            "badge": .string(card.badge?.accessibleLabel ?? ""), "lines": .string(lines),
        ]
    }
}
