import DBus
import DBusTesting
import Foundation
import Glibc
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// A call from a process in a sandbox, for `sandboxed.py`.
struct SandboxedCall: Encodable {
    /// An argument as JSON has it.
    enum Argument: Encodable, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
        case string(String), boolean(Bool), objectPath(String), strings([String]), dictionary([String: Argument])

        init(stringLiteral value: String) { self = .string(value) }
        init(booleanLiteral value: Bool) { self = .boolean(value) }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .string(let value): try container.encode(value)
            case .boolean(let value): try container.encode(value)
            case .objectPath(let value): try container.encode(["objectPath": value])
            case .strings(let values): try container.encode(values)
            case .dictionary(let values): try container.encode(values)
            }
        }
    }

    let name: BusName
    let path: ObjectPath
    let interface: String
    let member: String
    let signature: String
    let arguments: [Argument]

    init(
        _ name: BusName, _ path: ObjectPath, _ interface: String, _ member: String, _ signature: String = "",
        _ arguments: Argument...
    ) {
        self.name = name
        self.path = path
        self.interface = interface
        self.member = member
        self.signature = signature
        self.arguments = arguments
    }

    /// A method of the object for apps.
    static func apps(_ member: String, _ signature: String, _ arguments: Argument...) -> SandboxedCall {
        SandboxedCall(TodayBus.appsName, TodayBus.appsPath, TodayBus.apps.rawValue, member, signature, arguments)
    }

    /// A method of the center.
    static func center(_ member: String, _ signature: String = "", _ arguments: Argument...) -> SandboxedCall {
        SandboxedCall(TodayBus.name, TodayBus.path, TodayBus.center.rawValue, member, signature, arguments)
    }

    private init(
        _ name: BusName, _ path: ObjectPath, _ interface: String, _ member: String, _ signature: String,
        _ arguments: [Argument]
    ) {
        self.name = name
        self.path = path
        self.interface = interface
        self.member = member
        self.signature = signature
        self.arguments = arguments
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for text in [name.rawValue, path.rawValue, interface, member, signature] { try container.encode(text) }
        try container.encode(arguments)
    }
}

/// The result of a call.
struct SandboxedAnswer: Decodable {
    let reply: [String]?
    let error: String?
    let message: String?

    var isNotAuthorized: Bool { error == ErrorName.notAuthorized.rawValue }
}

/// Sandboxes to call from: real processes, on the bus of a test.
struct Sandboxes {
    let bus: PrivateBus

    /// Whether a process can have a root folder of its own here: root's can, and elsewhere those in a user namespace, which
    /// not every container lets a user make.
    static func canBeEntered() async throws -> Bool {
        if geteuid() == 0 { return true }
        let tried = try await ToolRun.start(["unshare", "--user", "true"], environment: Environment.current).finished()
        return tried.exit == .status(0)
    }

    /// The text of `.flatpak-info` of an app.
    static func info(_ app: String) -> String {
        "[Application]\nname=\(app)\nruntime=runtime/x/y/1\n\n[Instance]\ninstance-id=1\n"
    }

    /// A new folder with a `.flatpak-info`, and the bus in it under the name of `bus`.
    func root(_ info: String?) throws -> String {
        var template = Array("\(bus.folder)/root.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileError(path: bus.folder, code: errno) }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if let info { try write(info, to: folder + "/.flatpak-info") }
        guard link(bus.folder + "/bus", folder + "/bus") == 0 else { throw FileError(path: folder, code: errno) }
        return folder
    }

    /// Makes calls from a process that is in a sandbox, and returns what became of them.
    func call(_ options: [String], _ calls: SandboxedCall...) async throws -> [SandboxedAnswer] {
        try await call(options, calls)
    }

    func call(_ options: [String], _ calls: [SandboxedCall]) async throws -> [SandboxedAnswer] {
        let texts = try calls.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        let run = try await bus.run(
            ["/usr/bin/python3", TestCenter.script("sandboxed.py")] + options + ["--"] + texts)
        try #require(run.exit == .status(0), "the process cannot go into its sandbox: \(run)")
        return try run.output.split(separator: "\n").map {
            try JSONDecoder().decode(SandboxedAnswer.self, from: Data($0.utf8))
        }
    }

    /// Makes calls from the sandbox of a Flatpak app.
    func flatpak(_ app: String, _ calls: SandboxedCall...) async throws -> [SandboxedAnswer] {
        try await call(["--root", try root(Self.info(app))], calls)
    }
}
