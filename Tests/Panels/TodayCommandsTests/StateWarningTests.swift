import DBus
import DBusTesting
import CenterTesting
import PlayedCenter
import Glibc
import Testing
import TodayModel

@testable import TodayCommands

/// If the center can't store a change, the command warns about it.
@Suite struct StateWarningTests {
    private static let warning = "todayctl: Changes will not survive a restart: the disk is full\n"

    @Test(arguments: [
        ["arrange", "org.example.List"], ["remove", "org.example.List"], ["move", "org.example.List", "--to", "1"],
        ["mode", "org.example.UsedSpace", "compact"], ["update", "org.example.UsedSpace"],
        ["action", "org.example.UsedSpace", "start"], ["push", "org.example.UsedSpace", "--error", "late"],
        ["has-content", "org.example.List", "true"], ["register", "org.example.Note"],
        ["unregister", "org.example.List"],
    ])
    func aChangeComesWithAWarning(arguments: [String]) async throws {
        try await withCenter { bus, center in
            await center.setStateTrouble(StateTrouble("the disk is full"))
            let result = try await CommandRun.start(arguments, bus.environment).result()
            #expect(result.status == 0 && result.errors == Self.warning)
            await center.setStateTrouble(nil)
            let reading = try await todayctl("today", "--once", on: bus)
            #expect(reading.status == 0 && !reading.output.contains("restart"))
        }
    }

    @Test(arguments: [
        ["list"], ["show", "org.example.List"], ["arrange"], ["limits"], ["push", "org.example.X", "--error", "late"],
    ])
    func nothingElseDoes(arguments: [String]) async throws {
        try await withCenter { bus, center in
            await center.setStateTrouble(StateTrouble("the disk is full"))
            let result = try await CommandRun.start(arguments, bus.environment).result()
            #expect(!result.errors.contains("restart"))
        }
    }

    @Test func theViewShowsItAsAPanelDoes() async throws {
        try await withCenter { bus, center in
            await center.setStateTrouble(StateTrouble("the disk is full"))
            let result = try await todayctl("today", "--once", on: bus)
            #expect(result.output.hasSuffix("\n\n! Changes will not survive a restart: the disk is full\n"))
            #expect(result.errors.isEmpty)
        }
    }

    @Test func programsAreToldToo() async throws {
        try await withCenter { bus, center in
            await center.setStateTrouble(StateTrouble("the disk is full"))
            let view = try await todayctl("today", "--once", "--json", on: bus)
            #expect(
                view.output.hasSuffix(
                    "  \"StateStored\": false,\n  \"StateError\": \"the disk is full\",\n  \"StateErrorKind\": \"other\"\n}\n"
                ))
            let watch = try await CommandRun.start(["watch"], bus.environment)
            let stored =
                #"{"Event":"stored","StateStored":false,"StateError":"the disk is full","StateErrorKind":"other"}"#
            #expect(try await watch.output.lines(4)[3] == stored)
            await center.setStateTrouble(nil)
            #expect(
                try await watch.output.lines(5)[4]
                    == #"{"Event":"stored","StateStored":true,"StateError":"","StateErrorKind":""}"#)
            watch.signal(SIGTERM)
            #expect(try await watch.result().status == 0)
        }
    }
}
