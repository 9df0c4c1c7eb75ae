import DBus
import DBusTesting
import CenterTesting
import PlayedCenter
import Glibc
import Testing
import TodayModel

@testable import TodayCommands

@Suite struct WatchTests {
    @Test func printsTheStateThenEachChange() async throws {
        try await withCenter { bus, center in
            let watch = try await CommandRun.start(["watch"], bus.environment)
            let first = try await watch.output.lines(3)
            try expectSnapshot("watch-start", first.joined(separator: "\n"))

            await center.change(usedSpace, [.content, .revision]) {
                $0.content = Content(kind: "divider")
                $0.revision = 4
            }
            try await center.sendUpdated(
                usedSpace.rawValue, "failed", ["Revision": .uint64(4), "DurationUsec": .uint64(12), "Error": "no"])
            try await center.sendChange(usedSpace, ["Name": .int32(1)])
            await center.remove(list)
            let second = try await FakeCenterRestart.restart(center, on: bus, after: watch, lines: 8)
            let lines = try await watch.output.lines(10)
            #expect(
                lines[3...] == [
                    #"{"Event":"changed","Identifier":"org.example.UsedSpace","#
                        + #""Properties":{"Content":{"kind":"divider"},"Revision":4}}"#,
                    #"{"Event":"updated","Identifier":"org.example.UsedSpace","Result":"failed","Revision":4,"#
                        + #""DurationUsec":12,"Error":"no"}"#,
                    #"{"Event":"misunderstood","Identifier":"org.example.UsedSpace","Error":"Name: 1 is not a string"}"#,
                    #"{"Event":"today","Today":["org.example.UsedSpace"],"Arrangement":["org.example.UsedSpace"]}"#,
                    #"{"Event":"removed","Identifier":"org.example.List"}"#,
                    #"{"Event":"unavailable","Error":"Today isn’t running"}"#,
                    #"{"Event":"today","Today":[],"Arrangement":[]}"#,
                ])
            #expect(await second.viewing.isEmpty)
            watch.signal(SIGTERM)
            let result = try await watch.result()
            #expect(result.status == 0 && result.errors.isEmpty)
        }
    }

    private enum FakeCenterRestart {
        /// Ends a center when all it said has arrived, and starts an empty one.
        static func restart(
            _ center: PlayedCenter, on bus: PrivateBus, after run: CommandRun, lines: Int
        ) async throws -> PlayedCenter {
            _ = try await run.output.lines(lines)
            await center.stop()
            _ = try await run.output.lines(lines + 1)
            return try await PlayedCenter.start(on: bus)
        }
    }

    @Test func endsInOrderByControlC() async throws {
        try await withCenter([]) { bus, _ in
            let watch = try await CommandRun.start(["watch"], bus.environment)
            _ = try await watch.output.lines(1)
            watch.signal(SIGINT)
            expect(try await watch.result(), 0, "{\"Event\":\"today\",\"Today\":[],\"Arrangement\":[]}\n", "")
        }
    }

    @Test func endsWithItsReader() async throws {
        try await withCenter([]) { bus, _ in
            // The shell's reader takes one line and goes; nothing is written afterwards.
            let shell = try await CommandRun.start(
                ["-c", "{ \"$0\" watch; echo $? >&2; } | head -n 1", CommandRun.todayctl], bus.environment,
                program: "/bin/sh")
            let result = try await shell.result()
            #expect(result.errors == "0\n")
        }
    }

    @Test func failsWhenTheBusGoes() async throws {
        try await withCenter([]) { bus, _ in
            let watch = try await CommandRun.start(["watch"], bus.environment)
            _ = try await watch.output.lines(1)
            bus.stop()
            let result = try await watch.result()
            #expect(result.status == 69 && result.errors == "todayctl: lost the connection to the session bus\n")
            #expect(
                result.output.hasSuffix(
                    "{\"Event\":\"unavailable\",\"Error\":\"lost the connection to the session bus\"}\n"))
        }
    }
}
