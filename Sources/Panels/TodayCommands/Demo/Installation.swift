internal import DBus
internal import Glibc
internal import TodayPlatform

/// The locations of the parts of this project: installed under a prefix, or built in a checkout.
struct Installation: Hashable {
    /// The folder of this program and the other programs; nil if only `PATH` can help.
    var programs: String?
    /// The folder with the manifests of the widgets that come with the center.
    var manifests: String?

    /// The Swift package with the sources of the SDK, if it is installed.
    var sdk: String?

    /// The installation that this process was started from.
    static var current: Installation {
        ProcessFile.executable.map(around) ?? Installation()
    }

    /// Returns the installation around an executable.
    static func around(_ executable: String) -> Installation {
        let folders = ancestors(of: executable)
        guard let programs = folders.first else { return Installation() }
        var installation = Installation(programs: programs)
        // <prefix>/bin/todayctl and <prefix>/share; or <checkout>/.build/<platform>/<configuration>/todayctl.
        let prefix = folders.dropFirst().prefix(1)
        let checkout = folders.dropFirst().prefix(4).filter { exists($0 + "/Package.swift") }
        let manifests = prefix.map { $0 + "/share/todaycenter/widgets" } + checkout.map { $0 + "/data/widgets" }
        installation.manifests = manifests.first(where: exists)
        let sdk = prefix.map { $0 + "/share/todaycenter/swift" }
        installation.sdk = sdk.first { exists($0 + "/Package.swift") }
        return installation
    }

    /// The root of the checkout that the programs were built in; nil if they are installed.
    var checkout: String? {
        guard let manifests, manifests.hasSuffix("/data/widgets") else { return nil }
        return String(manifests.dropLast("/data/widgets".count))
    }

    /// Returns a program of this project: the one beside this program, otherwise the one in `PATH`; nil if neither
    /// exists.
    func program(_ name: String) -> String? {
        if let programs, access("\(programs)/\(name)", X_OK) == 0 { return "\(programs)/\(name)" }
        return Environment.locate(name)
    }

    /// Returns the folders that contain a file, the nearest first.
    private static func ancestors(of path: String) -> [String] {
        var elements = path.split(at: "/").dropLast()
        var folders: [String] = []
        while !elements.isEmpty {
            folders.append("/" + elements.joined(separator: "/"))
            elements = elements.dropLast()
        }
        return folders
    }

    private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
