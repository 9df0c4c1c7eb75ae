// swift-tools-version: 6.2
import PackageDescription

// Compares the service with bare C programs on libdbus that do the least that is needed, in the same run.
//
//     swift build -c release --static-swift-stdlib --product todayd     (in the folder above)
//     swift run -c release benchmark                                    (here)
let package = Package(
    name: "today-center-benchmarks",
    targets: [
        // Where the C targets find libdbus-1.
        .systemLibrary(name: "LibDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        // Rivals in C.
        .executableTarget(name: "bare-center", dependencies: ["LibDBus"]),
        // The load, in C too, so that it is never what is slow.
        .executableTarget(name: "load", dependencies: ["LibDBus"]),
        .executableTarget(name: "benchmark"),
    ]
)
