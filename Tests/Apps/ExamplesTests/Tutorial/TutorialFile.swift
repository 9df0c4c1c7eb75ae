import DBusTesting
import Foundation
import TodayPlatform

/// `UsedSpaceWidget.swift` as a reader of the tutorial writes it.
struct TutorialFile {
    private var lines: [Substring] = []

    /// Adds a listing. A listing that isn't a type goes into the class and replaces the member that begins with the
    /// same line.
    mutating func take(_ listing: String) {
        let listed = listing.split(separator: "\n")
        let beginnings = ["func ", "var ", "lazy var ", "@NCSetting"]
        guard let first = listed.first, beginnings.contains(where: first.hasPrefix) else {
            lines += listed
            return
        }
        let member = listed.map { Substring("    " + $0) }
        // Before the end of the class, which is the last one.
        var place = lines.endIndex - 1
        if let start = lines.firstIndex(of: member[0]) {
            let end = lines[start...].firstIndex(of: "    }") ?? start
            lines.removeSubrange(start...end)
            place = start
        }
        lines.insert(contentsOf: member, at: place)
    }

    /// Returns the compiler's diagnostics; empty if it has none.
    func diagnostics() async throws -> String {
        let folder = URL(filePath: "/tmp/tutorial-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "UsedSpaceWidget.swift").path
        try lines.joined(separator: "\n").write(toFile: source, atomically: true, encoding: .utf8)
        let libdbus = try await ToolRun.start(["pkg-config", "--cflags", "dbus-1"], environment: Environment.current)
            .finished().output.split(whereSeparator: \.isWhitespace)
        let run = try await ToolRun.start(
            [
                "swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-diagnostic-style", "llvm",
                "-module-cache-path", Checkout.programs + "/ModuleCache", "-I", Checkout.programs + "/Modules",
                "-I", Checkout.root + "/Sources/DBus/CTodayDBus",
                "-Xcc", "-fmodule-map-file=\(Checkout.programs)/CTodaySystem.build/module.modulemap",
                "-Xcc", "-fmodule-map-file=\(Checkout.programs)/CTodayTasks.build/module.modulemap",
            ] + libdbus.flatMap { ["-Xcc", String($0)] } + [source], environment: Environment.current
        ).finished()
        return run.exit == .status(0) ? "" : run.error
    }
}
