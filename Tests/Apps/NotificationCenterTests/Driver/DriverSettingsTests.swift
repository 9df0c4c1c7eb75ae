import DBusTesting
import Glibc
import NotificationCenter
import NotificationCenterTesting
import Testing

/// Settings and instances of a widget that a driver runs.
@Suite @WidgetActor struct DriverSettingsTests {
    private let bus: PrivateBus
    private let manifest: String

    init() async throws {
        bus = try await PrivateBus.start()
        manifest = bus.folder + "/org.example.Weather.widget"
        try write(
            """
            [Widget]
            Name=Weather
            Exec=weather
            LargestDisplayMode=expanded
            Instances=true

            [Setting City]
            Default=Athens
            Required=true

            [Setting Unit]
            Type=choice
            Choices=celsius;fahrenheit;

            [Setting Days]
            Type=integer
            Default=3
            Maximum=7

            [Setting Wind-factor]
            Type=number
            Default=1.5

            [Setting Rain]
            Type=boolean
            Default=true
            """, to: manifest)
    }

    private func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "w") else { throw NCWidgetError("cannot write \(path)") }
        fputs(text, file)
        fclose(file)
    }

    @Test func aChangeUpdatesTheWidget() async throws {
        let driver = try WidgetDriver<Weather>(manifest: manifest)
        #expect(driver.largestDisplayMode == .expanded && driver.settings["City"] == "Athens")
        driver.begin()
        #expect(driver.text == "Athens celsius 3 1.5 true")
        try await driver.setSettings(["City": "Bonn", "Days": 7, "Wind-factor": 2])
        #expect(driver.text == "Bonn celsius 7 2.0 true" && driver.lastResult == .newData)
        #expect(driver.widget.reasons == [.start, .settings])
        // The same settings again aren't a change.
        try await driver.setSettings(["City": "Bonn"])
        #expect(driver.widget.reasons.count == 2)
    }

    @Test func whatTheCenterWouldRefuseIsRefused() async throws {
        let driver = try WidgetDriver<Weather>(manifest: manifest)
        driver.begin()
        for (key, value) in [
            ("Days", 8), ("Days", "many"), ("Unit", "kelvin"), ("City", ""), ("Rain", 1), ("Snow", true),
        ] as [(String, NCValue)] {
            let error = await #expect(throws: NCError.self) {
                try await driver.setSettings([key: value, "Wind-factor": 9.0])
            }
            #expect(error?.code == .invalidSetting && error?.message.contains(key) == true)
        }
        #expect(driver.text == "Athens celsius 3 1.5 true" && driver.widget.reasons == [.start])
    }

    @Test func eachInstanceHasItsOwn() async throws {
        let (first, second) = (
            try WidgetDriver<Weather>(manifest: manifest), try WidgetDriver<Weather>(manifest: manifest, instance: 2)
        )
        try await second.setSettings(["City": "Bonn"])
        await first.update()
        #expect(first.widget.city == "Athens" && second.widget.city == "Bonn")
        #expect(second.widget.extensionContext?.widgetIdentifier == "org.example.Weather#2")
    }

    @Test func aWrongManifestIsSaid() throws {
        let broken = bus.folder + "/org.example.Broken.widget"
        try write("[Widget]\nUpdateInterval=soon\n", to: broken)
        let error = #expect(throws: NCError.self) { try WidgetDriver<Weather>(manifest: broken) }
        #expect(error?.code == .invalidDefinition && error?.message.contains("UpdateInterval") == true)
        #expect(throws: NCError.self) { try WidgetDriver<Weather>(manifest: bus.folder + "/manifest") }
        #expect(throws: NCError.self) { try WidgetDriver<Weather>(manifest: bus.folder + "/org.example.None.widget") }
    }
}
