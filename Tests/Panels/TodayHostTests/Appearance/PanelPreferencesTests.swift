import Testing
import TodayModel

@testable import TodayHost

@Suite struct PanelPreferencesTests {
    @Test func whatPeopleWriteIsRead() throws {
        var preferences = PanelPreferences()
        #expect(PanelPreferences.Key.allCases.map { preferences[$0] } == Array(repeating: "Automatic", count: 4))
        try preferences.set(.side, "LEFT")
        try preferences.set(.width, "420")
        try preferences.set(.monitor, "DP-1")
        try preferences.set(.columns, "2")
        #expect(PanelPreferences.Key.allCases.map { preferences[$0] } == ["Left", "420", "DP-1", "2"])
        for key in PanelPreferences.Key.allCases { try preferences.set(key, "automatic") }
        #expect(preferences == PanelPreferences())
    }

    @Test func whatIsWrongNamesTheKeyAndTheValue() {
        for (key, text, message) in [
            (PanelPreferences.Key.side, "top", #""top" is not left, right or automatic"#),
            (.width, "279", #""279" is not a whole number from 280 to 1600, or automatic"#),
            (.width, "4e2", #""4e2" is not a whole number from 280 to 1600, or automatic"#),
            (.columns, "5", #""5" is not a whole number from 1 to 4, or automatic"#),
        ] {
            var preferences = PanelPreferences()
            #expect(throws: Fault(path: key.rawValue, message: message)) { try preferences.set(key, text) }
            #expect(preferences == PanelPreferences())
        }
    }

    @Test func theWidthFollowsTheColumns() throws {
        var preferences = PanelPreferences()
        #expect(preferences.shownWidth == 380)
        preferences.columns = 2
        #expect(preferences.shownWidth == 760)
        preferences.width = 600
        #expect(preferences.shownWidth == 600)
    }

    @Test func theSideFollowsTheLanguage() {
        var preferences = PanelPreferences()
        #expect(!preferences.isAtLeft(isMirrored: false) && preferences.isAtLeft(isMirrored: true))
        preferences.side = .left
        #expect(preferences.isAtLeft(isMirrored: false) && preferences.isAtLeft(isMirrored: true))
        preferences.side = .right
        #expect(!preferences.isAtLeft(isMirrored: false) && !preferences.isAtLeft(isMirrored: true))
    }

    @Test func aFormHasTheValueInForce() throws {
        var preferences = PanelPreferences()
        preferences.monitor = "HDMI-1"
        preferences.width = 333
        let fields = preferences.fields(monitors: ["DP-1"])
        #expect(fields.map(\.name) == ["Side", "Width", "Monitor", "Columns"])
        #expect(fields.map(\.text) == ["Automatic", "333", "HDMI-1", "Automatic"])
        // The monitor isn't connected now.
        #expect(fields[2].choices.map(\.value) == ["Automatic", "DP-1", "HDMI-1"])
        #expect(fields[0].choices.map(\.name) == ["Automatic", "Left", "Right"])
    }

    @Test func theRunningDesktopIsTheFirst() {
        #expect(ShortcutHint.all(for: []).map(\.desktop) == ["sway", "i3", "Hyprland", "Openbox", "niri"])
        #expect(ShortcutHint.all(for: ["Hyprland", ""]).first?.desktop == "Hyprland")
        #expect(ShortcutHint.all(for: ["ubuntu:GNOME", "openbox"]).map(\.desktop).first == "Openbox")
    }
}
