import Foundation
import Testing

@testable import DBus
@testable import DBusCodegen

/// The clients in folders `Generated` are those that `dbus-codegen` makes of the documents beside them or, for the
/// interfaces of Today Center, of the installed documents. After a change of one, run the tests once with
/// `UPDATE_DATA=1` to generate them again.
@Suite struct CheckedInClientsTests {
    /// A Swift file, and the document that it is made of.
    struct Client: CustomTestStringConvertible, Sendable {
        let file: String
        /// An installed document, when it is not the one beside the file.
        var document: String?
        var access = CodegenOptions.Access.internal
        var destination: BusName?
        var path: ObjectPath?
        var isService = false
        var hasProperties = false
        var prefix: String?
        var names: [String: String] = [:]

        var testDescription: String { file }
    }

    private static let center: BusName = "org.todaycenter.NotificationCenter1"
    private static let apps: BusName = "org.todaycenter.Apps1"
    private static let portal: BusName = "org.freedesktop.portal.Desktop"
    private static let portalPath: ObjectPath = "/org/freedesktop/portal/desktop"

    static let clients = [
        Client(
            file: "Model/TodayModel/Client/Generated/NotificationCenter1.swift", document: center.rawValue,
            access: .package,
            destination: center, path: "/org/todaycenter/NotificationCenter1"),
        Client(
            file: "Model/TodayModel/Client/Generated/NotificationCenter1Provider.swift", document: "\(center).Provider",
            access: .package),
        Client(
            file: "Model/TodayModel/Client/Generated/Apps1.swift", document: apps.rawValue, access: .package,
            destination: apps, path: "/org/todaycenter/Apps1"),
        Client(
            file: "Model/TodayModel/Client/Generated/Apps1Group.swift", document: "\(apps).Group", access: .package,
            destination: apps),
        Client(file: "Model/TodayModel/Client/Generated/Application.swift", access: .package),
        Client(file: "Panels/TodayHost/Appearance/Generated/Login1.swift", destination: "org.freedesktop.login1"),
        Client(file: "Panels/TodayHost/Appearance/Generated/ScreenSaver.swift"),
        Client(
            file: "Panels/TodayPanel/Application/Generated/PortalSettings.swift", destination: portal, path: portalPath),
        Client(
            file: "Panels/TodayPanel/Application/Generated/PortalGlobalShortcuts.swift", destination: portal,
            path: portalPath),
        Client(
            file: "Center/TodayService/Opening/Generated/PortalOpenURI.swift", destination: portal, path: portalPath),
        Client(
            file: "Center/TodayService/Opening/Generated/Systemd1Manager.swift",
            destination: "org.freedesktop.systemd1",
            path: "/org/freedesktop/systemd1"),
        Client(
            file: "Apps/Examples/SimpleTimer/App/Generated/Notifications.swift",
            destination: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications"),
        Client(
            file: "Apps/TodayWidgets/Timer/Generated/Notifications.swift",
            destination: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications"),
        Client(
            file: "Apps/TodayWidgets/System/Generated/Systemd1Manager.swift",
            destination: "org.freedesktop.systemd1", path: "/org/freedesktop/systemd1"),
        Client(
            file: "Apps/TodayWidgets/System/Generated/UDisks2.swift", destination: "org.freedesktop.UDisks2",
            hasProperties: true),
        Client(
            file: "Apps/TodayWidgets/Battery/Generated/UPower.swift", destination: "org.freedesktop.UPower",
            path: "/org/freedesktop/UPower", hasProperties: true),
        Client(
            file: "Apps/TodayWidgets/Network/Generated/Bluez.swift", destination: "org.bluez", hasProperties: true,
            prefix: "org"),
        Client(
            file: "Apps/TodayWidgets/Network/Generated/NetworkManager.swift",
            destination: "org.freedesktop.NetworkManager", path: "/org/freedesktop/NetworkManager", hasProperties: true),
        Client(
            file: "Apps/TodayWidgets/NowPlaying/Generated/MediaPlayer2.swift", path: "/org/mpris/MediaPlayer2",
            hasProperties: true),
        Client(file: "Apps/TodayWidgets/Weather/Generated/GeoClue.swift", destination: "org.freedesktop.GeoClue2"),
        Client(
            file: "Apps/TodayWidgets/Calendar/Services/Generated/ShellCalendarServer.swift",
            destination: "org.gnome.Shell.CalendarServer", path: "/org/gnome/Shell/CalendarServer"),
        Client(
            file: "Apps/TodayWidgets/Evolution/Generated/Evolution.swift",
            prefix: "org.gnome.evolution.dataserver",
            names: [
                "org.gnome.evolution.dataserver.Source": "EvolutionSource",
                "org.gnome.evolution.dataserver.Calendar": "EvolutionCalendar",
                "org.gnome.evolution.dataserver.CalendarFactory": "EvolutionCalendarFactory",
                "org.gnome.evolution.dataserver.CalendarView": "EvolutionCalendarView",
            ]),
        Client(file: "Apps/Examples/DBus/TrayItem/Generated/Item.swift", isService: true, prefix: "org.kde"),
        // The item has a status, too, and one actor is both.
        Client(
            file: "Apps/Examples/DBus/TrayItem/Generated/Menu.swift", isService: true, prefix: "org.kde",
            names: ["com.canonical.dbusmenu": "Menu", "com.canonical.dbusmenu.Status": "menuStatus"]),
        Client(
            file: "Apps/Examples/DBus/TrayItem/Generated/Watcher.swift", destination: "org.kde.StatusNotifierWatcher",
            path: "/StatusNotifierWatcher", prefix: "org.kde"),
    ]

    private static let root = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL

    @Test(arguments: clients) func aClientIsThatOfItsDocument(_ client: Client) throws {
        let file = Self.root.appending(path: "Sources/" + client.file)
        let document =
            client.document.map { Self.root.appending(path: "data/dbus-1/interfaces/\($0).xml") }
            ?? file.deletingPathExtension().appendingPathExtension("xml")
        var options = CodegenOptions()
        options.access = client.access
        options.destination = client.destination
        options.path = client.path
        (options.client, options.service) = (!client.isService, client.isService)
        options.properties = client.hasProperties
        options.prefix = client.prefix
        options.names = client.names
        options.sources = [document.lastPathComponent]
        let node = try IntrospectedNode(xml: String(contentsOf: document, encoding: .utf8))
        let text = try Codegen.source(for: [node], options)
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
