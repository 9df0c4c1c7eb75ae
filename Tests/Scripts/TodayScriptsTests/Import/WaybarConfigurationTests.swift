import DBus
import Testing
import TodayModel

@testable import TodayScripts

/// Modules of a Waybar configuration become scripts.
@Suite struct WaybarConfigurationTests {
    private static let configuration = #"""
        // a comment
        {
          "layer": "top", /* another, */
          "modules-right": ["custom/disk", "clock"],
          "clock": {"format": "{:%H}"},
          "custom/disk": {
            "exec": "df -h | awk 'NR==2 {print $5}'",
            "interval": 2.5,
            "format": "{} ",
            "on-click": "baobab",
            "signal": 8,
            "min-length": 5,
            "colour": "red",
          },
          "custom/player": {
            "exec": "~/bin/player --follow", "return-type": "json", "exec-if": "pgrep player",
            "restart-interval": 10, "max-length": 40,
          },
          "custom/menu": {"format": "Menu", "on-click": "wofi"},
          "custom/updates": {"exec": "checkupdates", "interval": "once", "signal": 9},
          "custom/nothing": {"tooltip": false},
        }
        """#

    private func script(_ name: String) throws -> WaybarConfiguration.Script {
        let scripts = try WaybarConfiguration(Self.configuration).scripts
        return try #require(scripts.first { $0.name == name })
    }

    @Test func allModules() throws {
        let configuration = try WaybarConfiguration(Self.configuration)
        #expect(configuration.scripts.map(\.file) == ["disk.2500ms.sh", "menu.sh", "player.sh", "updates.sh"])
        #expect(
            configuration.notes.map(\.description) == [
                "custom/nothing: no exec or format, so it shows nothing"
            ])
    }

    /// A shell reads bytes, so no mark beside a quote hides it.
    @Test func aMarkHidesNoQuote() throws {
        let scripts = try WaybarConfiguration("{\"custom/a\":{\"exec\":\"echo \u{D4E}'\u{301}\"}}").scripts
        let text = try #require(scripts.first).text
        #expect(text.utf8.firstRange(of: "sh -c 'echo \u{D4E}'\\''\u{301}'\n".utf8) != nil, "\(text)")
    }

    @Test func aModuleThatIsPolled() throws {
        let script = try script("disk")
        #expect(
            script.text == #"""
                #!/bin/sh
                # The module custom/disk of a Waybar configuration.
                # today.format: waybar
                # today.signal: 8
                # today.waybar: {"format":"{} ","on-click":"baobab"}
                sh -c 'df -h | awk '\''NR==2 {print $5}'\'''

                """#)
        #expect(
            script.notes.map(\.description) == [
                "custom/disk: \"colour\" is an unknown member, so it is ignored",
                "custom/disk: min-length has no effect here",
            ])
        let header = ScriptHeader(reading: Array(script.text.utf8))
        #expect(header.notes.isEmpty && header.signal == 8 && !header.isStream)
        let view = ScriptView(ScriptOutput(reading: Array("7%\n".utf8), header: header), name: "disk")
        #expect(view.content.string(.text) == "7%" && view.actions["header/7%"]?.command == ["sh", "-c", "baobab"])
    }

    @Test func aStream() throws {
        let script = try script("player")
        let header = ScriptHeader(reading: Array(script.text.utf8))
        #expect(header.isStream && header.restart == .seconds(10) && header.waybar?.text("max-length") == "40")
        #expect(
            script.text.contains(
                "\nsh -c 'pgrep player' >/dev/null 2>&1 || exit 0\nexec sh -c '~/bin/player --follow'\n"))
    }

    @Test func textWithoutACommand() throws {
        let script = try script("menu")
        let header = ScriptHeader(reading: Array(script.text.utf8))
        #expect(script.text.hasSuffix("\necho '{}'\n") && !header.isStream)
        let view = ScriptView(ScriptOutput(reading: Array("{}\n".utf8), header: header), name: "menu")
        #expect(view.content.string(.text) == "Menu" && view.actions.count == 1)
    }

    @Test func once() throws {
        let header = ScriptHeader(reading: Array(try script("updates").text.utf8))
        let name = try #require(ScriptFileName("updates.sh"))
        #expect(ScriptSchedule(name: name, header: header).rhythm == .once && header.signal == 9)
    }

    @Test func severalBars() throws {
        let bars =
            #"[{"custom/a": {"format": "1"}, "include": ["x"]}, {"custom/a": {"format": "2"}, "custom/b c/.d": {"format": "3"}}]"#
        let configuration = try WaybarConfiguration(bars)
        #expect(configuration.scripts.map(\.file) == ["a.sh", "b-c--d.sh"] && configuration.notes.count == 1)
    }

    @Test(arguments: ["", "[]", "1", "{", "[1]", "{\"a\": }"]) func noConfiguration(_ text: String) {
        #expect(throws: Fault.self) { try WaybarConfiguration(text) }
    }

    @Test(arguments: [
        "{\"a\":1,}", "{/**/\"a\"//\n:1}//", "[1,2,]", "{\"a\":null,\"b\":[null]}", "{\"a\":1,\"a\":2}", " /* */ {} /*",
    ])
    func relaxedJSON(_ text: String) throws {
        _ = try DBusValue(relaxedJSON: text)
        #expect(text == "[1,2,]" || (try? DBusValue(json: text)) == nil)
    }

    @Test func eachMemberHasAMeaning() {
        #expect(Set(WaybarModule.keys.map(\.name)).count == WaybarModule.keys.count)
        #expect(WaybarModule.keys.allSatisfy { !$0.meaning.isEmpty })
    }
}
