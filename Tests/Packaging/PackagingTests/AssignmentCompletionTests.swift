import DBus
import DBusTesting
import CenterTesting
import PlayedCenter
import Foundation
import TodayPlatform
import Testing
import TodayModel

/// The words that shells complete after the name of a widget: settings with their values, and actions.
@Suite struct AssignmentCompletionTests {
    private static let folder = CompletionTests.folder
    private static let weather = "org.example.Weather"

    private static func withWeather(_ body: (PrivateBus) async throws -> Void) async throws {
        let bus = try await PrivateBus.start()
        var widget = WidgetProperties(identifier: try WidgetIdentifier(weather))
        widget.settingsSchema = try SettingsSchema([
            SettingDeclaration("City", .string), SettingDeclaration("Loud", .boolean),
            SettingDeclaration(
                "Unit", .choice, choices: ["celsius", "fahrenheit", "kelvin$(touch \(bus.folder)/ran)"]),
            SettingDeclaration("Map", .file),
        ])
        widget.settings = widget.settingsSchema.values([:]).dictionary
        widget.content = Content(kind: .button, [.label: .string("Go"), .action: .string("go-there")])
        let center = try await PlayedCenter.start(on: bus, [widget])
        try FileManager.default.createDirectory(atPath: bus.folder + "/maps/alps", withIntermediateDirectories: true)
        try "".write(toFile: bus.folder + "/maps/baltic sea.png", atomically: true, encoding: .utf8)
        try await body(bus)
        #expect(access(bus.folder + "/ran", F_OK) != 0, "a shell has run what a widget says")
        await center.stop()
        bus.stop()
    }

    /// Lines, and what they become; what is typed behind a Tab shows whether there is a blank.
    private static func lines(_ bus: PrivateBus) -> [(line: String, becomes: String)] {
        [
            ("settings \(weather) Ci␉x", "City=x"), ("settings \(weather) Unit=f␉x", "Unit=fahrenheit x"),
            ("settings \(weather) Unit=k", "Unit=kelvin"),
            ("settings \(weather) City=Bonn Lo␉t␉x", "City=Bonn Loud=true x"),
            ("settings \(weather) Map=\(bus.folder)/ma␉a␉x", "Map=\(bus.folder)/maps/alps/x"),
            ("settings \(weather) Map=\(bus.folder)/maps/b", #"Map=\#(bus.folder)/maps/baltic\ sea.png"#),
            ("instance add \(weather) Unit=c␉x", "Unit=celsius x"),
            ("action \(weather) go␉x", "go-there x"), ("action \(weather) today.r␉x", "today.refresh x"),
        ].map { ("todayctl \($0.0)", $0.1) }
    }

    @Test func bash() async throws {
        try await Self.withWeather { bus in
            let start = bus.folder + "/bashrc"
            try "source '\(Self.folder)/todayctl.bash'\n".write(toFile: start, atomically: true, encoding: .utf8)
            try await CompletionTests.expect(["bash", "--rcfile", start, "-i"], Self.lines(bus), on: bus)
        }
    }

    @Test(.enabled(if: Environment.locate("fish") != nil, "fish is not installed")) func fish() async throws {
        try await Self.withWeather { bus in
            let fish = ["fish", "--no-config", "-C", "source '\(Self.folder)/todayctl.fish'"]
            try await CompletionTests.expect(fish, Self.lines(bus), on: bus)
        }
    }

    @Test(.enabled(if: Environment.locate("zsh") != nil, "zsh is not installed")) func zsh() async throws {
        try await Self.withWeather { bus in
            try await CompletionTests.expect(try CompletionTests.zsh(on: bus), Self.lines(bus), on: bus)
        }
    }
}
