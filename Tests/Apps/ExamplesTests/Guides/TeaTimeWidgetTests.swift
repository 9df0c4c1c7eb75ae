import Foundation
import DBusTesting
import Glibc
import NotificationCenter
import NotificationCenterTesting
import Testing

/// The page "A widget in Swift".
@Suite struct TeaTimePage {
    /// The path of the manifest.
    static let manifest = #filePath.replacing("TeaTimeWidgetTests.swift", with: "org.example.TeaTime.widget")

    @Test func theManifestIsThatOfThePage() throws {
        #expect(try read(Self.manifest) == Guide("widget-swift").block("ini"))
    }

    @Test func theProgramIsCompiled() throws {
        let compiled = try read(#filePath.replacing("Tests.swift", with: ".swift")).drop { $0 != "\n" }.dropFirst()
        let program = try Guide("widget-swift").blocks("swift")[0]
        #expect(program.replacing("@main\n", with: "") == compiled)
    }

    @Test func theTestIsCompiled() throws {
        let test = try Guide("widget-swift").blocks("swift")[1]
        let suite = try #require(test.range(of: "@Suite")).lowerBound
        let listed = test[suite...].replacing("\"org.example.TeaTime.widget\"", with: "TeaTimePage.manifest")
        #expect(try read(#filePath).hasSuffix("\n" + listed))
    }
}

@Suite @WidgetActor struct TeaTimeWidgetTests {
    let manifest = TeaTimePage.manifest

    @Test func itCountsDown() async throws {
        let path = "/tmp/tea-time-test.\(getpid())"
        defer { unlink(path) }
        let driver = try WidgetDriver<TeaTimeWidget>(manifest: manifest)
        driver.widget.defaults = NCWidgetDefaults(path: path)
        try await driver.setSettings(["Minutes": 3])
        #expect(driver.text == "3 minutes  [Start]")
        try await driver.tap("Start")
        await driver.advance(by: .seconds(60))
        #expect(driver.text == "2:00  [Stop]")
        await driver.advance(by: .seconds(120))
        #expect(driver.text == "Tea is ready  [Stop]")
        try await driver.tap("Stop")
        #expect(driver.text == "3 minutes  [Start]")
    }
}
