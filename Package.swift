// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// What only the programs need. Packages that depend on a library of this one are not to get it.
let programs = TargetDependencyCondition.when(traits: ["Center"])
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: programs)
let logging = Target.Dependency.product(name: "Logging", package: "swift-log", condition: programs)

let package = Package(
    name: "today-center",
    products: [
        .library(name: "DBus", targets: ["DBus"]),
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
    ],
    traits: [
        .default(enabledTraits: ["Center"]),
        // Without it the libraries are left, which need no other package and no library but libdbus.
        .trait(name: "Center", description: "The programs, which need SQLite (libsqlite3-dev) and other packages."),
        .trait(
            name: "Panel", description: "The panel today-panel, which needs GTK 4 (libgtk-4-dev).",
            enabledTraits: ["Center"]),
    ],
    dependencies: [
        // Subcommands, help, completions and exit codes of the command line tools.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        // The daemon's log, in the form that every Swift service uses.
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    ],
    targets: [
        // libdbus-1: the wire protocol, authentication and validation.
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        // Keeps the state of the service on disk, whole after a crash.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // GTK 4, only for the trait Panel.
        .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        .target(name: "CSystem"),
        .target(name: "CSwiftTasks"),
        .target(name: "TaskThread", dependencies: ["CSwiftTasks", "DBus"], swiftSettings: settings),
        .target(name: "Platform", dependencies: ["CSystem"], swiftSettings: settings),
        .target(name: "DBus", dependencies: ["CDBus", "CSystem"], exclude: ["README.md"], swiftSettings: settings),
        .target(name: "DBusTesting", dependencies: ["DBus", "Platform"], swiftSettings: settings),
        // Swift code of introspection documents, and the plugin that has it made while a package is built.
        .target(name: "DBusCodegen", dependencies: ["DBus", "Platform"], swiftSettings: settings),
        .executableTarget(name: "dbus-codegen", dependencies: ["DBusCodegen"], swiftSettings: settings),
        .plugin(
            name: "DBusCodegenPlugin", capability: .buildTool(), dependencies: ["dbus-codegen"],
            path: "Sources/DBusCodegenPlugin"),
        // Tells when files in folders come, change or go.
        .target(name: "FileWatch", dependencies: ["DBus"], swiftSettings: settings),
        .target(
            name: "TodayModel", dependencies: ["DBus"], exclude: ["Client/Generated/Application.xml"],
            swiftSettings: settings),
        .target(name: "TodayManifests", dependencies: ["DBus", "TodayModel"], swiftSettings: settings),
        .target(
            name: "NotificationCenter", dependencies: ["CSystem", "DBus", "TodayModel", "Platform"],
            swiftSettings: settings),
        // Reads manifests, so that a test runs a widget with the settings that are installed with it.
        .target(
            name: "NotificationCenterTesting",
            dependencies: ["DBus", "DBusTesting", "NotificationCenter", "Platform", "TodayManifests", "TodayModel"],
            swiftSettings: settings),
        .target(
            name: "TodayHost", dependencies: ["DBus", "TodayModel", "Platform"],
            exclude: ["Appearance/Generated/Login1.xml", "Appearance/Generated/ScreenSaver.xml"],
            swiftSettings: settings),
        // What the status scripts of other bars print, as content.
        .target(name: "TodayScripts", dependencies: ["DBus", "TodayModel"], swiftSettings: settings),
        // Finds scripts, and runs them.
        .target(
            name: "ScriptRuns", dependencies: ["CSystem", "DBus", "Platform", "TodayModel", "TodayScripts"],
            swiftSettings: settings),
        // Provides a widget for each script of a folder.
        .target(
            name: "ScriptHost",
            dependencies: [
                "CSystem", "DBus", "FileWatch", "NotificationCenter", "Platform", "ScriptRuns", "TaskThread",
                "TodayModel", "TodayScripts",
            ], swiftSettings: settings),
        .target(
            name: "TodayService",
            dependencies: [
                .target(name: "CSQLite", condition: programs),
                "CSystem", "DBus", "FileWatch", "TaskThread", "TodayManifests", "TodayModel", "Platform", logging,
            ], exclude: ["Opening/Generated/PortalOpenURI.xml", "Opening/Generated/Systemd1Manager.xml"],
            swiftSettings: settings),
        .target(
            name: "TodayCommands",
            dependencies: [
                "CSystem", "DBus", "Platform", "ScriptRuns", "TodayHost", "TodayManifests", "TodayModel",
                "TodayScripts", argumentParser,
            ], swiftSettings: settings),
        .target(
            name: "TodayPanel",
            dependencies: [
                .target(name: "CGtk", condition: .when(traits: ["Panel"])),
                "CSystem", "DBus", "Platform", "TaskThread", "TodayHost", "TodayModel",
            ], exclude: ["Application/Generated/PortalSettings.xml"], swiftSettings: settings),
        // Tries whether a program does what the specification says.
        .target(
            name: "Conformance",
            dependencies: [
                "DBus", "DBusTesting", "Platform", "TodayManifests", "TodayModel",
                argumentParser,
            ], swiftSettings: settings),
        .executableTarget(name: "today-conformance", dependencies: ["Conformance"], swiftSettings: settings),
        .executableTarget(name: "today-panel", dependencies: ["TodayPanel"], swiftSettings: settings),
        .executableTarget(name: "today-scripts", dependencies: ["ScriptHost"], swiftSettings: settings),
        .executableTarget(name: "todayd", dependencies: ["TodayService"], swiftSettings: settings),
        .executableTarget(name: "todayctl", dependencies: ["TodayCommands"], swiftSettings: settings),
        .executableTarget(
            name: "used-space-widget", dependencies: ["NotificationCenter"], path: "Sources/Examples/UsedSpace",
            swiftSettings: settings),
        // A list that an app writes and its widget shows.
        .target(
            name: "SharedListKit", dependencies: ["NotificationCenter"],
            path: "Sources/Examples/SharedList/SharedListKit",
            swiftSettings: settings),
        .executableTarget(
            name: "shared-list", dependencies: ["NotificationCenter", "SharedListKit"],
            path: "Sources/Examples/SharedList/App",
            swiftSettings: settings),
        .executableTarget(
            name: "shared-list-widget", dependencies: ["NotificationCenter", "SharedListKit"],
            path: "Sources/Examples/SharedList/Widget",
            swiftSettings: settings),
        // A countdown that an app begins and its widget goes on with.
        .target(
            name: "SimpleTimerKit", dependencies: ["NotificationCenter"],
            path: "Sources/Examples/SimpleTimer/SimpleTimerKit",
            swiftSettings: settings),
        .executableTarget(
            name: "simple-timer", dependencies: ["DBus", "NotificationCenter", "SimpleTimerKit"],
            path: "Sources/Examples/SimpleTimer/App", exclude: ["Generated/Notifications.xml"],
            swiftSettings: settings),
        .executableTarget(
            name: "simple-timer-widget", dependencies: ["NotificationCenter", "SimpleTimerKit"],
            path: "Sources/Examples/SimpleTimer/Widget",
            swiftSettings: settings),
        .executableTarget(
            name: "where-am-i-widget", dependencies: ["NotificationCenter"], path: "Sources/Examples/WhereAmI",
            swiftSettings: settings),
        // A volume in the tray: StatusNotifierItem and its menu, with code that the plugin makes.
        .executableTarget(
            name: "tray-item", dependencies: ["DBus"], path: "Sources/Examples/DBus/TrayItem", swiftSettings: settings,
            plugins: ["DBusCodegenPlugin"]),
        // Batteries, network and Bluetooth: clients of UPower, NetworkManager and BlueZ.
        .executableTarget(
            name: "hardware", dependencies: ["DBus"], path: "Sources/Examples/DBus/Hardware", swiftSettings: settings),
        // A server for `notify-send`, and a player for `playerctl`.
        .executableTarget(
            name: "notification-server", dependencies: ["DBus"], path: "Sources/Examples/DBus/NotificationServer",
            swiftSettings: settings),
        .executableTarget(
            name: "media-player", dependencies: ["DBus"], path: "Sources/Examples/DBus/MediaPlayer",
            swiftSettings: settings),
        // Damaged and made-up inputs for parsers.
        .target(name: "Fuzzing", dependencies: ["DBusTesting"], path: "Tests/Fuzzing", swiftSettings: settings),
        .testTarget(
            name: "DBusTests",
            dependencies: [
                "CDBus", "DBus", "DBusCodegen", "DBusTesting", "Fuzzing", "Platform", "dbus-codegen", logging,
            ],
            exclude: ["Codegen/Generated/HomeLamp.xml"], swiftSettings: settings),
        // The examples of `DBus` as programs, with the peers that they are written for.
        .testTarget(
            name: "DBusExamplesTests",
            dependencies: [
                "DBus", "DBusTesting", "DesktopTesting", "Platform", "hardware", "media-player", "notification-server",
                "tray-item",
            ],
            exclude: ["TrayItem/menu-client.py"],
            swiftSettings: settings),
        // A center that tests fill and steer.
        .target(
            name: "FakeCenter", dependencies: ["DBus", "DBusTesting", "TodayModel"],
            path: "Tests/FakeCenter", swiftSettings: settings),
        .testTarget(
            name: "TodayHostTests",
            dependencies: ["TodayHost", "FakeCenter", "DBus", "DBusTesting", "Platform", "TodayModel"],
            swiftSettings: settings),
        .testTarget(
            name: "TodayCommandsTests",
            dependencies: [
                "TodayCommands", "TodayHost", "FakeCenter", "DBus", "DBusTesting", "TodayManifests", "TodayModel",
                "Platform", "todayctl", "todayd", "used-space-widget", "shared-list", "shared-list-widget",
                "simple-timer", "simple-timer-widget",
                argumentParser,
            ],
            exclude: ["Snapshots", "bar-reader.py"], swiftSettings: settings),
        .testTarget(
            name: "PackagingTests",
            dependencies: [
                "DBus", "DBusTesting", "FakeCenter", "dbus-codegen", "NotificationCenter", "Platform", "TodayCommands",
                "TodayManifests", "TodayModel", "TodayService", "today-panel", "today-scripts", "todayctl", "todayd",
                "used-space-widget",
                "shared-list",
                "shared-list-widget", "simple-timer", "simple-timer-widget", "tea-time-widget", "where-am-i-widget",
                argumentParser,
            ], exclude: ["character-comparisons.txt"], swiftSettings: settings),
        .testTarget(
            name: "TodayServiceTests",
            dependencies: [
                "DBus", "DBusTesting", "FileWatch", "Fuzzing", "Platform", "TodayManifests", "TodayModel",
                "TodayService", logging,
            ], exclude: ["Providers"], swiftSettings: settings),
        .testTarget(
            name: "ExamplesTests",
            dependencies: [
                "DBus", "DBusTesting", "NotificationCenter", "NotificationCenterTesting", "Platform", "SharedListKit",
                "SimpleTimerKit", "TodayHost", "TodayManifests", "TodayModel", "TodayService", "shared-list",
                "shared-list-widget", "simple-timer", "simple-timer-widget", "today-conformance", "todayctl", "todayd",
                "used-space-widget", "where-am-i-widget",
                logging,
            ], exclude: ["Languages/Programs", "WhereAmI/place-server.py"], swiftSettings: settings),
        // A screen, and what a screen reader is told of it.
        .target(
            name: "DesktopTesting", dependencies: ["DBus", "DBusTesting", "Platform"], path: "Tests/Desktop",
            swiftSettings: settings),
        .testTarget(
            name: "TodayPanelTests",
            dependencies: [
                "TodayPanel", "TodayHost", "FakeCenter", "DBus", "DBusTesting", "DesktopTesting", "TodayModel",
                "Platform",
                "today-panel", "todayctl", "todayd", "used-space-widget", "shared-list", "shared-list-widget",
                "simple-timer", "simple-timer-widget", "where-am-i-widget",
            ], swiftSettings: settings),
        // What is in data/panels, in the real panels.
        .testTarget(
            name: "PanelsTests",
            dependencies: [
                "DBus", "DBusTesting", "DesktopTesting", "Platform", "TodayHost", "TodayModel", "today-conformance",
                "todayctl", "todayd",
            ], exclude: ["Programs", "Qml", "Stubs", "compare", "plasma-6"], swiftSettings: settings),
        .testTarget(
            name: "TodayModelTests", dependencies: ["TodayManifests", "TodayModel", "DBus", "DBusTesting", "Fuzzing"],
            swiftSettings: settings),
        .testTarget(
            name: "TodayScriptsTests", dependencies: ["TodayScripts", "TodayModel", "DBus", "DBusTesting", "Fuzzing"],
            swiftSettings: settings),
        .testTarget(
            name: "ScriptHostTests",
            dependencies: [
                "DBus", "DBusTesting", "Platform", "ScriptRuns", "TodayHost", "TodayModel", "TodayScripts",
                "today-scripts", "todayd",
            ], swiftSettings: settings),
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "Conformance", "DBus", "DBusTesting", "Platform", "TodayModel", "fake-center", "shared-list-widget",
                "simple-timer-widget", "tea-time-widget", "today-conformance", "today-panel", "today-scripts",
                "todayctl", "todayd", "used-space-widget", "where-am-i-widget",
                argumentParser,
            ], exclude: ["Faults", "Programs", "centers"], swiftSettings: settings),
        // What `todayctl new widget 'Tea Time'` creates, compiled as its user would.
        .executableTarget(
            name: "tea-time-widget", dependencies: ["NotificationCenter"], path: "Tests/Programs/TeaTime/Sources"),
        .testTarget(
            name: "TeaTimeWidgetTests",
            dependencies: ["tea-time-widget", "NotificationCenter", "NotificationCenterTesting"],
            path: "Tests/Programs/TeaTime/Tests"),
        .executableTarget(
            name: "fake-center", dependencies: ["FakeCenter", "DBus", "TodayModel"], path: "Tests/Programs/FakeCenter",
            swiftSettings: settings),
        // An app that notes what it is asked for.
        .executableTarget(
            name: "note-app", dependencies: ["NotificationCenter"], path: "Tests/Programs/NoteApp",
            swiftSettings: settings),
        // Several widgets in one program.
        .executableTarget(
            name: "bundle-widgets", dependencies: ["NotificationCenter"], path: "Tests/Programs/BundleWidgets",
            swiftSettings: settings),
        .testTarget(
            name: "NotificationCenterTests",
            dependencies: [
                "NotificationCenter", "NotificationCenterTesting", "used-space-widget", "note-app", "DBus",
                "DBusTesting",
                "TodayManifests", "TodayModel", "Platform",
            ], swiftSettings: settings),
    ]
)
