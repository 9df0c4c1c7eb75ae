import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayService

/// A center that is killed takes all its providers with it, whatever they are doing.
@Suite struct KilledWithProvidersTests {
    @Test func noneOfSeveralOutlivesIt() async throws {
        let bus = try await PrivateBus.start()
        let pair =
            "/usr/bin/python3 \(TestCenter.script("several.py"))\nBusName=org.example.Pair\nObjectPath=/org/example/Pair/"
        let programs = [
            "A": pair + "A", "B": pair + "B", "C": TestCenter.provider("stubborn"), "D": TestCenter.provider("good"),
            "E": TestCenter.provider("silent"), "F": TestCenter.provider("nameless"),
        ]
        for (letter, program) in programs {
            try TestCenter.install("org.example.\(letter)", "Exec=" + program, on: bus)
        }
        let daemon = try await RunningDaemon.start(on: bus, CenterClient(try await bus.connect()))
        let client = daemon.client
        for identifier in [WidgetIdentifier.a, .b, .c, "org.example.D"] {
            #expect(try await client.performUpdate(identifier) == .newData)
        }
        // One has been asked and does not answer, one has not come to the bus, and one stands still.
        let unanswered = ["org.example.E", "org.example.F"].map { (name: WidgetIdentifier) in
            Task { await #expect(throws: (any Error).self) { try await client.performUpdate(name) } == nil }
        }
        @Sendable func lines() -> [[Substring]] {
            ((try? read(bus.folder + "/provider.log")) ?? "").split(separator: "\n").map { $0.split(separator: " ") }
        }
        try await withDeadline {
            while lines().count(where: { $0[1] == "start" }) < 5
                || lines().count(where: { $0[1] == "PerformUpdate" }) < 5
            {
                _ = try await client.properties()
            }
        }
        let processes = Set(lines().compactMap { Int32($0[0]) })
        #expect(processes.count == 5)
        for line in lines() where line[1] == "start" {
            kill(try #require(Int32(line[0])), SIGSTOP)
            break
        }
        try await daemon.kill()
        for id in processes { try await end(of: id) }
        for task in unanswered { _ = await task.value }
    }
}
