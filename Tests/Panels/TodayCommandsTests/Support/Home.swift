import DBusTesting
import Glibc
import Testing
import TodayPlatform

@testable import TodayCommands

/// A home of its own.
struct Home {
    let path: String
    /// The group of subcommands that is run.
    let command: String

    var scripts: String { path + "/.config/todaycenter/scripts" }

    func start(_ arguments: String...) async throws -> CommandRun { try await start(arguments) }

    func run(_ arguments: String..., on bus: PrivateBus? = nil) async throws -> CommandRun.Result {
        try await start(arguments, on: bus).result()
    }

    func start(_ arguments: [String], on bus: PrivateBus? = nil) async throws -> CommandRun {
        var environment = ["PATH": "/usr/bin:/bin", "HOME": path]
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus?.address
        return try await CommandRun.start([command] + arguments, environment)
    }

    /// Writes a script below it, and returns its path.
    func script(_ name: String, _ text: String, mode: mode_t = 0o755) throws -> String {
        let file = path + "/" + name
        try write(file, text)
        chmod(file, mode)
        return file
    }

    func write(_ file: String, _ text: String) throws {
        UserFolders.make(String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]))
        let stream = try #require(fopen(file, "w"))
        fputs(text + "\n", stream)
        fclose(stream)
    }

    /// Returns the target of a link in the folder of scripts; nil if it isn't a link.
    func link(_ name: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink(scripts + "/" + name, &buffer, buffer.count)
        return count < 0 ? nil : String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// Runs a test with a home of its own, which is deleted afterwards.
func withHome(of command: String = "script", _ body: (Home) async throws -> Void) async throws {
    let path = "/tmp/todayctl-home.\(getpid()).\(UInt32.random(in: 0...UInt32.max))"
    mkdir(path, 0o700)
    defer { FolderContents.removeTree(path) }
    try await body(Home(path: path, command: command))
}
