internal import DBus
internal import DBusTesting
internal import PlayedCenter
internal import TodayPlatform
internal import TodayModel

/// The checks of the role *panel*: one session with a center, in order.
struct PanelChecks {
    let trial: PanelTrial

    var all: [Check] { arriving + widgets + texts + time + kinds + taps + inputs + ending }

    /// Returns a check of a running panel.
    func check(
        _ rules: RuleID..., title: String,
        _ body: @escaping @Sendable (PanelTrial, PlayedCenter) async throws -> Void
    ) -> Check {
        Check(rules, title: title) { [trial] in try await body(trial, try await trial.stage()) }
    }

    /// Returns a check with a widget that exists only for it.
    func check(
        _ rules: RuleID..., title: String, showing json: String,
        _ body: @escaping @Sendable (PanelTrial, PlayedCenter, WidgetIdentifier) async throws -> Void
    ) -> Check {
        Check(rules, title: title) { [trial] in
            let center = try await trial.stage()
            let identifier: WidgetIdentifier = "org.example.Scene"
            await center.add(try WidgetProperties(identifier, "Scene", json))
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body(trial, center, identifier)) } catch { outcome = .failure(error) }
            await center.remove(identifier)
            try outcome.get()
        }
    }

    // MARK: Arrival

    private var arriving: [Check] {
        [
            check("V-1", title: "changes during the first reading are shown") { trial, _ in
                try await trial.shown("during the reading")
                try await trial.gone("before the reading")
            },
            check("V-5", title: "it says that it is visible, with valid options") { trial, center in
                _ = try await trial.viewer()
                for call in center.calls.value where call.member == "BeginViewing" {
                    do { _ = try ViewingOptions(call.values) } catch {
                        throw Failure(given: "BeginViewing", expected: "valid options", seen: "\(error)")
                    }
                }
            },
            check("V-4", title: "it reads on the connection of BeginViewing") { trial, center in
                let viewer = try await trial.viewer()
                for member in ["GetManagedObjects", "GetAll"] as [MemberName] {
                    let readers = center.readings.value.filter { $0.member == member }.compactMap(\.sender)
                    if !readers.contains(viewer) {
                        throw Failure(
                            expected: "\(member) by \(viewer)",
                            seen: readers.isEmpty ? "none" : readers.map(\.rawValue).joined(separator: ", "))
                    }
                }
            },
            check("V-3", "V-11", title: "widgets are identified by their object paths, also new ones") {
                trial, center in
                let widget = WidgetProperties("org.example.Settings", "Lapwing", text: "a widget with settings")
                await center.add([widget], at: "/org/todaycenter/NotificationCenter1/widget/w2", version: 2)
                try await center.sendChange(
                    widget.identifier,
                    [
                        "Settings": .properties(["City": "Athens", "Unit": "c", "Later": .int64(1)]),
                        "SettingsSchema": .array(
                            [
                                ["Key": "City", "Name": "City", "Type": "string", "Default": "Athens"],
                                [
                                    "Key": "Unit", "Name": "Unit", "Type": "choice", "Default": "c",
                                    "Choices": .strings(["c", "f"]),
                                    "ChoiceNames": .strings(["Celsius", "Fahrenheit"]),
                                ],
                                ["Key": "Later", "Name": "Later", "Type": "a-later-type", "Default": .int64(1)],
                            ].map { .properties($0) }, of: "a{sv}"),
                    ])
                try await trial.shown("a widget with settings")
                await center.change(widget.identifier, .settings) { $0.settings["City"] = "Sparta" }
                try await center.show(#"{"kind":"text","text":"other settings"}"#, in: widget.identifier)
                try await trial.shown("other settings")
                await center.remove(widget.identifier)
            },
        ]
    }

    // MARK: Widgets

    private var widgets: [Check] {
        [
            check("V-14", title: "an added widget is shown when Today names it") { trial, center in
                let widget = WidgetProperties("org.example.Late", "Bittern", text: "a late guest")
                await center.add([widget], isShown: false)
                try await center.show(#"{"kind":"text","text":"still the host"}"#, in: PanelTrial.first)
                let shown = try await trial.shown("still the host")
                if shown.has("a late guest") {
                    throw Failure(expected: "no widget that Today does not name", seen: shown.whole)
                }
                await center.arrange(today: ["org.example.Late", PanelTrial.first])
                try await trial.shown("a late guest")
            },
            check("V-2", title: "widgets are in the order of Today") { trial, center in
                await center.arrange(today: [PanelTrial.first])
                for (name, text) in [("A", "Avocet"), ("B", "Bunting"), ("C", "Curlew")] {
                    let identifier = try WidgetIdentifier("org.example.Order\(name)")
                    await center.add(WidgetProperties(identifier, text, text: "\(text) sings"))
                }
                try await trial.shown("in the order in which they came") {
                    $0.has(inOrder: ["Hedgehog", "Avocet", "Bunting", "Curlew"])
                }
                await center.arrange(today: ["org.example.OrderC", PanelTrial.first, "org.example.OrderA"])
                try await trial.shown("Curlew, Hedgehog, Avocet, and no Bunting") {
                    $0.has(inOrder: ["Curlew", "Hedgehog", "Avocet"]) && !$0.has("Bunting")
                }
            },
            check("V-15", title: "a widget that Today no longer names is removed") { trial, center in
                await center.add(WidgetProperties("org.example.Leaving", "Gannet", text: "a guest that leaves"))
                try await trial.shown("a guest that leaves")
                await center.arrange(today: [PanelTrial.first])
                try await trial.shown("Hedgehog alone") { text in
                    text.has("Hedgehog")
                        && !["Avocet", "Bunting", "Curlew", "Bittern", "Gannet"].contains { text.has($0) }
                }
                await center.remove("org.example.Leaving")
                for name in ["OrderA", "OrderB", "OrderC", "Late"] {
                    await center.remove(try WidgetIdentifier("org.example." + name))
                }
            },
            check("V-20", title: "the widget has a heading with its name, also without content", showing: "{}") {
                trial, center, identifier in
                try await trial.shown("Scene")
                await center.change(identifier, .name) { $0.name = "Nightingale" }
                try await trial.shown("Nightingale, and no Scene") { $0.has("Nightingale") && !$0.has("Scene") }
            },
            check(
                "V-22", title: "the first line of an error is shown with the content",
                showing: #"{"kind":"text","text":"kept content"}"#
            ) { trial, center, identifier in
                try await trial.shown("kept content")
                await center.change(identifier, .error, .lastResult) {
                    $0.error = "The kitchen is closed\nerrno 5"
                    $0.lastResult = .failed
                }
                try await trial.shown("the error and the content") {
                    $0.has("The kitchen is closed") && $0.has("kept content")
                }
                await center.change(identifier, .error, .lastResult) {
                    $0.error = ""
                    $0.lastResult = .newData
                }
                try await trial.gone("The kitchen is closed")
            },
            check(
                "V-87", title: "an unknown kind of error is the text of the app",
                showing: #"{"kind":"text","text":"a cake"}"#
            ) { trial, center, identifier in
                await center.change(identifier, .error) { $0.error = "" }
                try await center.sendChange(identifier, ["Error": "The oven is cold", "ErrorKind": "x-frozen"])
                try await trial.shown("The oven is cold")
                try await center.sendChange(identifier, ["Error": "", "ErrorKind": ""])
                try await trial.gone("The oven is cold")
            },
            check(
                "V-88", title: "a widget that asks for attention has a mark with its count",
                showing: #"{"kind":"text","text":"a letter"}"#
            ) { trial, center, identifier in
                try await center.sendChange(identifier, ["Attention": "badge", "Badge": .uint32(4711)])
                try await trial.shown("4711")
                try await center.sendChange(identifier, ["Attention": "x-shout", "Badge": .uint32(12_345)])
                try await trial.shown("9999+ and not 12345") { $0.has("9999+") && !$0.has("12345") }
                try await center.sendChange(identifier, ["Attention": "none", "Badge": .uint32(0)])
                try await trial.gone("9999+")
            },
            check("V-33", title: "new content replaces the old", showing: #"{"kind":"text","text":"old words"}"#) {
                trial, center, identifier in
                try await trial.shown("old words")
                try await center.show(#"{"kind":"text","text":"new words"}"#, in: identifier)
                try await trial.shown("new words, and no old ones") { $0.has("new words") && !$0.has("old words") }
            },
            check("V-74", title: "instances are widgets of their own") { trial, center in
                for (number, text) in [("", "one Robin"), ("#2", "another Robin"), ("#3", "a third Robin")] {
                    let identifier = try WidgetIdentifier("org.example.Robin" + number)
                    await center.add(WidgetProperties(identifier, "Robin", text: text))
                }
                try await trial.shown("three instances") {
                    $0.has(inOrder: ["one Robin", "another Robin", "a third Robin"])
                }
                await center.remove("org.example.Robin#2")
                try await trial.shown("two instances") {
                    $0.has(inOrder: ["one Robin", "a third Robin"]) && !$0.has("another Robin")
                }
                await center.remove("org.example.Robin")
                await center.remove("org.example.Robin#3")
            },
            check("V-25", title: "it says when changes won't be saved") { trial, center in
                await center.setStateTrouble(StateTrouble("the disk is as full as an egg"))
                try await trial.shown("the disk is as full as an egg")
                await center.setStateTrouble(nil)
                try await trial.gone("the disk is as full as an egg")
            },
            check("V-9", title: "signals of strangers are ignored", showing: #"{"kind":"text","text":"true words"}"#) {
                trial, center, identifier in
                try await trial.shown("true words")
                let stranger = try await trial.stranger()
                try await center.sendChange(identifier, ["Name": "A forged name"], by: stranger)
                // A message to one connection arrives whatever the connection subscribes to.
                if let viewer = try? await trial.viewer() {
                    try await center.sendChange(
                        identifier, ["Name": "A forged name"], by: stranger, to: viewer)
                }
                await stranger.close()
                try await center.show(#"{"kind":"text","text":"after the stranger"}"#, in: identifier)
                let shown = try await trial.shown("after the stranger")
                if shown.has("A forged name") { throw Failure(expected: "the name Scene", seen: shown.whole) }
            },
            check(
                "V-10", title: "unknown properties and signals have no effect",
                showing: #"{"kind":"text","text":"known"}"#
            ) {
                trial, center, identifier in
                try await trial.shown("known")
                try await center.sendChange(identifier, ["Name": "A wrong name"], of: "org.example.Later")
                try await center.sendChange(identifier, ["Later": .structure([.string("x"), .byte(1)])])
                try await center.show(#"{"kind":"text","text":"after the unknown"}"#, in: identifier)
                let shown = try await trial.shown("after the unknown")
                if shown.has("A wrong name") { throw Failure(expected: "the name Scene", seen: shown.whole) }
            },
            check("V-17", title: "words of later versions do no harm", showing: #"{"kind":"text","text":"today"}"#) {
                trial, center, identifier in
                try await trial.shown("today")
                try await center.sendChange(
                    identifier,
                    [
                        "State": "a-later-state", "LastResult": "a-later-result", "DisplayMode": "a-later-mode",
                        "LargestDisplayMode": "a-later-mode",
                    ])
                try await center.show(#"{"kind":"text","text":"tomorrow"}"#, in: identifier)
                try await trial.shown("tomorrow")
            },
            check("V-12", title: "it doesn't read again what a signal sends", showing: "{}") {
                trial, center, identifier in
                let viewer = try await trial.viewer()
                let before = center.readings.value.count { $0.sender == viewer }
                for number in 1...10 {
                    try await center.show(#"{"kind":"text","text":"change \#(number) of 10"}"#, in: identifier)
                }
                try await trial.shown("change 10 of 10")
                let more = center.readings.value.filter { $0.sender == viewer }.dropFirst(before)
                if !more.isEmpty {
                    throw Failure(
                        given: "10 changes", expected: "no more reading",
                        seen: more.map { "\($0.member) of \($0.path)" }.joined(separator: "\n"))
                }
            },
        ]
    }

    // MARK: Texts

    /// Texts that some program would interpret as markup or commands.
    private static let traps = [
        "<b>bold</b> &amp; <i>'it'</i>", "%{F#f00}red%{F-}", "$(reboot) `reboot`", "**stars** _lines_ [a](b)",
        "&lt;tag&gt;", "\\e[31mred\\033[0m", "{{ braces }} %s %n",
    ]

    private var texts: [Check] {
        [
            check("V-31", title: "text is never read as markup") { trial, center in
                let nodes = Self.traps.map { Content(kind: .text, [.text: .string($0)]) }
                var widget = WidgetProperties("org.example.Trap", "<u>Name</u> & Co", text: "")
                widget.content = Content(kind: .column, children: nodes)
                widget.error = "<s>why</s> & how"
                await center.add(widget)
                let texts = Self.traps + [widget.name, widget.error]
                try await trial.shown(texts.joined(separator: "\n")) { shown in texts.allSatisfy(shown.has) }
                await center.remove("org.example.Trap")
            },
            check("V-31", title: "names and errors don't control a terminal") { trial, center in
                let escape = "\u{1B}]0;owned\u{7}"
                var widget = WidgetProperties("org.example.Escape", "Barn\(escape)Owl", text: "hoots")
                widget.error = "hoarse\(escape)today"
                let other = WidgetProperties("org.example.Escape2", "Tawny\u{9B}1mOwl", text: "calls")
                await center.add([widget, other])
                // A panel may leave out the character, or the whole text.
                let shown = try await trial.shown("hoots and calls") { $0.has(inOrder: ["hoots", "calls"]) }
                await center.remove(widget.identifier)
                await center.remove(other.identifier)
                if let scalar = shown.control {
                    throw Failure(
                        expected: "no control character", seen: "U+\(String(scalar.value, radix: 16, uppercase: true))")
                }
            },
            check("V-32", title: "no text overrides the direction of others") { trial, center in
                var widget = WidgetProperties("org.example.Direction", "photo\u{202E}gpj.exe", text: "")
                widget.content = Content(kind: .text, [.text: .string("invoice\u{202E}fdp.exe\nand \u{202D}more")])
                await center.add(widget)
                let shown = try await trial.shown("invoice")
                await center.remove("org.example.Direction")
                if let scalar = shown.openOverride {
                    throw Failure(
                        expected: "no character that overrides the direction, or its end on the same line",
                        seen: "U+\(String(scalar.value, radix: 16, uppercase: true))")
                }
            },
        ]
    }

    // MARK: Time

    private var time: [Check] {
        [
            check("V-35", title: "nodes come and go with time", showing: "{}") { trial, center, identifier in
                let now = SystemClock.microseconds
                try await center.show(
                    #"""
                    {"kind":"column","children":[
                      {"kind":"text","text":"always there"},
                      {"kind":"text","text":"not yet there","show-after":\#(now + 2_000_000)},
                      {"kind":"text","text":"soon away","show-before":\#(now + 2_000_000)},
                      {"kind":"text","text":"long away","show-before":\#(now - 1_000_000)}]}
                    """#, in: identifier)
                let first = try await trial.shown("always there")
                if SystemClock.microseconds < now + 1_500_000, first.has("not yet there") || !first.has("soon away") {
                    throw Failure(expected: "the nodes of now, and no later ones", seen: first.whole)
                }
                try await trial.shown("the later nodes, and no former ones") {
                    $0.has("not yet there") && !$0.has("soon away") && !$0.has("long away")
                }
            },
            check("V-40", title: "timers tick", showing: "{}") { trial, center, identifier in
                let now = SystemClock.microseconds
                try await center.show(
                    #"""
                    {"kind":"column","children":[
                      {"kind":"timer","until":\#(now + 2_000_000),"finished-text":"the tea is ready"},
                      {"kind":"timer","until":\#(now + 3_000_000_000 + 58_000_000)},
                      {"kind":"timer","since":\#(now - 7_384_000_000)}]}
                    """#, in: identifier)
                // 50 minutes and up to 58 seconds are left; at least 2 hours, 3 minutes and 4 seconds have passed.
                let first = try await trial.shown("50:5… and 2:03:…") { $0.has("50:5") && $0.has("2:03:") }
                try await trial.shown("the tea is ready")
                try await trial.shown("another time than in:\n\(first.whole)") { $0.whole != first.whole }
            },
            check("V-40", title: "a countdown is rounded up", showing: "{}") { trial, center, identifier in
                let until = SystemClock.microseconds + 300_000_000
                try await center.show(
                    #"""
                    {"kind":"row","children":[{"kind":"text","text":"left:"},{"kind":"timer","until":\#(until)}]}
                    """#, in: identifier)
                try await trial.shown("left:")
                // A single reading may be right by chance, because the seconds may have changed since the panel drew
                // them.
                for _ in 1...6 {
                    let shown = try await trial.dump()
                    let least = Int(until - SystemClock.microseconds + 999_999) / 1_000_000
                    guard let clock = shown.whole.firstMatch(of: /left:\s*([0-9]+):([0-9][0-9])/),
                        let minutes = Int(clock.1), let seconds = Int(clock.2), minutes * 60 + seconds >= least
                    else { throw Failure(expected: "left: and at least \(least) s as m:ss", seen: shown.whole) }
                }
            },
            check("V-40", "T-87", title: "a relative timer has words", showing: "{}") { trial, center, identifier in
                let now = SystemClock.microseconds
                let hour: UInt64 = 3_600_000_000
                try await center.show(
                    #"""
                    {"kind":"column","children":[
                      {"kind":"row","children":[{"kind":"text","text":"set:"},
                        {"kind":"timer","style":"relative","since":\#(now)}]},
                      {"kind":"row","children":[{"kind":"text","text":"rang:"},
                        {"kind":"timer","style":"relative","since":\#(now - 3 * hour - 60_000_000)}]},
                      {"kind":"row","children":[{"kind":"text","text":"bought:"},
                        {"kind":"timer","style":"relative","since":\#(now - 49 * hour)}]},
                      {"kind":"row","children":[{"kind":"text","text":"next:"},
                        {"kind":"timer","style":"relative","until":\#(now + 4 * hour + hour / 2)}]}]}
                    """#, in: identifier)
                try await trial.shown("set: now, rang: 3 h ago, bought: 2 d ago, next: in 4 h") { shown in
                    ["set: now", "rang: 3 h ago", "bought: 2 d ago", "next: in 4 h"].allSatisfy(shown.has)
                }
            },
            check(
                "V-36", title: "private nodes are hidden while the session is locked",
                showing: #"""
                    {"kind":"column","children":[{"kind":"text","text":"public news"},
                      {"kind":"row","private":true,"children":[{"kind":"text","text":"my diary"}]}]}
                    """#
            ) { trial, _, _ in
                try await trial.shown("my diary")
                try await trial.setLocked(true)
                let outcome: Result<ShownText, any Error>
                do { outcome = .success(try await trial.gone("my diary")) } catch { outcome = .failure(error) }
                try await trial.setLocked(false)
                _ = try outcome.get()
                try await trial.shown("my diary")
            },
        ]
    }
}
