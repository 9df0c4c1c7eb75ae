// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

// Compares the binding and the service with programs that do the same work in another way, in the same run.
//
//     swift build -c release --static-swift-stdlib --product todayd -Xlinker --no-export-dynamic  (in the folder above)
//     swift build -c release --static-swift-stdlib --traits Panel --scratch-path .build/panel --product today-panel
//                                                                        (there, for the panel)
//     swift build -c release                                            (here)
//     .build/release/benchmark --help
//
// It needs libdbus-1-dev and dbus-daemon, and for the panel xvfb and xdotool. libsystemd-dev, libglib2.0-dev,
// libgtk-4-dev, libmosquitto-dev, python3-dbus and python3-gi add a rival each. A rival whose package is missing is skipped, and a line
// reports that.
let package = Package(
    name: "today-center-benchmarks",
    products: [.library(name: "frames", type: .dynamic, targets: ["frames"])],
    dependencies: [.package(name: "today-center", path: "..")],
    targets: [
        // The libraries of the C targets.
        .systemLibrary(name: "LibDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(name: "LibSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "LibGIO", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "LibGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        .systemLibrary(name: "LibMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        // The data on the bus, the same for every rival.
        .target(name: "Workload", dependencies: ["LibDBus"]),
        // Clocks and calls, for the programs that load and measure.
        .target(name: "Measure", dependencies: ["LibDBus", "Workload"]),
        // One service, written for each library.
        .executableTarget(name: "echo-libdbus", dependencies: ["LibDBus", "Workload"]),
        .executableTarget(name: "echo-sdbus", dependencies: ["LibSystemd", "Workload"]),
        .executableTarget(name: "echo-gdbus", dependencies: ["LibGIO", "Workload"]),
        .executableTarget(
            name: "echo-swift", dependencies: ["Workload", .product(name: "DBus", package: "today-center")],
            swiftSettings: settings),
        // One client, written for each library.
        .executableTarget(name: "client-libdbus", dependencies: ["LibDBus", "Workload"]),
        .executableTarget(name: "client-sdbus", dependencies: ["LibSystemd", "Workload"]),
        .executableTarget(name: "client-gdbus", dependencies: ["LibGIO", "Workload"]),
        .executableTarget(
            name: "client-swift", dependencies: ["Workload", .product(name: "DBus", package: "today-center")],
            swiftSettings: settings),
        // Calls by hand, and with a generated client.
        .executableTarget(
            name: "calls-swift", dependencies: [.product(name: "DBus", package: "today-center")],
            swiftSettings: settings, plugins: [.plugin(name: "DBusCodegenPlugin", package: "today-center")]),
        // The measured part of the center.
        .executableTarget(name: "center-libdbus", dependencies: ["LibDBus", "Workload"]),
        .executableTarget(name: "center-gdbus", dependencies: ["LibGIO", "Workload"]),
        // The panel's window without a center.
        .executableTarget(name: "panel-gtk", dependencies: ["LibGTK"]),
        // Measures the frames of both panels from within.
        .target(name: "frames", dependencies: ["LibGTK"], publicHeadersPath: "."),
        // A screen and a bus for a panel, observed in C for the same reason as the load.
        .executableTarget(name: "desk", dependencies: ["LibDBus", "Workload"]),
        // The load, in C, so that it is never the slow part.
        .executableTarget(name: "load", dependencies: ["LibDBus", "Measure", "Workload"]),
        // Machines that publish to a broker, and a panel that shows them.
        // Pushes to widgets of another bus, which today-bridge mirrors.
        .executableTarget(name: "mirror", dependencies: ["LibDBus", "Measure", "Workload"]),
        .executableTarget(name: "fleet", dependencies: ["LibDBus", "LibMosquitto", "Measure", "Workload"]),
        .executableTarget(name: "benchmark", resources: [.copy("Rivals/echo.py")], swiftSettings: settings),
    ]
)
