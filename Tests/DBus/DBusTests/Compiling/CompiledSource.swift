import DBusTesting
import Foundation
import TodayPlatform

/// A source file that imports DBus, as the compiler of a stranger's package sees it.
struct CompiledSource {
    /// The compiler's diagnostics for the file; empty if it has none.
    let diagnostics: String
    let isGood: Bool

    /// Has the compiler check statements in a function, where `bus` is a connection, `proxy` a proxy, and `remote` a
    /// remote interface. Each statement has a block and a line of its own; see ``error(of:)``.
    init(_ statements: [String], besides declarations: String = "") async throws {
        try await self.init(
            text:
                "import DBus; func use(_ bus: isolated Connection, _ proxy: Proxy, _ remote: RemoteInterface) async throws {\n"
                + statements.map { "do { \($0) }\n" }.joined() + "}\n" + declarations, language: "6")
    }

    /// Has the compiler check a file in a language mode, with upcoming features and other flags. What it finds where data
    /// could be shared is found, too.
    init(text: String, language: String, features: [String] = [], flags: [String] = []) async throws {
        let folder = URL(filePath: "/tmp/compiled-source-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "source.swift")
        try text.write(to: source, atomically: true, encoding: .utf8)
        let products = URL(filePath: ProcessFile.executable ?? "").deletingLastPathComponent().path
        let libdbus = try await ToolRun.start(["pkg-config", "--cflags", "dbus-1"], environment: Environment.current)
            .finished().output.split(whereSeparator: \.isWhitespace)
        let sources = URL(filePath: #filePath).appending(path: "../../../../../Sources/DBus/CTodayDBus")
            .standardizedFileURL.path
        let run = try await ToolRun.start(
            [
                "swiftc", "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-swift-version", language,
                "-diagnostic-style", "llvm", "-module-cache-path",
                products + "/ModuleCache", "-I", products + "/Modules", "-I", sources, "-Xcc",
                "-fmodule-map-file=\(products)/CTodaySystem.build/module.modulemap",
            ] + features.flatMap { ["-enable-upcoming-feature", $0] } + flags
                + libdbus.flatMap { ["-Xcc", String($0)] } + [
                    source.path
                ], environment: Environment.current
        ).finished(within: .seconds(600))  // A compiler computes; beside other tests it takes its time.
        diagnostics = run.error
        isGood = run.exit == .status(0)
    }

    /// Returns the compiler's error for a statement, by its number; nil if it has none.
    func error(of statement: Int) -> String? {
        diagnostics.split(separator: "\n").first {
            $0.contains("source.swift:\(statement + 2):") && $0.contains(" error: ")
        }
        .map { String($0.drop { $0 != " " }.dropFirst()) }
    }
}
