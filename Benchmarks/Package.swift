// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

// Compares the binding and the service with programs that do the same work another way, in the same run.
//
//     swift build -c release --static-swift-stdlib --product todayd -Xlinker --no-export-dynamic    (in the folder above)
//     swift build -c release --static-swift-stdlib --traits Panel --scratch-path .build/panel --product today-panel
//                                                                        (there, for the panel)
//     swift build -c release                                            (here)
//     .build/release/benchmark --help
//
// It takes libdbus-1-dev and dbus-daemon, and for the panel xvfb and xdotool. libsystemd-dev, libglib2.0-dev,
// libgtk-4-dev, python3-dbus and python3-gi bring a rival each, and a rival whose package is missing is skipped with a
// line that says so.
let package = Package(
    name: "today-center-benchmarks",
    dependencies: [.package(name: "today-center", path: "..")],
    targets: [
        // Where the C targets find their libraries.
        .systemLibrary(name: "LibDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(name: "LibSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "LibGIO", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "LibGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        // What goes over the bus, the same for everybody.
        .target(name: "Workload", dependencies: ["LibDBus"]),
        // One service, written for each library.
        .executableTarget(name: "echo-libdbus", dependencies: ["LibDBus", "Workload"]),
        .executableTarget(name: "echo-sdbus", dependencies: ["LibSystemd", "Workload"]),
        .executableTarget(name: "echo-gdbus", dependencies: ["LibGIO", "Workload"]),
        .executableTarget(
            name: "echo-swift", dependencies: ["Workload", .product(name: "DBus", package: "today-center")],
            swiftSettings: settings),
        // Calls by hand, and with a generated client.
        .executableTarget(
            name: "calls-swift", dependencies: [.product(name: "DBus", package: "today-center")],
            swiftSettings: settings, plugins: [.plugin(name: "DBusCodegenPlugin", package: "today-center")]),
        // As much of the center as is measured.
        .executableTarget(name: "center-libdbus", dependencies: ["LibDBus", "Workload"]),
        .executableTarget(name: "center-gdbus", dependencies: ["LibGIO", "Workload"]),
        // The panel's window, with nothing behind it.
        .executableTarget(name: "panel-gtk", dependencies: ["LibGTK"]),
        // A screen and a bus for a panel, watched in C for the same reason as the load.
        .executableTarget(name: "desk", dependencies: ["LibDBus", "Workload"]),
        // The load, in C, so that it is never what is slow.
        .executableTarget(name: "load", dependencies: ["LibDBus", "Workload"]),
        .executableTarget(name: "benchmark", resources: [.copy("Rivals/echo.py")], swiftSettings: settings),
    ]
)
