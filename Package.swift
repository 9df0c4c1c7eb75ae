// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
    name: "today-center",
    products: [
        .library(name: "DBus", targets: ["DBus"])
    ],
    targets: [
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .target(name: "CSystem"),
        .target(name: "Processes", dependencies: ["CSystem"], swiftSettings: settings),
        .target(name: "DBus", dependencies: ["CDBus", "CSystem"], swiftSettings: settings),
        .target(name: "DBusTesting", dependencies: ["DBus", "Processes"], swiftSettings: settings),
        .target(name: "TodayModel", dependencies: ["DBus"], swiftSettings: settings),
        .testTarget(name: "DBusTests", dependencies: ["DBus", "DBusTesting", "Processes"], swiftSettings: settings),
        .testTarget(name: "TodayModelTests", dependencies: ["TodayModel", "DBus"], swiftSettings: settings),
    ]
)
