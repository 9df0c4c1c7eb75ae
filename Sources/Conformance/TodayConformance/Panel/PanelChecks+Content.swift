internal import DBus
internal import DBusTesting
internal import PlayedCenter
internal import TodayPlatform
internal import TodayModel

/// The visible parts of a tree, and the effects of taps on it.
extension PanelChecks {
    // MARK: Kinds

    var kinds: [Check] {
        [
            check(
                "V-30", title: "all kinds are shown, in their order",
                showing: #"""
                    {"kind":"column","children":[
                      {"kind":"text","text":"a title","style":"title"},
                      {"kind":"row","children":[{"kind":"text","text":"left"},{"kind":"spacer"},
                        {"kind":"text","text":"right"}]},
                      {"kind":"divider"},
                      {"kind":"grid","columns":2,"children":[{"kind":"text","text":"north"},
                        {"kind":"text","text":"east"},{"kind":"text","text":"south"},{"kind":"text","text":"west"}]},
                      {"kind":"list","children":[{"kind":"text","text":"milk"},{"kind":"text","text":"bread"}]},
                      {"kind":"progress","value":0.71},
                      {"kind":"chart","values":[1,2,3]},
                      {"kind":"image","icon":"mail-unread"},
                      {"kind":"button","label":"a button","action":"kinds"},
                      {"kind":"toggle","label":"a switch","value":true,"action":"kinds"},
                      {"kind":"text","text":"the end"}]}
                    """#
            ) { trial, _, _ in
                let texts = [
                    "a title", "left", "right", "north", "east", "south", "west", "milk", "bread", "a button",
                    "a switch",
                    "the end",
                ]
                try await trial.shown("in this order: \(texts.joined(separator: ", "))") { $0.has(inOrder: texts) }
            },
            check(
                "V-30", "T-61", "T-63",
                title: "known kinds don't show their fallback, or children that they can't have",
                showing: #"""
                    {"kind":"column","fallback":"instead of a column","children":[
                      {"kind":"text","text":"the text itself","fallback":"instead of a text",
                        "children":[{"kind":"text","text":"child of a text"}]},
                      {"kind":"section","label":"the section itself","expanded":true,"fallback":"instead of a section",
                        "children":[{"kind":"text","text":"in the section"}]},
                      {"kind":"button","label":"the button itself","action":"kinds","fallback":"instead of a button"}]}
                    """#
            ) { trial, _, _ in
                try await trial.shown("the nodes themselves, and nothing in their place") {
                    $0.has(inOrder: ["the text itself", "the section itself", "in the section", "the button itself"])
                        && !$0.has("instead of") && !$0.has("child of a text")
                }
            },
            check(
                "V-76", "T-81", title: "a text has no more lines than it says",
                showing: #"""
                    {"kind":"column","children":[
                      {"kind":"text","text":"one wren\ntwo wrens\nthree wrens\nfour wrens","lines":2},
                      {"kind":"text","text":"one crow\ntwo crows\nthree crows","lines":0},
                      {"kind":"text","text":"one kite\ntwo kites","lines":2}]}
                    """#
            ) { trial, _, _ in
                try await trial.shown("two lines of wrens that end with …, three of crows and two of kites") {
                    $0.has(inOrder: ["one wren", "two wren", "…", "one crow", "two crows", "three crows", "two kites"])
                        && !$0.has("three wrens") && !$0.has("four wrens")
                }
            },
            check(
                "V-34", "V-26", title: "nodes are shown in their modes only",
                showing: #"""
                    {"kind":"column","children":[{"kind":"text","text":"in both"},
                      {"kind":"text","text":"when small","modes":["compact"]},
                      {"kind":"text","text":"when large","modes":["expanded"]},
                      {"kind":"text","text":"when huge","modes":["a-later-mode"]}]}
                    """#
            ) { trial, center, identifier in
                // A larger limit alone doesn't expand it.
                await center.change(identifier, .largestDisplayMode, .name) {
                    $0.largestDisplayMode = .expanded
                    $0.name = "Small scene"
                }
                try await trial.shown("in both, when small, and no other") {
                    $0.has("Small scene") && $0.has("in both") && $0.has("when small") && !$0.has("when large")
                        && !$0.has("when huge")
                }
                await center.change(identifier, .displayMode, .name) {
                    $0.displayMode = .expanded
                    $0.name = "Larger scene"
                }
                // The panel may draw the smaller mode.
                try await trial.shown("in both, and either when small or when large") {
                    $0.has("Larger scene") && $0.has("in both") && $0.has("when small") != $0.has("when large")
                        && !$0.has("when huge")
                }
            },
            check(
                "V-37", title: "unknown kinds have their fallback, or their children",
                showing: #"""
                    {"kind":"column","children":[
                      {"kind":"hologram","fallback":"instead of a hologram","children":[
                        {"kind":"text","text":"no child of the hologram"}]},
                      {"kind":"carousel","children":[{"kind":"text","text":"first horse"},
                        {"kind":"text","text":"second horse"}]},
                      {"kind":"ether"},
                      {"kind":"text","text":"below the ether"}]}
                    """#
            ) { trial, _, _ in
                try await trial.shown("the fallback, else the children") {
                    $0.has(inOrder: ["instead of a hologram", "first horse", "second horse", "below the ether"])
                        && !$0.has("no child of the hologram")
                }
            },
            check(
                "V-38", title: "unknown attributes and words mean nothing",
                showing: #"""
                    {"kind":"column","alignment":"diagonal","perfume":"rose","children":[
                      {"kind":"text","text":"plain after all","style":"baroque","color":"ultraviolet","weight":[1,2]},
                      {"kind":"button","label":"a button after all","style":"baroque","action":"words"},
                      {"kind":"timer","since":0,"style":"baroque"}]}
                    """#
            ) { trial, _, _ in
                try await trial.shown("plain after all")
                try await trial.shown("a button after all")
            },
            check(
                "V-39", title: "a list shows as many rows as it says",
                showing: #"""
                    {"kind":"list","visible-rows":2,"children":[{"kind":"text","text":"row alpha"},
                      {"kind":"text","text":"row beta"},{"kind":"text","text":"row gamma"},
                      {"kind":"text","text":"row delta"}]}
                    """#
            ) { trial, _, _ in
                try await trial.shown("two rows") {
                    $0.has(inOrder: ["row alpha", "row beta"]) && !$0.has("row gamma") && !$0.has("row delta")
                }
            },
            check(
                "V-42", title: "sections have their labels, and unfolded ones their children",
                showing: #"""
                    {"kind":"column","children":[
                      {"kind":"section","label":"a folded one","children":[{"kind":"text","text":"perhaps"}]},
                      {"kind":"section","label":"an open one","expanded":true,"children":[
                        {"kind":"text","text":"its child"}]}]}
                    """#
            ) { trial, _, _ in
                try await trial.shown("both labels, and the child of the second") {
                    $0.has(inOrder: ["a folded one", "an open one", "its child"])
                }
            },
            check("V-43", title: "broken pictures do no harm", showing: "{}") { trial, center, identifier in
                // A header of 16 by 16 pixels, which any center accepts, without valid data after it.
                let header: [UInt8] =
                    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
                    + [0, 0, 0, 16, 0, 0, 0, 16, 8, 6, 0, 0, 0]
                let nodes = [header + [0, 0, 0, 0], header + [UInt8](repeating: 0xFF, count: 400)].map { bytes in
                    Content(kind: .image, [.data: .bytes(bytes), .description: "a torn picture"])
                }
                let end = Content(kind: .text, [.text: "below the pictures"])
                await center.change(identifier, .content) {
                    $0.content = Content(kind: .column, children: nodes + [end])
                }
                try await trial.shown("below the pictures")
                try await center.show(#"{"kind":"text","text":"after the pictures"}"#, in: identifier)
                try await trial.shown("after the pictures")
            },
        ]
    }

    // MARK: Taps

    private static let controls = #"""
        {"kind":"column","children":[
          {"kind":"button","label":"Water plants","action":"water","parameter":7,"id":"plants"},
          {"kind":"button","label":"Read news","url":"https://example.org/News?a=B%20c&d=%c3%A4#E"},
          {"kind":"toggle","label":"Lamp of oil","value":true,"action":"lamp","id":"oil"},
          {"kind":"column","action":"outer","children":[
            {"kind":"button","label":"Inner button","action":"inner","id":"inner"}]},
          {"kind":"column","enabled":false,"children":[
            {"kind":"button","label":"Dead button","action":"dead","id":"dead"}]},
          {"kind":"button","label":"Break it","action":"break","id":"break"},
          {"kind":"button","label":"Take long","action":"long","id":"long"}]}
        """#

    func node(_ identifier: WidgetIdentifier, _ text: String, _ id: String = "") -> PanelHooks.Node {
        PanelHooks.Node(identifier: identifier.rawValue, name: "Scene", text: text, id: id)
    }

    /// Returns a check with nodes that can be tapped, which runs once they are shown.
    private func checkTaps(
        _ rules: RuleID..., title: String,
        _ body: @escaping @Sendable (PanelTrial, PlayedCenter, WidgetIdentifier) async throws -> Void
    ) -> Check {
        let check = check("V-50", title: title, showing: Self.controls) { trial, center, identifier in
            if trial.hooks.activate == nil { throw Skipped(reason: "--activate is missing") }
            try await trial.shown("Take long")
            try await body(trial, center, identifier)
        }
        return Check(rules, title: title, run: check.run)
    }

    var taps: [Check] {
        [
            checkTaps("V-50", title: "a tap sends the action with its parameter") { trial, _, identifier in
                let call = try await trial.call(
                    from: node(identifier, "Water plants", "plants"), "InvokeAction", "water")
                try expect(call.identifier, is: identifier.rawValue)
                try expect(call.parameter, is: [.int64(7)])
            },
            checkTaps("V-50", title: "a parameter keeps its type") { trial, center, identifier in
                let parameters: [DBusValue] = [
                    .byte(7), .int16(7), .uint32(7), .uint64(7), .double(7), .string("7"),
                    .array([.uint16(7)], of: "q"),
                ]
                let buttons = parameters.enumerated().map { index, parameter in
                    Content(
                        kind: .button,
                        [
                            .label: .string("Send \(parameter.signature.rawValue)"), .action: .string("type-\(index)"),
                            .parameter: parameter,
                        ])
                }
                await center.change(identifier, .content) { $0.content = Content(kind: .column, children: buttons) }
                try await trial.shown("Send aq")
                for (index, parameter) in parameters.enumerated() {
                    let call = try await trial.call(
                        from: node(identifier, "Send \(parameter.signature.rawValue)"), "InvokeAction", "type-\(index)")
                    try expect(call.parameter, is: [parameter], given: "the parameter \(parameter)")
                }
            },
            checkTaps("V-56", title: "a tap sends the revision and the node") { trial, _, identifier in
                let call = try await trial.call(
                    from: node(identifier, "Water plants", "plants"), "InvokeAction", "water")
                guard case .uint64? = call.values["revision"]?.unwrapped,
                    call.values["node"]?.unwrapped == .string("plants")
                else {
                    throw Failure(
                        expected: "revision as a t, node \"plants\"",
                        seen: call.values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
                            .joined(separator: "\n"))
                }
            },
            checkTaps("V-51", title: "a tap opens a URL unchanged") { trial, _, identifier in
                let url = "https://example.org/News?a=B%20c&d=%c3%A4#E"
                let call = try await trial.call(from: node(identifier, "Read news"), "OpenURL", url)
                try expect(call.identifier, is: identifier.rawValue)
            },
            checkTaps("V-53", title: "a switch sends its new state") { trial, _, identifier in
                let call = try await trial.call(from: node(identifier, "Lamp of oil", "oil"), "InvokeAction", "lamp")
                try expect(call.parameter, is: [.boolean(false)])
            },
            checkTaps("V-52", title: "a tap activates the innermost node only") { trial, center, identifier in
                _ = try await trial.call(from: node(identifier, "Inner button", "inner"), "InvokeAction", "inner")
                // The effects of a later tap come later.
                _ = try await trial.call(from: node(identifier, "Water plants", "plants"), "InvokeAction", "water")
                if center.calls.value.contains(where: { $0.text == "outer" }) {
                    throw Failure(expected: "inner alone", seen: "inner and outer")
                }
            },
            checkTaps("V-55", title: "disabled nodes send nothing") { trial, center, identifier in
                try await trial.tap(node(identifier, "Dead button", "dead"))
                _ = try await trial.call(from: node(identifier, "Inner button", "inner"), "InvokeAction", "inner")
                if center.calls.value.contains(where: { $0.text == "dead" }) {
                    throw Failure(expected: "nothing", seen: "InvokeAction dead")
                }
            },
            checkTaps("V-58", title: "a tap that fails does not end it") { trial, center, identifier in
                await center.onTap("break") {
                    let error = CenterError(.actionFailed, "it is broken\nbeyond repair")
                    $0.refusals.append((CenterMember.invokeAction, error.remoteError))
                }
                _ = try await trial.call(from: node(identifier, "Break it", "break"), "InvokeAction", "break")
                try await center.show(#"{"kind":"text","text":"after the failure"}"#, in: identifier)
                try await trial.shown("after the failure")
            },
            checkTaps("V-59", title: "changes are shown while a tap has no reply") { trial, center, identifier in
                let isDone = WatchedValue(false)
                await center.onTap("long") { _ in _ = try? await isDone.wait { $0 } }
                async let tap: Void = trial.tap(node(identifier, "Take long", "long"))
                _ = try? await center.calls.wait(within: trial.limits.change) { $0.contains { $0.text == "long" } }
                try await center.show(#"{"kind":"text","text":"while it takes long"}"#, in: identifier)
                let outcome: Result<ShownText, any Error>
                do { outcome = .success(try await trial.shown("while it takes long")) } catch {
                    outcome = .failure(error)
                }
                isDone.change { $0 = true }
                try await tap
                _ = try outcome.get()
                if !center.calls.value.contains(where: { $0.text == "long" }) {
                    throw Failure(expected: "InvokeAction long", seen: "no call")
                }
            },
        ]
    }

    // MARK: End of the trial

    var ending: [Check] {
        [
            check("V-16", title: "the largest tree is shown") { trial, center in
                // 254 texts that fill the 131072 bytes of a tree.
                let filler = String(repeating: "0123456789abcdef", count: 31)
                var nodes = (1...253).map { Content(kind: .text, [.text: .string("\(filler) \($0)")]) }
                nodes.append(Content(kind: .text, [.text: "the last of many"]))
                var widget = WidgetProperties("org.example.Large", "Ostrich", text: "")
                widget.content = Content(kind: .column, children: nodes)
                (widget.displayMode, widget.largestDisplayMode) = (.expanded, .expanded)
                await center.add(widget)
                try await trial.shown("the last of many", within: trial.limits.crowd)
                await center.remove("org.example.Large")
                try await trial.gone("the last of many", within: trial.limits.crowd)
            },
            check("V-16", title: "512 widgets are shown") { trial, center in
                let crowd = try (1..<512).map { number in
                    WidgetProperties(
                        try WidgetIdentifier("org.example.Crowd\(number)"), "Starling \(number);",
                        text: "song \(number)")
                }
                await center.add(crowd)
                let shown = try await trial.shown("Starling 511;", within: trial.limits.crowd)
                if let missing = crowd.first(where: { !shown.has($0.name) }) {
                    throw Failure(expected: "512 widgets", seen: "no \(missing.name)")
                }
                await center.arrange(today: [PanelTrial.first])
                try await trial.gone("Starling", within: trial.limits.crowd)
            },
            check("V-13", title: "it has requested no update") { trial, center in
                try await center.show(#"{"kind":"text","text":"the end of the evening"}"#, in: PanelTrial.first)
                try await trial.shown("the end of the evening")
                let updates = center.calls.value.filter { $0.member == "PerformUpdate" }
                if !updates.isEmpty {
                    throw Failure(
                        expected: "no call of PerformUpdate", seen: updates.map(\.identifier).joined(separator: ", "))
                }
            },
            check("V-12", title: "it doesn't poll", showing: "{}") { trial, center, identifier in
                // A panel that polls every two seconds has polled by then.
                let moment = SystemClock.microseconds + 5_000_000
                try await center.show(
                    #"{"kind":"text","text":"five seconds later","show-after":\#(moment)}"#, in: identifier)
                try await trial.shown("five seconds later", within: trial.limits.change * 4)
                let viewer = try await trial.viewer()
                let readings = center.readings.value.filter { $0.sender == viewer }
                for reading in readings {
                    let count = readings.count { $0.member == reading.member && $0.path == reading.path }
                    if count > 2 {
                        throw Failure(
                            expected: "properties with change signals are read only once",
                            seen: "\(reading.member) of \(reading.path) \(count) times")
                    }
                }
            },
            check("V-7", title: "it starts over with another center") { trial, former in
                await former.change(PanelTrial.first, .error, .lastResult) {
                    ($0.error, $0.lastResult) = ("a former error", .failed)
                }
                try await trial.shown("a former error")
                let center = try await trial.restart(with: [
                    WidgetProperties("org.example.New", "Phoenix", text: "from the ashes"),
                    // At the path of a different widget of the previous center.
                    WidgetProperties(PanelTrial.first, "Heron", text: "in the reeds"),
                ])
                try await trial.shown("Phoenix and Heron, and nothing of Hedgehog", within: trial.limits.start) {
                    $0.has(inOrder: ["Phoenix", "from the ashes", "Heron", "in the reeds"]) && !$0.has("Hedgehog")
                        && !$0.has("a former error") && !$0.has("the end of the evening")
                }
                _ = try await trial.viewer()
                try await center.show(#"{"kind":"text","text":"it flies"}"#, in: "org.example.New")
                try await trial.shown("it flies")
            },
            check("V-17", title: "it runs until the end") { trial, _ in
                if let output = await trial.panelEnd(), output.exit != .status(0) {
                    throw Failure(expected: "a running panel", seen: "it ended: \(output)")
                }
            },
        ]
    }
}
