import Foundation

/// An error that stops the program, with a text for users.
struct Trouble: Error { let text: String }

/// A message bus for one round, with its services. ``stop()`` ends them all.
final class PrivateBus {
    private let daemon = Process()
    private var services: [Process] = []
    private let environment: [String: String]
    let address: String

    /// - Parameter environment: The environment of the services, in addition to the address of the bus.
    init(environment extra: [String: String] = [:]) throws {
        let output = Pipe()
        daemon.executableURL = try Tool.dbusDaemon.url
        daemon.arguments = ["--session", "--nofork", "--nopidfile", "--print-address"]
        daemon.standardOutput = output
        daemon.standardError = FileHandle.nullDevice
        try daemon.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { throw Trouble(text: "dbus-daemon ended at once") }
            line += more
        }
        address = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        environment = ProcessInfo.processInfo.environment
            .merging(extra) { $1 }.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
    }

    /// Starts a service and waits until it owns its name. If the service reports that it can't run, returns why it was
    /// skipped.
    func start(_ command: [String], name: String) throws -> Started {
        let process = Process()
        // Use a file: a full pipe without a reader blocks its writer.
        let errorFile = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: errorFile.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: errorFile) }
        let errors = try FileHandle(forUpdating: errorFile)
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.environment = environment
        process.standardError = errors
        try process.run()
        let deadline = Date(timeIntervalSinceNow: 20)
        while process.isRunning, Date() < deadline {
            if try load(name, "owner") == [1] {
                services.append(process)
                return .running(process)
            }
            usleep(10_000)
        }
        process.terminate()
        process.waitUntilExit()
        let text = String(decoding: try Data(contentsOf: errorFile), as: UTF8.self)
        let lastLine = text.split(separator: "\n").last.map(String.init) ?? "it never took its name"
        return .failed(lastLine)
    }

    enum Started {
        case running(Process)
        /// The reason, in the service's own words.
        case failed(String)
    }

    /// Starts a program without waiting for a name.
    func run(_ command: [String], _ extra: [String: String] = [:]) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.environment = environment.merging(extra) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        services.append(process)
        return process
    }

    /// Runs the load and returns the numbers it prints.
    func load(_ arguments: String...) throws -> [Double] { try load(arguments) }

    func load(_ arguments: [String]) throws -> [Double] { try numbers(of: "load", arguments) }

    /// Runs a program of this package and returns the numbers it prints.
    func numbers(of program: String, _ arguments: [String]) throws -> [Double] {
        let process = Process()
        let output = Pipe()
        process.executableURL = try Tool.built(program)
        process.arguments = arguments
        process.environment = environment
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Trouble(text: "\(program) \(arguments.joined(separator: " ")) failed")
        }
        return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    }

    /// Ends one service, and waits for it.
    func end(_ process: Process) {
        process.terminate()
        process.waitUntilExit()
        services.removeAll { $0 === process }
    }

    func stop() {
        for service in services.reversed() { end(service) }
        daemon.terminate()
        daemon.waitUntilExit()
    }
}
