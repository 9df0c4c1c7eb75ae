import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

/// `data/javascript/todaycenter.js` with the real center.
@Suite(.enabled(if: Language.hasJavaScript, Language.noJavaScript)) struct JavaScriptModuleTests {
    @Test func aWidget() async throws { try await ProviderStory(.javaScript).all() }

    /// The lamp of the API page.
    @Test func values() async throws {
        let bus = try await PrivateBus.start()
        let program = try Language.javaScript.install("lamp.js", Guide("javascript-api").block("js"), on: bus)
        try await LampStory(language: .javaScript, program: program, bus: bus).all()
    }

    @Test func howItEnds() async throws { try await ProviderStory(.javaScript).ends() }

    @Test(.enabled(FlatpakSandbox.isMissing, { try await FlatpakSandbox.canBeMade() }))
    func aWidgetInSandbox() async throws { try await ProviderStory(.javaScript).inSandbox() }

    /// Wrong use is refused where it is written, and names that the schema doesn't have are printed once.
    @Test func wrongUse() async throws {
        let bus = try await PrivateBus.start()
        let script = #"""
            import {button, column, image, node, progress, row, section, text, timer, toJSON, toggle} from './todaycenter.js';
            const refused = make => {
                try {
                    print('taken', JSON.stringify(make()));
                } catch (error) {
                    print(error instanceof TypeError ? error.message : error);
                }
            };
            refused(() => text({color: 'accent'}, 'a'));
            refused(() => text({color: 'accent'}));
            refused(() => text('a', 'b'));
            refused(() => column('a', {spacing: 3}));
            refused(() => row(['a', 'b']));
            refused(() => row(false));
            refused(() => section({expanded: true}, 'a'));
            refused(() => section(text('a'), 'b'));
            refused(() => progress({value: 1}));
            refused(() => button('a', {url: 'https://example.org'}));
            refused(() => toggle('a', true, 'go', 'b'));
            refused(() => timer('a'));
            refused(() => image('a'));
            refused(() => toJSON({kind: 'text', text: 'a'}));
            refused(() => toJSON([text('a')]));
            print(toJSON(column({spacing: 3}, 1.5, null, button(2, 'go', {parameter: {kind: 'x'}}),
                section('a', {expanded: true}, timer({until: 5, finishedText: 'over', tooltip: undefined})))));
            for (let count = 0; count < 2; count++) {
                text('a', {colour: 'accent', accessibleLabel: 'b'});
                node('later', {more: 1}, 'child');
                node('text', {text: 'a'}, 'child');
            }
            """#
        let path = try Language.javaScript.install("wrong.js", script, on: bus)
        let run = try await bus.run(Language.javaScript.command(path))
        #expect(
            run.output == #"""
                text takes (text, {…}), its attributes in one object
                text: text can't be an object
                text takes (text, {…}), its attributes in one object
                column: attributes come in one object before the children, and each child is a node or a text
                row: attributes come in one object before the children, and each child is a node or a text
                row: attributes come in one object before the children, and each child is a node or a text
                section: label can't be an object
                section: label can't be a node
                progress: value can't be an object
                button: action can't be an object
                toggle takes (label, value, action, {…}), its attributes in one object
                timer takes ({…}), its attributes in one object
                image takes ({…}), its attributes in one object
                text: text belongs in attributes: {…}
                content must be a node or a text
                {"kind":"column","spacing":3,"children":[{"kind":"text","text":"1.5"},\#
                {"kind":"button","label":"2","action":"go","parameter":{"kind":"x"}},\#
                {"kind":"section","label":"a","expanded":true,"children":[\#
                {"kind":"timer","until":5,"finished-text":"over"}]}]}

                """#)
        let warnings = run.error.split(separator: "\n").map { $0.split(separator: " (known: ").first ?? "" }
        #expect(
            warnings == [
                "todaycenter: unknown attribute colour of text", "todaycenter: unknown kind later",
                "todaycenter: unknown attribute children of text",
            ], "\(run.error)")
    }

    /// The model of Today, over changes, taps and a center that is restarted.
    @Test func today() async throws {
        let bus = try await PrivateBus.start()
        let counter: WidgetIdentifier = "org.example.Counter"
        let note: WidgetIdentifier = "org.example.Note"
        var center = try await RunningCenter.start(on: bus, [])
        let provider = try await bus.start(
            Language.javaScript.command(try Language.javaScript.install("counter", on: bus)))
        try await center.shows("1 apples", counter)
        let input = try InputPipe(on: bus)
        let today = try await bus.start(
            input.read(by: Language.javaScript.command(try Language.javaScript.install("today", on: bus))))
        try await today.prints("available-changed true [\(counter)]\n")

        try await center.client.registerWidget(
            note,
            WidgetDefinition([
                "Name": "Note",
                "Content": .string(
                    #"{"kind":"column","children":[{"kind":"text","text":"<b>","private":true},"#
                        + #"{"kind":"new","fallback":"old","action":"go","color":"blue"},{"kind":"text","text":"later","show-after":2000}]}"#
                ),
            ]))
        try await today.prints("widget-added \(note) ", "today-changed  [\(counter),\(note)]\n")
        try input.type("show \(counter)")
        try await today.prints(
            #"show Counter {"kind":"column","attributes":{"spacing":3},"children":[{"kind":"text""#, #""Step":1"#)
        try input.type("hidden \(note)")
        try await today.prints(
            #"hidden {"kind":"column","attributes":{},"children":[{"kind":"text","attributes":{"text":"old","action":"go"},"children":[]}]} 2000"#
        )
        // The parameter goes back with its type, and a toggle sends its new value.
        try input.type("tap \(counter) button")
        try await center.shows("6 now", counter)
        try input.type("update \(counter)")
        try await today.prints("update new-data\n", "widget-updated \(counter) new-data")
        try input.type("tap \(counter) toggle")
        try await today.prints("error ActionFailed the widget has no action loud")
        try input.type("mode \(counter) expanded")
        try await center.widget(counter) { $0.displayMode == .expanded }
        try input.type("last \(counter)")
        try await today.prints("arranged \(note),\(counter)\n")
        try input.type("set \(counter) Step 4")
        try await today.prints(#"set {"#, #""Step":4"#)
        try input.type("set \(counter) Step 0")
        try await today.prints("error InvalidSetting ")
        try input.type("add \(counter)")
        try await today.prints("instance \(counter)#2\n")
        try input.type("remove \(counter)#2")
        try await today.prints("widget-removed \(counter)#2 ")
        try input.type("restore \(counter)#2")
        try await today.prints("restored \(counter)#2 0\n", "deleted 0\n")
        try input.type("options \(counter) UpdateInterval 3600")
        try await today.prints(#""UpdateInterval":3600"#, "reset {")

        center = try await center.again()
        try await today.output { text in
            let parts = text.split(separator: "available-changed false [\(note),\(counter)]\n")
            return parts.count == 2 && parts[1].contains("available-changed true [\(note),\(counter)]\n")
        }
        // It prints the content first; the center sets `Viewing` a moment later.
        let viewing = try await SignalRecorder(center.client.connection, MatchRule(sender: TodayBus.name))
        if try await center.client.properties()["Viewing"]?.unwrapped != .boolean(true) {
            _ = try await viewing.wait { Self.tellsOfViewing($0) }
        }
        try input.type("stop")
        let run = try await today.finished()
        #expect(run.exit == .status(0) && run.error.isEmpty, "\(run)")
        provider.signal(SIGTERM)
        _ = try await provider.finished()
        try await center.end()
    }

    /// Only the model asks the bus for another center.
    @Test func aCenterThatWasKilledIsStartedAgain() async throws {
        let bus = try await PrivateBus.start()
        try await bus.addService(TodayBus.name, exec: "\(Checkout.programs)/todayd")
        let client = CenterClient(try await bus.connect())
        let today = try await bus.start(
            Language.javaScript.command(try Language.javaScript.install("today", on: bus)))
        for count in 1...3 {
            try await today.output { $0.matches(of: /available-changed true \[\]\n/).count == count }
            let center: UInt32 = try await client.connection.call(
                .bus, "GetConnectionUnixProcessID", TodayBus.name.rawValue)
            kill(Int32(center), SIGKILL)
        }
        today.signal(SIGTERM)
        _ = try await today.finished()
    }

    /// A model that starts no center follows one that comes, and looks for one as soon as it may.
    @Test func aModelThatStartsNoCenterWaitsForOne() async throws {
        let bus = try await PrivateBus.start()
        try await bus.addService(TodayBus.name, exec: "\(Checkout.programs)/todayd")
        let client = CenterClient(try await bus.connect())
        let input = try InputPipe(on: bus)
        let today = try await bus.start(
            input.read(by: Language.javaScript.command(try Language.javaScript.install("today", on: bus)) + ["passive"])
        )
        try input.type("ready")
        try await today.prints("ready\n")
        #expect(try await client.connection.call(.bus, "NameHasOwner", TodayBus.name.rawValue) == false)
        try input.type("start")
        try await today.prints("available-changed true []\n")
        try input.type("stop")
        let run = try await today.finished()
        #expect(run.exit == .status(0) && run.error.isEmpty, "\(run)")
    }

    private static func tellsOfViewing(_ news: Signal) -> Bool {
        guard let body = try? news.arguments(as: String.self, [String: DBusValue].self) else { return false }
        return body.1["Viewing"]?.unwrapped == .boolean(true)
    }
}
