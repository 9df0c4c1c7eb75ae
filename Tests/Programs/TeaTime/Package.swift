// swift-tools-version: 6.2
import PackageDescription

let notificationCenter = Target.Dependency.product(name: "NotificationCenter", package: "today-center")

let package = Package(
    name: "tea-time",
    dependencies: [
        .package(name: "today-center", path: "/path/to/today-center")
    ],
    targets: [
        .executableTarget(name: "tea-time-widget", dependencies: [notificationCenter], path: "Sources"),
        .testTarget(name: "TeaTimeWidgetTests", dependencies: ["tea-time-widget", notificationCenter], path: "Tests"),
    ]
)
