import Foundation
import Testing

@testable import DBus
@testable import DBusCodegen

/// The clients in `Sources` are those that `dbus-codegen` makes of the documents in `data/dbus-1`. After a change of one,
/// run the tests once with `UPDATE_DATA=1` to have them made anew.
@Suite struct CheckedInClientsTests {
    /// A file of Swift, and what it is made of.
    struct Client: CustomTestStringConvertible, Sendable {
        let file: String
        let document: String
        var access = CodegenOptions.Access.internal
        var destination: BusName?
        var path: ObjectPath?

        var testDescription: String { file }
    }

    private static let center: BusName = "org.todaycenter.NotificationCenter1"
    private static let apps: BusName = "org.todaycenter.Apps1"
    private static let portal: BusName = "org.freedesktop.portal.Desktop"
    private static let portalPath: ObjectPath = "/org/freedesktop/portal/desktop"

    static let clients = [
        Client(
            file: "TodayModel/Client/Generated/NotificationCenter1.swift", document: "interfaces/\(center)",
            access: .package, destination: center, path: "/org/todaycenter/NotificationCenter1"),
        Client(
            file: "TodayModel/Client/Generated/NotificationCenter1Provider.swift",
            document: "interfaces/\(center).Provider", access: .package),
        Client(
            file: "TodayModel/Client/Generated/Apps1.swift", document: "interfaces/\(apps)", access: .package,
            destination: apps, path: "/org/todaycenter/Apps1"),
        Client(
            file: "TodayModel/Client/Generated/Apps1Group.swift", document: "interfaces/\(apps).Group",
            access: .package, destination: apps),
        Client(
            file: "TodayModel/Client/Generated/Application.swift", document: "others/org.freedesktop.Application",
            access: .package),
        Client(
            file: "TodayHost/Appearance/Generated/Login1.swift", document: "others/org.freedesktop.login1",
            destination: "org.freedesktop.login1"),
        Client(
            file: "TodayHost/Appearance/Generated/ScreenSaver.swift", document: "others/org.freedesktop.ScreenSaver"),
        Client(
            file: "TodayPanel/Application/Generated/PortalSettings.swift",
            document: "others/org.freedesktop.portal.Settings", destination: portal, path: portalPath),
        Client(
            file: "TodayService/Opening/Generated/PortalOpenURI.swift",
            document: "others/org.freedesktop.portal.OpenURI", destination: portal, path: portalPath),
        Client(
            file: "TodayService/Opening/Generated/Systemd1Manager.swift",
            document: "others/org.freedesktop.systemd1.Manager", destination: "org.freedesktop.systemd1",
            path: "/org/freedesktop/systemd1"),
    ]

    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

    @Test(arguments: clients) func aClientIsThatOfItsDocument(_ client: Client) throws {
        let document = Self.root.appending(path: "data/dbus-1/\(client.document).xml")
        var options = CodegenOptions()
        options.access = client.access
        options.destination = client.destination
        options.path = client.path
        options.sources = [document.lastPathComponent]
        let node = try IntrospectedNode(xml: String(contentsOf: document, encoding: .utf8))
        let text = try Codegen.source(for: [node], options)
        let file = Self.root.appending(path: "Sources/" + client.file)
        if ProcessInfo.processInfo.environment["UPDATE_DATA"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test func noFileIsLeftOfAClientThatIsMadeNoMore() throws {
        let files = try FileManager.default.subpathsOfDirectory(atPath: Self.root.appending(path: "Sources").path)
            .filter { $0.contains("/Generated/") && $0.hasSuffix(".swift") }
        #expect(Set(files) == Set(Self.clients.map(\.file)))
    }
}
