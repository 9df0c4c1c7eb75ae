// swift-tools-version: 6.2
import PackageDescription

// A program that uses the library `DBus` beside swift-nio and swift-system, as many servers do. It must resolve: the names
// of all targets in a package graph are different.
//
//     dbus-run-session -- swift run --package-path Tests/Packaging/BesideSwiftNIO --scratch-path .build/beside-swift-nio
let package = Package(
    name: "beside-swift-nio",
    dependencies: [
        .package(name: "today-center", path: "../../..", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.4.0"),
    ],
    targets: [
        .executableTarget(
            name: "beside-swift-nio",
            dependencies: [
                .product(name: "DBus", package: "today-center"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "SystemPackage", package: "swift-system"),
            ])
    ]
)
