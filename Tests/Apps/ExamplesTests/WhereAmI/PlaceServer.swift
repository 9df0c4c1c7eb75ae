import DBusTesting
import Glibc
import TodayPlatform
import Testing

/// A web server of one test's own, which answers with a file.
struct PlaceServer {
    private let bus: PrivateBus
    private let process: ToolRun
    private let file: String
    private let port: Int

    static func start(on bus: PrivateBus, _ object: String? = nil) async throws -> PlaceServer {
        let file = bus.folder + "/object.json"
        if let object { try write(object, to: file) }
        let script = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/place-server.py"
        let process = try await bus.start("/usr/bin/python3", script, file)
        let line = try await process.output { $0.contains("\n") }
        let port = try #require(Int(line.split(separator: "\n")[0]))
        return PlaceServer(bus: bus, process: process, file: file, port: port)
    }

    func address(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Sets the object that later answers contain; with nil, the server answers that it has none.
    func set(_ object: String?) throws {
        if let object { try write(object, to: file) } else { unlink(file) }
    }

    /// The paths that were asked for.
    var requests: [Substring] { Array(process.text.split(separator: "\n").dropFirst()) }

    func waitForRequest(_ path: String) async throws {
        try await process.output { $0.split(separator: "\n").dropFirst().contains { $0 == path } }
    }

    /// Lets the requests for `/held` be answered.
    func release() async throws {
        let curl = try await bus.run("curl", "--silent", "--show-error", address("/release"))
        #expect(curl.exit == .status(0), "\(curl)")
    }

    func stop() async throws {
        process.signal(SIGTERM)
        _ = try await process.finished()
    }
}

/// An address that no program listens on, for the lifetime of this object.
final class ClosedPort: Sendable {
    let address: String
    private let descriptor: CInt

    /// Binds a port and doesn't listen on it: no other program can use the port, and it refuses connections.
    init() throws {
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let result = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                bind(descriptor, name, size) == 0 && getsockname(descriptor, name, &size) == 0
            }
        }
        try #require(result)
        address = "http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))/"
    }

    deinit { close(descriptor) }
}
