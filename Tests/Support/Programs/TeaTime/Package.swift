// swift-tools-version: 6.2
import PackageDescription

// Made for Today Center 0.2.0.
let package = Package(
    name: "tea-time",
    dependencies: [
        .package(name: "today-center", path: "/path/to/today-center")
    ],
    targets: [
        .executableTarget(
            name: "tea-time-widget",
            dependencies: [.product(name: "NotificationCenter", package: "today-center")],
            path: "Sources"
        ),
        .testTarget(
            name: "TeaTimeWidgetTests",
            dependencies: [
                "tea-time-widget", .product(name: "NotificationCenter", package: "today-center"),
                .product(name: "NotificationCenterTesting", package: "today-center"),
            ],
            path: "Tests"
        ),
    ]
)
