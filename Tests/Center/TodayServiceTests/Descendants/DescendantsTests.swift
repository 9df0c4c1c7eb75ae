import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// Processes that providers have started end with their providers. Processes that had left the process group of their
/// provider outlived the real `todayd`, and no provider was charged for their memory.
@Suite(.serialized) struct DescendantsTests {
    private static func daemon(_ behaviours: String...) async throws -> RunningDaemon {
        let bus = try await PrivateBus.start()
        for (letter, behaviour) in zip(["A", "B"], behaviours) {
            // The center makes no first update of a widget that isn't arranged.
            let manifest = "Arranged=false\nExec=" + TestCenter.provider(behaviour)
            try TestCenter.install("org.example.\(letter)", manifest, on: bus)
        }
        return try await RunningDaemon.start(on: bus, CenterClient(try await bus.connect()))
    }

    /// The processes that have noted themselves as this, or that others have.
    private static func processes(_ daemon: RunningDaemon, _ word: String) throws -> [Int32] {
        try read(daemon.bus.folder + "/provider.log").split(separator: "\n").map { $0.split(separator: " ") }
            .filter { $0[1] == word }.compactMap { Int32($0[0]) }
    }

    private static func runs(_ process: Int32) -> Bool { ProcessSighting.of(process).map { !$0.isOver } ?? false }

    @Test func whatLeftTheGroupEndsWithTheCenter() async throws {
        let daemon = try await Self.daemon("parent", "parent")
        for identifier in [WidgetIdentifier.a, .b] {
            #expect(try await daemon.client.performUpdate(identifier) == .newData)
        }
        let helpers = try Self.processes(daemon, "helper")
        #expect(helpers.count == 6 && helpers.allSatisfy(Self.runs))
        #expect(try await daemon.end().exit == .status(0))
        #expect(!helpers.contains(where: Self.runs))
    }

    /// A name with a mark behind its parenthesis hides no process.
    @Test func whatIsDisguisedEndsWithTheCenter() async throws {
        let daemon = try await Self.daemon("disguised")
        #expect(try await daemon.client.performUpdate(.a) == .newData)
        let helpers = try Self.processes(daemon, "helper")
        #expect(helpers.count == 1)
        #expect(try read("/proc/\(helpers[0])/comm").unicodeScalars.first == "\u{301}")
        #expect(try await daemon.end().exit == .status(0))
        for process in helpers { try await end(of: process) }
    }

    @Test func whatLeftTheGroupEndsWithItsProvider() async throws {
        let daemon = try await Self.daemon("parent", "parent")
        for identifier in [WidgetIdentifier.a, .b] {
            #expect(try await daemon.client.performUpdate(identifier) == .newData)
        }
        let helpers = try Self.processes(daemon, "helper")
        kill(try #require(try Self.processes(daemon, "start").first), SIGKILL)
        for process in helpers.prefix(3) { try await end(of: process) }
        // The others are another one's.
        #expect(helpers.suffix(3).allSatisfy(Self.runs))
        try await daemon.end()
    }

    @Test func whatLeftTheGroupEndsWithItsWidget() async throws {
        let daemon = try await Self.daemon()
        try await daemon.client.registerWidget(.a, WidgetDefinition { $0.exec = TestCenter.provider("parent") })
        #expect(try await daemon.client.performUpdate(.a) == .newData)
        try await daemon.client.unregisterWidget(.a)
        for process in try Self.processes(daemon, "helper") { try await end(of: process) }
        try await daemon.end()
    }

    @Test(arguments: ["greedy-parent", "greedy-headless", "greedy-disguised"])
    func theMemoryOfAllCounts(_ behaviour: String) async throws {
        let daemon = try await Self.daemon(behaviour)
        #expect(try await daemon.client.performUpdate(.a) == .failed)
        let error = try await daemon.client.properties(of: .a).error
        #expect(error.contains("\nthe provider used ") && error.hasSuffix(" MiB of memory, MemoryMax is 48 MiB"))
        for process in try Self.processes(daemon, "helper") + Self.processes(daemon, "start") {
            try await end(of: process)
        }
        try await daemon.end()
    }

    /// A provider whose first thread has ended looks like a zombie but still runs.
    @Test func aProviderWithoutItsFirstThreadEndsWithTheCenter() async throws {
        let daemon = try await Self.daemon("headless")
        #expect(try await daemon.client.performUpdate(.a) == .newData)
        let provider = try #require(try Self.processes(daemon, "start").first)
        #expect(try read("/proc/\(provider)/stat").contains(") Z ") && Self.runs(provider))
        #expect(try await daemon.end().exit == .status(0))
        #expect(!Self.runs(provider))
    }

    @Test func nothingThatIsLeftBehindBecomesAZombie() async throws {
        let daemon = try await Self.daemon("breeder")
        #expect(try await daemon.client.performUpdate(.a) == .newData)
        for process in try Self.processes(daemon, "helper") { try await end(of: process) }
        let client = daemon.client
        try await withDeadline {
            while ProcessTree.children(of: daemon.process.id).count > 1 { _ = try await client.properties() }
        }
        #expect(ProcessTree.children(of: daemon.process.id) == (try Self.processes(daemon, "start")))
        try await daemon.end()
    }
}
