import DBusTesting
import Glibc
import TodayPlatform
import Testing

/// The sandbox of a Flatpak app: programs in it have a root with a `.flatpak-info`.
struct FlatpakSandbox {
    private let folder: String

    static let isMissing: Comment = "nothing was run in a sandbox: no mount namespace can be made on this machine"

    /// Whether programs can have a root of their own here; not in every container.
    static func canBeMade() async throws -> Bool {
        let line = "unshare --mount true || unshare --map-root-user --mount true"
        return try await ToolRun.start(["sh", "-c", line], environment: Environment.current).finished().exit
            == .status(0)
    }

    /// The sandbox of an app, with its files in the folder of a bus.
    init(_ app: String, on bus: PrivateBus) throws {
        folder = bus.folder + "/" + app
        for path in [folder, folder + "/root"] { mkdir(path, 0o700) }
        try write(
            "[Application]\nname=\(app)\nruntime=runtime/x/y/1\n\n[Instance]\ninstance-id=1\n", to: folder + "/info")
    }

    /// The command line that runs a program inside.
    func command(_ arguments: [String]) -> [String] {
        let run = Checkout.root + "/Tests/Center/TodayServiceTests/Providers/flatpak-run.sh"
        return ["/bin/sh", run, folder + "/root", folder + "/info"] + arguments
    }
}
