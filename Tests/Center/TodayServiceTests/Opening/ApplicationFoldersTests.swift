import TodayManifests
import DBusTesting
import Testing
import TodayModel
import TodayPlatform

@testable import TodayService

/// Where applications are looked for.
@Suite struct ApplicationFoldersTests {
    private static let folders = ["home", "first", "second"]

    private static func write(_ path: String, _ text: String, on bus: PrivateBus) throws {
        let path = "\(bus.folder)/\(path)"
        UserFolders.make(path.split(separator: "/").dropLast().map { "/" + $0 }.joined())
        try TodayServiceTests.write("[Desktop Entry]\n\(text)\n", to: path)
    }

    private static func find(_ id: String, on bus: PrivateBus, locale: String = "C") -> String? {
        let variables = [
            "XDG_DATA_HOME": bus.folder + "/home", "XDG_DATA_DIRS": "\(bus.folder)/first:\(bus.folder)/second",
            "PATH": bus.folder, "LANG": locale,
        ]
        return ApplicationFolders(environment: variables, logger: .silent).application(id)?.file.name
    }

    @Test func theFirstOneWins() async throws {
        let bus = try await PrivateBus.start()
        for (folder, app) in [("second", "A"), ("first", "A"), ("second", "B"), ("home", "B"), ("second", "C")] {
            try Self.write("\(folder)/applications/org.example.\(app).desktop", "Name=\(folder)", on: bus)
        }
        #expect(
            ["A", "B", "C", "D"].map { Self.find("org.example.\($0)", on: bus) } == ["first", "home", "second", nil])
    }

    @Test func aHiddenOneMasksTheOthersAndABadOneDoesNot() async throws {
        let bus = try await PrivateBus.start()
        try Self.write("home/applications/a.desktop", "Hidden=true", on: bus)
        try Self.write("first/applications/a.desktop", "Name=first", on: bus)
        try Self.write("home/applications/b.desktop", "Terminal=perhaps", on: bus)
        try Self.write("first/applications/b.desktop", "Name=first", on: bus)
        try Self.write("home/applications/c.desktop", "TryExec=missing", on: bus)
        try Self.write("first/applications/c.desktop", "Name=first", on: bus)
        UserFolders.make(bus.folder + "/home/applications/d.desktop")
        try Self.write("first/applications/d.desktop", "Name=first\nName[de]=erster", on: bus)
        #expect(["a", "b", "c", "d"].map { Self.find($0, on: bus) } == [nil, "first", nil, "first"])
        #expect(Self.find("d", on: bus, locale: "de_DE.UTF-8") == "erster")
    }

    @Test func foldersBelowArePartsOfTheId() async throws {
        let bus = try await PrivateBus.start()
        try Self.write("first/applications/kde/mail.desktop", "Name=below", on: bus)
        try Self.write("second/applications/kde-mail.desktop", "Name=beside", on: bus)
        try Self.write("first/elsewhere/x.desktop", "Name=elsewhere", on: bus)
        #expect(Self.find("kde-mail", on: bus) == "below")
        #expect(Self.find("mail", on: bus) == nil)
        for id in ["..-elsewhere-x", "../elsewhere/x", "kde/mail", ""] { #expect(Self.find(id, on: bus) == nil) }
    }
}
