import DBusTesting
import Foundation
import TodayPlatform
import Testing

@testable import DBus
@testable import DBusCodegen

/// The program `dbus-codegen`.
@Suite struct CodegenProgramTests {
    private static let lamp = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Generated")

    static let program: String = {
        URL(filePath: ProcessFile.executable ?? "").deletingLastPathComponent().appending(path: "dbus-codegen").path
    }()

    private static func run(_ arguments: String...) async throws -> ToolRun.Output {
        try await ToolRun.start([program] + arguments, environment: Environment.current).finished()
    }

    @Test func aFileIsWrittenOnlyWhenItIsAnother() async throws {
        let folder = URL(filePath: "/tmp/codegen-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let document = Self.lamp.appending(path: "HomeLamp.xml").path
        let file = folder.appending(path: "HomeLamp.swift").path
        func number() throws -> UInt64? {
            try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? UInt64
        }
        #expect(try await Self.run("-o", file, document).exit == .status(0))
        let first = try number()
        #expect(try await Self.run("--output=" + file, document).exit == .status(0))
        #expect(try number() == first)
        let all = [
            "--client", "--service", "--properties", "--destination", "org.example.Home1", "--path=/org/example/Lamp",
            "-o", file,
        ]
        let run = try await ToolRun.start([Self.program] + all + [document], environment: Environment.current)
            .finished()
        #expect(run.exit == .status(0) && run.output.isEmpty && run.error.isEmpty, "\(run)")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(try text == String(contentsOf: Self.lamp.appending(path: "HomeLamp.swift"), encoding: .utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["HomeLamp.swift"])
    }

    @Test func anObjectThatRunsTellsOfItself() async throws {
        let bus = try await PrivateBus.start()
        let service = try await bus.connect()
        try await service.export(Lamp.interface, of: Lamp(loop: service.loop), at: "/lamp")
        try await service.requestName("org.example.Lamp")
        let run = try await bus.run(Self.program, "--session", "org.example.Lamp", "/lamp", "--access", "public")
        #expect(run.exit == .status(0), "\(run)")
        #expect(run.output.contains("    public import DBus\n"))
        #expect(run.output.contains("public nonisolated struct Lamp: InterfaceClient {"))
        #expect(run.output.contains("_ destination: BusName? = \"org.example.Lamp\", at path: ObjectPath"))
        let above = try await bus.run(Self.program, "--session", "org.example.Lamp", "/")
        #expect(above.error.hasPrefix("dbus-codegen: / of org.example.Lamp: no interface found"), "\(above)")
        let none = try await bus.run(Self.program, "--session", "org.example.Lamp", "/nope")
        #expect(none.error.contains("/nope") && none.error.contains("org.example.Lamp"), "\(none)")
    }

    @Test(
        arguments: [
            ([], 64, "no file given\nTry 'dbus-codegen --help'."),
            (["--foo"], 64, "unknown option \"--foo\"\nTry 'dbus-codegen --help'."),
            (
                ["--access", "open", "x"], 64,
                "--access must be internal, package or public, not \"open\"\nTry 'dbus-codegen --help'."
            ),
            (["x", "-o"], 64, "-o needs a value\nTry 'dbus-codegen --help'."),
            (["--name", "x", "x"], 64, "--name must be ELEMENT=VALUE, not \"x\"\nTry 'dbus-codegen --help'."),
            (
                ["--session", "x"], 64,
                "--session needs the name of a service and the path of an object\nTry 'dbus-codegen --help'."
            ),
            (["/nowhere.xml"], 1, "/nowhere.xml: No such file or directory"),
            (["/proc/self/comm"], 1, "/proc/self/comm: line 2: text outside of the elements"),
            (["--interface", "org.example.None", "LAMP"], 1, "HomeLamp.xml: unknown interface org.example.None"),
            (
                ["--async", "org.example.Home1.Lamp.Dimm", "LAMP"], 1,
                "--async: unknown element org.example.Home1.Lamp.Dimm"
            ),
            (
                ["--name=org.example.Home1.Lamp.Dim.bye=x", "LAMP"], 1,
                "--name: unknown element org.example.Home1.Lamp.Dim.bye"
            ),
            (
                ["--async", "org.example.Home1.Lamp.Burnt", "LAMP"], 1,
                "--async: org.example.Home1.Lamp.Burnt isn't a method, an interface or a writable property"
            ),
            (
                ["--type", "org.example.Home1.Lamp.Dim=X", "LAMP"], 1,
                "--type: org.example.Home1.Lamp.Dim isn't a property or argument"
            ),
            (
                ["--type", "org.example.Home1.Lamp.Dim.by=[X]", "LAMP"], 1,
                "org.example.Home1.Lamp.Dim.by: \"[X]\" isn't a Swift type for d"
            ),
            (
                ["--main-actor", "LAMP"], 64,
                "--main-actor needs --service\nTry 'dbus-codegen --help'."
            ),
            (
                ["--service", "--path=/", "LAMP"], 64,
                "--path needs --client in addition to --service\nTry 'dbus-codegen --help'."
            ),
            (
                ["--struct", "org.example.Home1.Lamp.GetMaker.name=X(a)", "LAMP"], 1,
                "org.example.Home1.Lamp.GetMaker.name: X: the type s has no struct"
            ),
        ] as [([String], Int32, String)])
    func whatIsWrongIsSaid(_ arguments: [String], _ status: Int32, _ error: String) async throws {
        let lamp = Self.lamp.appending(path: "HomeLamp.xml").path
        let arguments = arguments.map { $0 == "LAMP" ? lamp : $0 }
        let run = try await ToolRun.start([Self.program] + arguments, environment: Environment.current).finished()
        #expect(run.exit == .status(status) && run.output.isEmpty)
        #expect(run.error == "dbus-codegen: \(error)\n")
    }
}
