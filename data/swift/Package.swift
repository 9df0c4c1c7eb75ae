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
        .systemLibrary(
            name: "CTodayDBus", path: "Sources/DBus/CTodayDBus", pkgConfig: "dbus-1",
            providers: [.apt(["libdbus-1-dev"])]),
        .target(name: "CTodaySystem", path: "Sources/System/CTodaySystem"),
        .target(name: "CTodayTasks", path: "Sources/System/CTodayTasks"),
        .target(name: "TodayCLibrary", path: "Sources/System/TodayCLibrary", swiftSettings: settings),
        .target(
            name: "TodayPlatform", dependencies: ["CTodaySystem", "CTodayTasks", "DBus"],
            path: "Sources/System/TodayPlatform", swiftSettings: settings),
        .target(
            name: "DBus", dependencies: ["CTodayDBus", "CTodaySystem", "TodayCLibrary"], path: "Sources/DBus/DBus",
            swiftSettings: settings),
        .target(
            name: "DBusTesting", dependencies: ["DBus", "TodayPlatform"], path: "Sources/DBus/DBusTesting",
            swiftSettings: settings),
        .target(
            name: "TodayModel", dependencies: ["CTodaySystem", "DBus", "TodayCLibrary"],
            path: "Sources/Model/TodayModel",
            exclude: ["Client/Generated/Application.xml"], swiftSettings: settings),
        .target(
            name: "TodayManifests", dependencies: ["DBus", "TodayModel"], path: "Sources/Model/TodayManifests",
            swiftSettings: settings),
        .target(
            name: "PlayedCenter", dependencies: ["DBus", "DBusTesting", "TodayModel"],
            path: "Sources/Model/PlayedCenter", swiftSettings: settings),
        .target(
            name: "NotificationCenter", dependencies: ["CTodaySystem", "DBus", "TodayModel", "TodayPlatform"],
            path: "Sources/Apps/NotificationCenter", swiftSettings: settings),
        .target(
            name: "NotificationCenterTesting",
            dependencies: [
                "DBus", "DBusTesting", "NotificationCenter", "PlayedCenter", "TodayManifests", "TodayModel",
                "TodayPlatform",
            ], path: "Sources/Apps/NotificationCenterTesting", swiftSettings: settings),
    ]
)
