// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// The condition for dependencies that only the programs need. Packages that use a library of this package don't get
/// them.
let programs = TargetDependencyCondition.when(traits: ["Center"])
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: programs)
let logging = Target.Dependency.product(name: "Logging", package: "swift-log", condition: programs)

let package = Package(
    name: "today-center",
    products: [
        .library(name: "DBus", targets: ["DBus"]),
        .library(name: "DBusMonitor", targets: ["DBusMonitor"]),
        .library(name: "DBusTesting", targets: ["DBusTesting"]),
        .library(name: "NotificationCenter", targets: ["NotificationCenter"]),
        .library(name: "NotificationCenterTesting", targets: ["NotificationCenterTesting"]),
        .library(name: "TodayHost", targets: ["TodayHost"]),
        .executable(name: "dbus-codegen", targets: ["dbus-codegen"]),
        .plugin(name: "DBusCodegenPlugin", targets: ["DBusCodegenPlugin"]),
        .executable(name: "todayd", targets: ["todayd"]),
        .executable(name: "todayctl", targets: ["todayctl"]),
        .executable(name: "used-space-widget", targets: ["used-space-widget"]),
        .executable(name: "shared-list", targets: ["shared-list"]),
        .executable(name: "shared-list-widget", targets: ["shared-list-widget"]),
        .executable(name: "simple-timer", targets: ["simple-timer"]),
        .executable(name: "simple-timer-widget", targets: ["simple-timer-widget"]),
        .executable(name: "where-am-i-widget", targets: ["where-am-i-widget"]),
        .executable(name: "today-panel", targets: ["today-panel"]),
        .executable(name: "today-scripts", targets: ["today-scripts"]),
        .executable(name: "today-conformance", targets: ["today-conformance"]),
        .executable(name: "today-bridge", targets: ["today-bridge"]),
        .executable(name: "today-widgets", targets: ["today-widgets"]),
    ],
    traits: [
        .default(enabledTraits: ["Center"]),
        // Without this trait, only the libraries remain. They need no other package, and no library but libdbus.
        .trait(name: "Center", description: "The programs, which need SQLite (libsqlite3-dev) and other packages."),
        .trait(
            name: "Panel", description: "The panel today-panel, which needs GTK 4 (libgtk-4-dev).",
            enabledTraits: ["Center"]),
        .trait(
            name: "Widgets",
            description:
                "The program today-widgets, which needs libcurl, libical, libjpeg and libpng (libcurl4-openssl-dev, "
                + "libical-dev, libjpeg-dev, libpng-dev).",
            enabledTraits: ["Center"]),
        .trait(
            name: "Bridge", description: "MQTT in today-bridge, which needs libmosquitto (libmosquitto-dev).",
            enabledTraits: ["Center"]),
    ],
    dependencies: [
        // Subcommands, help, completions and exit codes of the command line tools.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        // The daemon's log, in the usual form of Swift services.
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    ],
    targets: [
        // libdbus-1: the wire protocol, authentication and validation.
        .systemLibrary(
            name: "CTodayDBus", path: "Sources/DBus/CTodayDBus", pkgConfig: "dbus-1",
            providers: [.apt(["libdbus-1-dev"])]),
        // Stores the service's state on disk, consistent after a crash.
        .systemLibrary(
            name: "CTodaySQLite", path: "Sources/Center/CTodaySQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]),
        // GTK 4, only for the trait Panel.
        .systemLibrary(
            name: "CTodayGtk", path: "Sources/Panels/CTodayGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        // Gets weather forecasts and covers from the web, only for the trait Widgets.
        .systemLibrary(
            name: "CTodayCurl", path: "Sources/Apps/CTodayCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]),
        // Reads iCalendar files and their recurring events, only for the trait Widgets.
        .systemLibrary(
            name: "CTodayIcal", path: "Sources/Apps/CTodayIcal", pkgConfig: "libical",
            providers: [.apt(["libical-dev"])]),
        // Decodes covers of players, which are JPEG or PNG, to scale them; only for the trait Widgets.
        .systemLibrary(
            name: "CTodayPictures", path: "Sources/Apps/CTodayPictures", pkgConfig: "libpng",
            providers: [.apt(["libpng-dev", "libjpeg-dev"])]),
        // MQTT 5 with TLS, only for the trait Bridge.
        .systemLibrary(
            name: "CTodayMosquitto", path: "Sources/Bridge/CTodayMosquitto", pkgConfig: "libmosquitto",
            providers: [.apt(["libmosquitto-dev"])]),
        .target(name: "CTodaySystem", path: "Sources/System/CTodaySystem"),
        .target(name: "CTodayTasks", path: "Sources/System/CTodayTasks"),
        // glibc or musl.
        .target(name: "TodayCLibrary", path: "Sources/System/TodayCLibrary", swiftSettings: settings),
        // The shared code of the service and the programs for files, folders, clocks, processes and threads.
        .target(
            name: "TodayPlatform", dependencies: ["CTodaySystem", "CTodayTasks", "DBus"],
            path: "Sources/System/TodayPlatform", swiftSettings: settings),
        .target(
            name: "DBus", dependencies: ["CTodayDBus", "CTodaySystem", "TodayCLibrary"], path: "Sources/DBus/DBus",
            swiftSettings: settings),
        .target(
            name: "DBusMonitor", dependencies: ["DBus"], path: "Sources/DBus/DBusMonitor", swiftSettings: settings),
        .target(
            name: "DBusTesting", dependencies: ["DBus", "TodayPlatform"], path: "Sources/DBus/DBusTesting",
            swiftSettings: settings),
        // Generates Swift code from introspection documents, and the plugin that runs it during a build.
        .target(
            name: "DBusCodegen", dependencies: ["DBus", "TodayPlatform"], path: "Sources/DBus/DBusCodegen",
            swiftSettings: settings),
        .executableTarget(
            name: "dbus-codegen", dependencies: ["DBusCodegen"], path: "Sources/DBus/dbus-codegen",
            swiftSettings: settings),
        .plugin(
            name: "DBusCodegenPlugin", capability: .buildTool(), dependencies: ["dbus-codegen"],
            path: "Sources/DBus/DBusCodegenPlugin"),
        .target(
            name: "TodayModel", dependencies: ["CTodaySystem", "DBus", "TodayCLibrary"],
            path: "Sources/Model/TodayModel",
            exclude: ["Client/Generated/Application.xml"],
            swiftSettings: settings),
        .target(
            name: "TodayManifests", dependencies: ["DBus", "TodayModel"], path: "Sources/Model/TodayManifests",
            swiftSettings: settings),
        // A center for tests: it answers by the contract, and notes each call.
        .target(
            name: "PlayedCenter", dependencies: ["DBus", "DBusTesting", "TodayModel"],
            path: "Sources/Model/PlayedCenter", swiftSettings: settings),
        .target(
            name: "NotificationCenter", dependencies: ["CTodaySystem", "DBus", "TodayModel", "TodayPlatform"],
            path: "Sources/Apps/NotificationCenter", swiftSettings: settings),
        // The widgets that come with the center, which show the state of this machine and of the user's programs.
        .target(
            name: "TodayWidgets",
            dependencies: [
                .target(name: "CTodayCurl", condition: .when(traits: ["Widgets"])),
                .target(name: "CTodayIcal", condition: .when(traits: ["Widgets"])),
                .target(name: "CTodayPictures", condition: .when(traits: ["Widgets"])),
                "CTodaySystem", "DBus", "NotificationCenter", "TodayCLibrary", "TodayModel", "TodayPlatform",
            ], path: "Sources/Apps/TodayWidgets",
            exclude: [
                "Battery/Generated/UPower.xml",
                "Calendar/Services/Generated/ShellCalendarServer.xml",
                "Evolution/Generated/Evolution.xml",
                "Network/Generated/Bluez.xml",
                "Network/Generated/NetworkManager.xml",
                "NowPlaying/Generated/MediaPlayer2.xml",
                "System/Generated/Systemd1Manager.xml",
                "System/Generated/UDisks2.xml",
                "Timer/Generated/Notifications.xml",
                "Weather/Generated/GeoClue.xml",
            ], swiftSettings: settings),
        .executableTarget(
            name: "today-widgets", dependencies: ["TodayWidgets"], path: "Sources/Apps/today-widgets",
            swiftSettings: settings),
        // Reads manifests, so that a test runs a widget with the settings that are installed with it.
        .target(
            name: "NotificationCenterTesting",
            dependencies: [
                "DBus", "DBusTesting", "NotificationCenter", "PlayedCenter", "TodayManifests", "TodayModel",
                "TodayPlatform",
            ],
            path: "Sources/Apps/NotificationCenterTesting", swiftSettings: settings),
        .target(
            name: "TodayHost", dependencies: ["DBus", "TodayModel", "TodayPlatform"],
            path: "Sources/Panels/TodayHost",
            exclude: ["Appearance/Generated/Login1.xml", "Appearance/Generated/ScreenSaver.xml"],
            swiftSettings: settings),
        // Converts the output of other bars' status scripts to content.
        .target(
            name: "TodayScripts", dependencies: ["DBus", "TodayModel"], path: "Sources/Scripts/TodayScripts",
            swiftSettings: settings),
        // Finds scripts, runs them, and provides a widget for each.
        .target(
            name: "TodayScriptHost",
            dependencies: [
                "CTodaySystem", "DBus", "NotificationCenter", "TodayModel", "TodayPlatform", "TodayScripts",
            ],
            path: "Sources/Scripts/TodayScriptHost", swiftSettings: settings),
        // The configuration and the decisions of today-bridge, without a bus, a broker and a clock.
        .target(
            name: "TodayBridgeRules", dependencies: ["DBus", "TodayManifests", "TodayModel"],
            path: "Sources/Bridge/TodayBridgeRules", swiftSettings: settings),
        // Shows the widgets of other machines, and the devices and topics of MQTT brokers.
        .target(
            name: "TodayBridge",
            dependencies: [
                .target(name: "CTodayMosquitto", condition: .when(traits: ["Bridge"])),
                "CTodaySystem", "DBus", "NotificationCenter", "TodayBridgeRules", "TodayManifests", "TodayModel",
                "TodayPlatform",
            ], path: "Sources/Bridge/TodayBridge", swiftSettings: settings),
        .executableTarget(
            name: "today-bridge", dependencies: ["TodayBridge"], path: "Sources/Bridge/today-bridge",
            swiftSettings: settings),
        // The decisions of the center, without a bus and without a clock.
        .target(
            name: "TodayServiceRules", dependencies: ["TodayModel"], path: "Sources/Center/TodayServiceRules",
            swiftSettings: settings),
        .target(
            name: "TodayService",
            dependencies: [
                .target(name: "CTodaySQLite", condition: programs), "CTodaySystem", "DBus", "TodayPlatform",
                "TodayManifests", "TodayModel", "TodayServiceRules", logging,
            ], path: "Sources/Center/TodayService",
            exclude: ["Opening/Generated/PortalOpenURI.xml", "Opening/Generated/Systemd1Manager.xml"],
            swiftSettings: settings),
        .target(
            name: "TodayCommands",
            dependencies: [
                "CTodaySystem", "DBus", "TodayPlatform", "TodayScriptHost", "TodayHost", "TodayManifests", "TodayModel",
                "TodayBridgeRules", "TodayScripts", argumentParser,
            ], path: "Sources/Panels/TodayCommands", swiftSettings: settings),
        .target(
            name: "TodayPanel",
            dependencies: [
                .target(name: "CTodayGtk", condition: .when(traits: ["Panel"])),
                "CTodaySystem", "DBus", "TodayPlatform", "TodayHost", "TodayModel",
            ], path: "Sources/Panels/TodayPanel",
            exclude: ["Application/Generated/PortalGlobalShortcuts.xml", "Application/Generated/PortalSettings.xml"],
            swiftSettings: settings),
        // Checks whether a program follows the specification.
        .target(
            name: "TodayConformance",
            dependencies: [
                "DBus", "DBusTesting", "PlayedCenter", "TodayPlatform", "TodayManifests", "TodayModel", argumentParser,
            ],
            path: "Sources/Conformance/TodayConformance", swiftSettings: settings),
        .executableTarget(
            name: "today-conformance", dependencies: ["TodayConformance"],
            path: "Sources/Conformance/today-conformance", swiftSettings: settings),
        .executableTarget(
            name: "today-panel", dependencies: ["TodayPanel"], path: "Sources/Panels/today-panel",
            swiftSettings: settings),
        .executableTarget(
            name: "today-scripts", dependencies: ["TodayScriptHost"], path: "Sources/Scripts/today-scripts",
            swiftSettings: settings),
        .executableTarget(
            name: "todayd", dependencies: ["TodayService"], path: "Sources/Center/todayd", swiftSettings: settings),
        .executableTarget(
            name: "todayctl",
            // Its demo starts the other programs, so a build of it includes them.
            dependencies: [
                "TodayCommands", "today-bridge", "today-panel", "today-scripts", "today-widgets", "todayd",
            ], path: "Sources/Panels/todayctl", swiftSettings: settings),
        // `todayctl` and, under their own names, the programs that share its copy of Swift's runtime in a package. The
        // service is a separate program, because it is smaller that way.
        .executableTarget(
            name: "todayctl-all",
            dependencies: ["DBusCodegen", "TodayCommands", "TodayConformance", "TodayScriptHost"],
            path: "Sources/Panels/todayctl-all", swiftSettings: settings),
        .executableTarget(
            name: "used-space-widget", dependencies: ["NotificationCenter"], path: "Sources/Apps/Examples/UsedSpace",
            swiftSettings: settings),
        // A list that an app writes and its widget shows.
        .target(
            name: "SharedListKit", dependencies: ["NotificationCenter"],
            path: "Sources/Apps/Examples/SharedList/SharedListKit",
            swiftSettings: settings),
        .executableTarget(
            name: "shared-list", dependencies: ["NotificationCenter", "SharedListKit"],
            path: "Sources/Apps/Examples/SharedList/App",
            swiftSettings: settings),
        .executableTarget(
            name: "shared-list-widget", dependencies: ["NotificationCenter", "SharedListKit"],
            path: "Sources/Apps/Examples/SharedList/Widget",
            swiftSettings: settings),
        // A countdown that an app begins and its widget continues.
        .target(
            name: "SimpleTimerKit", dependencies: ["NotificationCenter"],
            path: "Sources/Apps/Examples/SimpleTimer/SimpleTimerKit",
            swiftSettings: settings),
        .executableTarget(
            name: "simple-timer", dependencies: ["DBus", "NotificationCenter", "SimpleTimerKit"],
            path: "Sources/Apps/Examples/SimpleTimer/App", exclude: ["Generated/Notifications.xml"],
            swiftSettings: settings),
        .executableTarget(
            name: "simple-timer-widget", dependencies: ["NotificationCenter", "SimpleTimerKit"],
            path: "Sources/Apps/Examples/SimpleTimer/Widget",
            swiftSettings: settings),
        .executableTarget(
            name: "where-am-i-widget", dependencies: ["NotificationCenter"], path: "Sources/Apps/Examples/WhereAmI",
            swiftSettings: settings),
        // A volume in the tray: StatusNotifierItem and its menu.
        .executableTarget(
            name: "tray-item", dependencies: ["DBus"], path: "Sources/Apps/Examples/DBus/TrayItem",
            exclude: ["Generated/Item.xml", "Generated/Menu.xml", "Generated/Watcher.xml"], swiftSettings: settings),
        // Batteries, network and Bluetooth: clients of UPower, NetworkManager and BlueZ.
        .executableTarget(
            name: "hardware", dependencies: ["DBus"], path: "Sources/Apps/Examples/DBus/Hardware",
            swiftSettings: settings),
        // A server for `notify-send`, and a player for `playerctl`.
        .executableTarget(
            name: "notification-server", dependencies: ["DBus"], path: "Sources/Apps/Examples/DBus/NotificationServer",
            swiftSettings: settings),
        .executableTarget(
            name: "media-player", dependencies: ["DBus"], path: "Sources/Apps/Examples/DBus/MediaPlayer",
            swiftSettings: settings),
        // Damaged and generated inputs for parsers.
        .target(name: "Fuzzing", dependencies: ["DBusTesting"], path: "Tests/Support/Fuzzing", swiftSettings: settings),
        // An SSH server on this machine.
        .target(
            name: "SSHTesting", dependencies: ["DBus", "DBusTesting", "TodayPlatform"],
            path: "Tests/Support/SSHTesting", swiftSettings: settings),
        .testTarget(
            name: "DBusTests",
            dependencies: [
                "CTodayDBus", "DBus", "DBusCodegen", "DBusMonitor", "DBusTesting", "Fuzzing", "SSHTesting",
                "TodayPlatform", "dbus-codegen", logging,
            ],
            path: "Tests/DBus/DBusTests", exclude: ["Codegen/Generated/HomeLamp.xml"], swiftSettings: settings),
        // The examples of `DBus` as programs, with the peers that they need.
        .testTarget(
            name: "DBusExamplesTests",
            dependencies: [
                "DBus", "DBusTesting", "DesktopTesting", "TodayPlatform", "hardware", "media-player",
                "notification-server", "tray-item",
            ],
            path: "Tests/DBus/DBusExamplesTests", exclude: ["TrayItem/menu-client.py"],
            swiftSettings: settings),
        // A center that tests fill and control.
        .target(
            name: "CenterTesting", dependencies: ["DBus", "DBusTesting", "PlayedCenter", "TodayModel"],
            path: "Tests/Support/CenterTesting", swiftSettings: settings),
        .testTarget(
            name: "TodayHostTests",
            dependencies: [
                "TodayHost", "CenterTesting", "PlayedCenter", "DBus", "DBusTesting", "Fuzzing", "TodayPlatform",
                "TodayModel",
            ],
            path: "Tests/Panels/TodayHostTests", swiftSettings: settings),
        .testTarget(
            name: "TodayCommandsTests",
            dependencies: [
                "TodayCommands", "TodayHost", "CenterTesting", "PlayedCenter", "DBus", "DBusTesting", "DesktopTesting",
                "SSHTesting", "TodayManifests", "TodayModel", "TodayPlatform", "todayctl", "todayd",
                "used-space-widget", "shared-list",
                "shared-list-widget",
                "simple-timer", "simple-timer-widget", argumentParser,
            ],
            path: "Tests/Panels/TodayCommandsTests", exclude: ["Snapshots", "bar-reader.py", "panel-schema.py"],
            swiftSettings: settings),
        .testTarget(
            name: "PackagingTests",
            dependencies: [
                "CenterTesting", "PlayedCenter", "DBus", "DBusTesting", "DesktopTesting", "dbus-codegen", "Fuzzing",
                "NotificationCenter", "TodayPlatform", "language-probe",
                "TodayCommands", "TodayManifests", "TodayModel", "TodayService", "TodayServiceRules", "today-panel",
                "today-scripts",
                "today-conformance", "today-widgets", "todayctl", "todayctl-all", "todayd", "used-space-widget",
                "shared-list",
                "shared-list-widget", "simple-timer", "simple-timer-widget", "tea-time-widget", "where-am-i-widget",
                argumentParser,
            ], path: "Tests/Packaging/PackagingTests",
            exclude: ["character-comparisons.txt", "sentence-comparisons.txt", "words.txt"], swiftSettings: settings),
        .testTarget(
            name: "TodayServiceTests",
            dependencies: [
                "DBus", "DBusMonitor", "DBusTesting", "TodayPlatform", "Fuzzing", "TodayManifests", "TodayModel",
                "TodayService", "TodayServiceRules", logging,
            ], path: "Tests/Center/TodayServiceTests", exclude: ["Providers"], swiftSettings: settings),
        .testTarget(
            name: "ExamplesTests",
            dependencies: [
                "DBus", "DBusTesting", "Fuzzing", "NotificationCenter", "NotificationCenterTesting", "TodayPlatform",
                "SharedListKit", "SimpleTimerKit", "TodayHost", "TodayManifests", "TodayModel", "TodayService",
                "shared-list", "shared-list-widget", "simple-timer", "simple-timer-widget", "today-conformance",
                "todayctl", "todayd", "used-space-widget", "where-am-i-widget", logging,
            ], path: "Tests/Apps/ExamplesTests",
            exclude: ["Guides/org.example.TeaTime.widget", "Languages/Programs", "WhereAmI/place-server.py"],
            swiftSettings: settings),
        .testTarget(
            name: "TodayWidgetsTests",
            dependencies: [
                "DBus", "DBusTesting", "DesktopTesting", "NotificationCenter", "NotificationCenterTesting",
                "TodayManifests", "TodayModel", "TodayPlatform", "TodayWidgets", "media-player", "today-widgets",
                "todayctl", "todayd",
            ], path: "Tests/Apps/TodayWidgetsTests", exclude: ["Weather/web-server.py"],
            swiftSettings: settings),
        // A screen, the information that a screen reader gets about it, and the languages of the user.
        .target(
            name: "DesktopTesting", dependencies: ["DBus", "DBusTesting", "TodayPlatform"],
            path: "Tests/Support/DesktopTesting",
            swiftSettings: settings),
        .testTarget(
            name: "TodayPanelTests",
            dependencies: [
                "TodayPanel", "TodayHost", "CenterTesting", "PlayedCenter", "DBus", "DBusTesting", "DesktopTesting",
                "SSHTesting",
                "TodayModel", "TodayPlatform", "today-bridge", "today-panel", "todayctl", "todayd", "used-space-widget",
                "shared-list", "shared-list-widget", "simple-timer", "simple-timer-widget", "where-am-i-widget",
            ], path: "Tests/Panels/TodayPanelTests", swiftSettings: settings),
        // The files in data/panels, in the real panels.
        .testTarget(
            name: "PanelsTests",
            dependencies: [
                "CenterTesting", "PlayedCenter", "DBus", "DBusTesting", "DesktopTesting", "TodayPlatform", "TodayHost",
                "TodayModel", "today-conformance", "todayctl", "todayd",
            ], path: "Tests/Panels/PanelsTests", exclude: ["Programs", "Qml", "Stubs", "compare", "plasma-6"],
            swiftSettings: settings),
        .testTarget(
            name: "TodayModelTests", dependencies: ["TodayManifests", "TodayModel", "DBus", "DBusTesting", "Fuzzing"],
            path: "Tests/Model/TodayModelTests", swiftSettings: settings),
        .testTarget(
            name: "TodayScriptsTests", dependencies: ["TodayScripts", "TodayModel", "DBus", "DBusTesting", "Fuzzing"],
            path: "Tests/Scripts/TodayScriptsTests", swiftSettings: settings),
        .testTarget(
            name: "TodayScriptHostTests",
            dependencies: [
                "DBus", "DBusTesting", "TodayPlatform", "TodayScriptHost", "TodayHost", "TodayModel", "TodayScripts",
                "today-scripts", "todayd",
            ], path: "Tests/Scripts/TodayScriptHostTests", swiftSettings: settings),
        .testTarget(
            name: "TodayBridgeTests",
            dependencies: [
                "CenterTesting", "DBus", "DBusTesting", "Fuzzing", "NotificationCenter", "PlayedCenter", "SSHTesting",
                "TodayBridge", "TodayBridgeRules", "TodayHost", "TodayManifests", "TodayModel", "TodayPlatform",
                "today-bridge", "todayctl", "todayd",
            ], path: "Tests/Bridge/TodayBridgeTests", swiftSettings: settings),
        .testTarget(
            name: "TodayConformanceTests",
            dependencies: [
                "TodayConformance", "DBus", "DBusTesting", "Fuzzing", "TodayPlatform", "TodayModel", "fake-center",
                "media-player", "shared-list-widget", "simple-timer-widget", "tea-time-widget", "today-conformance",
                "today-panel", "today-scripts", "today-widgets", "todayctl", "todayd", "used-space-widget",
                "where-am-i-widget", argumentParser,
            ], path: "Tests/Conformance/TodayConformanceTests", exclude: ["Faults", "Programs", "centers"],
            swiftSettings: settings),
        // The output of `todayctl new widget 'Tea Time'`, compiled as its user would compile it.
        .executableTarget(
            name: "tea-time-widget", dependencies: ["NotificationCenter"],
            path: "Tests/Support/Programs/TeaTime/Sources"),
        .testTarget(
            name: "TeaTimeWidgetTests",
            dependencies: ["tea-time-widget", "NotificationCenter", "NotificationCenterTesting"],
            path: "Tests/Support/Programs/TeaTime/Tests"),
        .executableTarget(
            name: "fake-center", dependencies: ["PlayedCenter", "DBus", "TodayModel"],
            path: "Tests/Support/Programs/FakeCenter",
            swiftSettings: settings),
        // An app that records the requests that it gets.
        .executableTarget(
            name: "note-app", dependencies: ["NotificationCenter"], path: "Tests/Support/Programs/NoteApp",
            swiftSettings: settings),
        // A number in the language of the environment.
        .executableTarget(
            name: "language-probe", dependencies: ["TodayModel"], path: "Tests/Support/Programs/LanguageProbe",
            swiftSettings: settings),
        // Several widgets in one program.
        .executableTarget(
            name: "bundle-widgets", dependencies: ["NotificationCenter"], path: "Tests/Support/Programs/BundleWidgets",
            swiftSettings: settings),
        .testTarget(
            name: "NotificationCenterTests",
            dependencies: [
                "NotificationCenter", "NotificationCenterTesting", "used-space-widget", "note-app", "DBus",
                "DBusTesting", "TodayManifests", "TodayModel", "TodayPlatform",
            ], path: "Tests/Apps/NotificationCenterTests", swiftSettings: settings),
    ]
)
