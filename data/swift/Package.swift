// swift-tools-version: 6.2
import PackageDescription

// The SDK for widgets and apps, from the sources of Today Center that are installed beside this file.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
    name: "today-center",
    products: [
        .library(name: "DBus", targets: ["DBus"]),
        .library(name: "DBusTesting", targets: ["DBusTesting"]),
        .library(name: "NotificationCenter", targets: ["NotificationCenter"]),
        .library(name: "NotificationCenterTesting", targets: ["NotificationCenterTesting"]),
    ],
    targets: [
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .target(name: "CSystem"),
        .target(name: "Platform", dependencies: ["CSystem"], swiftSettings: settings),
        .target(name: "DBus", dependencies: ["CDBus", "CSystem"], exclude: ["README.md"], swiftSettings: settings),
        .target(name: "DBusTesting", dependencies: ["DBus", "Platform"], swiftSettings: settings),
        .target(
            name: "TodayModel", dependencies: ["DBus"], exclude: ["Client/Generated/Application.xml"],
            swiftSettings: settings),
        .target(name: "TodayManifests", dependencies: ["DBus", "TodayModel"], swiftSettings: settings),
        .target(
            name: "NotificationCenter", dependencies: ["CSystem", "DBus", "TodayModel", "Platform"],
            swiftSettings: settings),
        .target(
            name: "NotificationCenterTesting",
            dependencies: ["DBus", "DBusTesting", "NotificationCenter", "Platform", "TodayManifests", "TodayModel"],
            swiftSettings: settings),
    ]
)
