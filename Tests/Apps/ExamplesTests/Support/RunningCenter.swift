import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

/// The real `todayd` with example widgets, and a client beside it that outlives it.
struct RunningCenter {
    let bus: PrivateBus
    let client: CenterClient
    let process: ToolRun
    private let environment: [String: String]

    /// Starts `todayd` with the manifests of some examples, and returns when it owns its name.
    static func start(
        on bus: PrivateBus, _ examples: [String], environment: [String: String] = [:]
    ) async throws -> RunningCenter {
        for example in examples { try install("examples/widgets/\(example).widget", on: bus) }
        return try await start(on: bus, CenterClient(try await bus.connect()), environment)
    }

    private static func start(
        on bus: PrivateBus, _ client: CenterClient, _ environment: [String: String]
    ) async throws -> RunningCenter {
        let programs = ["PATH": "\(Checkout.programs):\(Checkout.root)/data/examples:/usr/bin:/bin"]
        let process = try await bus.start(
            ["\(Checkout.programs)/todayd"], with: environment.merging(programs) { own, _ in own })
        _ = try await client.connection.waitForOwner(of: TodayBus.name, timeout: .seconds(60))
        return RunningCenter(bus: bus, client: client, process: process, environment: environment)
    }

    /// Installs a manifest of `data`.
    static func install(_ manifest: String, on bus: PrivateBus) throws {
        let folder = bus.folder + "/data/todaycenter"
        for path in [folder, folder + "/widgets"] { mkdir(path, 0o700) }
        let name = manifest.split(separator: "/").last ?? ""
        try write(read("\(Checkout.root)/data/\(manifest)"), to: "\(folder)/widgets/\(name)")
    }

    /// Ends the center, and starts another.
    ///
    /// - Parameter folder: is put aside in between, with what the center keeps there.
    func again(with environment: [String: String] = [:], forgetting folder: String? = nil) async throws -> RunningCenter
    {
        try await end()
        if let folder { try #require(rename(folder, folder + "-before") == 0) }
        return try await Self.start(on: bus, client, self.environment.merging(environment) { $1 })
    }

    /// Ends it in order.
    func end() async throws {
        process.signal(SIGTERM)
        let run = try await process.finished()
        #expect(run.exit == .status(0), "\(run)")
        let owners = try await client.connection.owners(of: TodayBus.name)
        try await withDeadline { for await owner in owners where owner == nil { return } }
    }
}

/// A file that a test cannot read or write.
struct FileError: Error { let path: String, code: Int32 }

func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw FileError(path: path, code: errno) }
    defer { fclose(file) }
    guard fwrite(text, 1, text.utf8.count, file) == text.utf8.count else { throw FileError(path: path, code: errno) }
}

func read(_ path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw FileError(path: path, code: errno) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
}

extension Content {
    /// The texts of the tree and of what is below it.
    var texts: [String] {
        var texts: [String] = []
        if case .string(let text)? = attributes["text"] { texts.append(text) }
        return texts + children.flatMap(\.texts)
    }

    /// The first node of a kind.
    func first(_ kind: String) -> Content? {
        self.kind == kind ? self : children.lazy.compactMap { $0.first(kind) }.first
    }

    /// The action that a tap on this node invokes.
    var action: String? { if case .string(let action)? = attributes["action"] { action } else { nil } }
}
