import DBus
import DBusTesting
import Foundation
import Glibc
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// A process in a sandbox leaves its connection to a child and ends, and its number is given to a process in none.
@Suite(.serialized) struct ReusedProcessTests {
    private static let calls: [SandboxedCall] = [
        .center("RegisterWidget", "sa{sv}", "org.example.Other", .dictionary(["Exec": .string("true")])),
        .apps(
            "RegisterWidget", "sa{sv}", "org.example.App", .dictionary(["ContainingApp": .string("org.example.App")])),
        .center("EndViewing"),
    ]

    private static func check(_ answers: [SandboxedAnswer], _ test: TestCenter) async throws {
        #expect(answers.map(\.isNotAuthorized) == [true, true, true], "\(answers)")
        #expect(
            answers.first?.message?.hasSuffix("its process has ended, and another one has its number")
                == true, "\(answers)")
        #expect(try await test.client.widgets().isEmpty)
    }

    /// Reads from a folder in place of `/proc` that the process with this number started after the connection opened.
    @Test func readFromAFolder() async throws {
        let bus = try await PrivateBus.start()
        let proc = bus.folder + "/proc"
        UserFolders.make(proc)
        #expect(symlink("/proc/\(getpid())", "\(proc)/\(getpid())") == 0)
        let test = try await TestCenter.start(on: bus, callers: Callers(folder: proc, logger: .silent))
        let sandboxes = Sandboxes(bus: bus)
        let entry = ["--proc", proc, "--claimed-cgroup", "0::/\n"]
        try await Self.check(try await sandboxes.call(entry + ["--claimed-start", "1000000"], Self.calls), test)
        let honest = try await sandboxes.call(entry + ["--claimed-start", "-1000"], Self.calls)
        #expect(honest.map(\.error) == [nil, nil, nil], "\(honest)")
    }

    /// Whether numbers of processes can be chosen here.
    static let canForceNumbers = geteuid() == 0 && access("/proc/sys/kernel/ns_last_pid", W_OK) == 0

    @Test(
        .enabled(
            if: canForceNumbers, "no number was used again, because none can be chosen here; a folder has its entry"))
    func aForcedNumber() async throws {
        let test = try await TestCenter.start()
        let sandboxes = Sandboxes(bus: test.bus)
        let root = try sandboxes.root(Sandboxes.info("org.example.App"))
        let texts = try Self.calls.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        let run = try await test.bus.run(
            ["/usr/bin/python3", TestCenter.script("reused.py"), root] + texts)
        try #require(run.exit == .status(0), "\(run)")
        let answers = try run.output.split(separator: "\n").map {
            try JSONDecoder().decode(SandboxedAnswer.self, from: Data($0.utf8))
        }
        try await Self.check(answers, test)
    }
}
