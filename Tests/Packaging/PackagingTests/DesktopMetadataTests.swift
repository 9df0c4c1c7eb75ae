import DBusTesting
import Foundation
import TodayPlatform
import Testing
import TodayModel

/// The metadata of the panel in menus, task bars and software centers.
@Suite struct DesktopMetadataTests {
    private static let identifier = "org.todaycenter.Panel"
    private static let icons = "data/icons/hicolor"
    private static let scalable = icons + "/scalable/apps/\(identifier).svg"
    private static let symbolic = icons + "/symbolic/apps/\(identifier)-symbolic.svg"
    private static let metadata = "data/metainfo/\(identifier).metainfo.xml"

    private static func path(_ name: String) -> String { Repository.root.appending(path: name).path }

    private static func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    private static func run(_ arguments: String...) async throws -> ToolRun.Output {
        try await ToolRun.start(["/usr/bin/env"] + arguments, environment: Environment.current).finished()
    }

    @Test func theDesktopFileHasTheIcon() throws {
        #expect(try Self.text("data/applications/\(Self.identifier).desktop").contains("\nIcon=\(Self.identifier)\n"))
    }

    /// An icon that can be recolored has one color.
    @Test func theIconsAreSquare() throws {
        for (name, size) in [(Self.scalable, 128), (Self.symbolic, 16)] {
            let text = try Self.text(name)
            #expect(text.contains("width=\"\(size)\" height=\"\(size)\" viewBox=\"0 0 \(size) \(size)\""))
        }
        let colours = Set(try Self.text(Self.symbolic).matches(of: /#[0-9a-f]{3,6}/).map { String($0.0) })
        #expect(colours == ["#2e3436"])
    }

    @Test(
        .enabled(if: Environment.locate("rsvg-convert") != nil, "rsvg-convert is not installed (librsvg2-bin)"),
        arguments: [scalable, symbolic], [16, 24, 48, 128])
    func anIconIsDrawn(_ name: String, _ size: Int) async throws {
        let file = FileManager.default.temporaryDirectory.path + "/today-icon-\(UUID().uuidString).png"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let run = try await Self.run(
            "rsvg-convert", "--width=\(size)", "--height=\(size)", "--output=\(file)", Self.path(name))
        #expect(run.exit == .status(0) && run.error.isEmpty, "\(run)")
        #expect(FileManager.default.contents(atPath: file)?.isEmpty == false)
    }

    @Test(
        .enabled(
            if: Environment.locate("desktop-file-validate") != nil,
            "desktop-file-validate is not installed (desktop-file-utils)"),
        arguments: [
            "applications/\(identifier)", "examples/applications/org.example.SharedList",
            "examples/applications/org.example.SimpleTimer",
        ])
    func aDesktopFileIsValid(_ name: String) async throws {
        let run = try await Self.run("desktop-file-validate", Self.path("data/\(name).desktop"))
        #expect(run.exit == .status(0) && run.output.isEmpty && run.error.isEmpty, "\(run)")
    }

    /// It has the words of the desktop file, and lists this version first.
    @Test func theMetadataAgree() throws {
        let text = try Self.text(Self.metadata)
        let desktop = try Self.text("data/applications/\(Self.identifier).desktop")
        #expect(text.contains("<launchable type=\"desktop-id\">\(Self.identifier).desktop</launchable>"))
        let pairs: [(key: String, element: String)] = [
            ("Name=", "<name>"), ("Name[de]=", "<name xml:lang=\"de\">"), ("Comment=", "<summary>"),
            ("Comment[de]=", "<summary xml:lang=\"de\">"),
        ]
        for (key, element) in pairs {
            let value = try #require(desktop.split(separator: "\n").first { $0.hasPrefix(key) }).dropFirst(key.count)
            #expect(text.contains("\(element)\(value)</"), "\(key)")
        }
        #expect(text.firstMatch(of: /<release version="([^"]*)"/)?.1 == Substring(TodayVersion.string))
    }

    @Test(.enabled(if: Environment.locate("appstreamcli") != nil, "appstreamcli is not installed (appstream)"))
    func theMetadataAreValid() async throws {
        let run = try await Self.run("appstreamcli", "validate", "--pedantic", "--no-net", Self.path(Self.metadata))
        #expect(run.exit == .status(0), "\(run)")
    }
}
