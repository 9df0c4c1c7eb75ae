internal import DBus
internal import DBusTesting
internal import PlayedCenter
internal import TodayModel
internal import TodayPlatform

/// Clocks, and nodes in which users enter values.
extension PanelChecks {
    private static let inputNodes = #"""
        {"kind":"column","action":"outer","children":[
          {"kind":"checkbox","label":"Oat milk","value":true,"action":"buy","id":"milk"},
          {"kind":"slider","label":"Loudness","value":40,"minimum":-10,"maximum":100,"step":15,"action":"loud","id":"loud"},
          {"kind":"entry","label":"New chore","action":"add","id":"chore"},
          {"kind":"checkbox","label":"Idle box","value":true,"id":"idle-box"},
          {"kind":"slider","label":"Idle slider","value":0.5,"id":"idle-slider"},
          {"kind":"entry","label":"Idle entry","id":"idle-entry"},
          {"kind":"button","label":"Last button","action":"last","id":"last"}]}
        """#

    /// Returns a check with such nodes, which runs once they are shown.
    private func checkInput(
        _ rule: RuleID, title: String,
        _ body: @escaping @Sendable (PanelTrial, PlayedCenter, WidgetIdentifier) async throws -> Void
    ) -> Check {
        check(rule, title: title, showing: Self.inputNodes) { trial, center, identifier in
            if trial.hooks.activate == nil { throw Skipped(reason: "--activate is missing") }
            try await trial.shown("Last button")
            try await body(trial, center, identifier)
        }
    }

    private func node(_ identifier: WidgetIdentifier, _ text: String, _ id: String, value: String) -> PanelHooks.Node {
        PanelHooks.Node(identifier: identifier.rawValue, name: "Scene", text: text, id: id, value: value)
    }

    var inputs: [Check] {
        [
            check("V-80", title: "a clock ticks", showing: "{}") { trial, center, identifier in
                let json = #"{"kind":"clock","zone":"Asia/Kathmandu","style":"seconds"}"#
                try await center.show(json, in: identifier)
                let clock = try Content.parse(json: json)
                /// The text at a moment, given in µs.
                @Sendable func text(_ moment: UInt64) -> String {
                    clock.plainText(PlainText.Context(now: Timestamp(microseconds: moment)))
                }
                /// Returns the texts of the last seconds, because the panel may have drawn some seconds ago.
                @Sendable func texts() -> [String] {
                    let now = SystemClock.microseconds
                    return (0...5).map { text(now - $0 * 1_000_000) }
                }
                let first = try await trial.shown("the time, \(text(SystemClock.microseconds))") { shown in
                    texts().contains(where: shown.has)
                }
                try await trial.shown("another time than in:\n\(first.whole)") { shown in
                    shown.whole != first.whole && texts().contains(where: shown.has)
                }
            },
            checkInput("V-81", title: "a checkbox sends its new state") { trial, _, identifier in
                let call = try await trial.call(from: node(identifier, "Oat milk", "milk"), "InvokeAction", "buy")
                try expect(call.parameter, is: [.boolean(false)])
            },
            checkInput("V-82", title: "a slider sends the nearest number of its steps, as a d") {
                trial, _, identifier in
                for (value, sent) in [("72.4", 65.0), ("-9", -10), ("100", 95)] {
                    let call = try await trial.call(
                        from: node(identifier, "Loudness", "loud", value: value), "InvokeAction", "loud")
                    try expect(call.parameter, is: [.double(sent)], given: "a slider that is moved to \(value)")
                }
            },
            checkInput("V-84", title: "an entry sends its text, unless it is empty") { trial, center, identifier in
                let call = try await trial.call(
                    from: node(identifier, "New chore", "chore", value: "Water the  ferns!"), "InvokeAction", "add")
                try expect(call.parameter, is: [.string("Water the  ferns!")])
                try await trial.tap(node(identifier, "New chore", "chore", value: ""))
                _ = try await trial.call(from: node(identifier, "Last button", "last"), "InvokeAction", "last")
                let count = center.calls.value.count { $0.text == "add" }
                if count != 1 { throw Failure(given: "an empty text", expected: "no call", seen: "InvokeAction add") }
            },
            checkInput("V-86", title: "inputs without an action are disabled") { trial, center, identifier in
                for (text, value) in [("Idle box", nil), ("Idle slider", "0.7"), ("Idle entry", "a")]
                    as [(String, String?)]
                {
                    let id = text.lowercased().split(at: " ").joined(separator: "-")
                    do {
                        try await trial.tap(
                            value.map { node(identifier, text, id, value: $0) } ?? node(identifier, text, id))
                    } catch is Skipped {
                        // The box remains.
                    }
                }
                let former = center.calls.value.count
                _ = try await trial.call(from: node(identifier, "Last button", "last"), "InvokeAction", "last")
                if let call = center.calls.value.prefix(former).last(where: { $0.member == "InvokeAction" }),
                    call.text == "outer" || call.text.isEmpty
                {
                    throw Failure(expected: "nothing", seen: "InvokeAction \(call.text)")
                }
            },
        ]
    }
}
