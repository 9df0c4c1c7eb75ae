import DBus
import Foundation
import Testing
@testable import TodayManifests
@testable import TodayModel

/// The files that a package installs agree with the code and with each other.
@Suite struct DataFilesTests {
    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Repository.root.appending(path: "data/" + path), encoding: .utf8)
    }

    @Test(arguments: [TodayBus.name, TodayBus.appsName])
    func activationStartsTheServiceByItsName(_ name: BusName) throws {
        let file = try Self.text("dbus-1/services/\(name).service")
        #expect(file.contains("Name=\(name)\n") && file.contains("Exec=/usr/bin/todayd\n"))
        #expect(file.contains("SystemdService=todayd.service\n"))
    }

    @Test func theUnitIsUpWithItsName() throws {
        let unit = try Self.text("systemd/user/todayd.service")
        #expect(unit.contains("Type=dbus\nBusName=\(TodayBus.name)\n"))
        // Apps that it has started to open a URL live on.
        #expect(unit.contains("\nKillMode=process\n") && unit.contains("\nOOMPolicy=continue\n"))
    }

    /// They open URLs, and from a menu nothing is seen of them.
    @Test(arguments: ["SharedList", "SimpleTimer"]) func appsOfExamplesAreInNoMenu(_ name: String) throws {
        let file = try DesktopFile.parse(Self.text("examples/applications/org.example.\(name).desktop"), locale: nil)
        #expect(file.isLeftOutOfMenus && !file.isHidden && !file.schemes.isEmpty)
    }

    @Test(arguments: ["widgets", "examples", "examples/widgets"]) func manifestsAreValid(_ folderName: String) throws {
        let folder = Repository.root.appending(path: "data/\(folderName)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".widget") }
        #expect(!names.isEmpty)
        for name in names {
            let identifier = try #require(WidgetIdentifier(rawValue: String(name.dropLast(".widget".count))))
            let text = try Self.text("\(folderName)/" + name)
            let manifest = try Manifest.parse(text, identifier: identifier, locale: "de_DE")
            #expect(manifest.definition.name != nil)
        }
    }
}
