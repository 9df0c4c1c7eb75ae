import DBus
import DBusTesting
import CenterTesting
import PlayedCenter
import Glibc
import Testing
import TodayModel

@testable import TodayCommands

/// App Groups.
@Suite struct GroupTests {
    private static let group = "group.org.example.list"

    private func withGroup(
        _ values: [String: DBusValue] = [:], _ body: (PrivateBus, PlayedCenter) async throws -> Void
    ) async throws {
        try await withCenter { bus, center in
            try await center.addGroup(Self.group, values)
            try await body(bus, center)
        }
    }

    @Test func valuesAreSetAndRead() async throws {
        try await withGroup { bus, center in
            expect(
                try await todayctl(
                    "group", "set", Self.group, "title=Buy milk", "count=3", "zip:s=01067", "tags:as=[\"a\"]", "a=b=c",
                    on: bus), 0, "", "")
            #expect(
                await center.values(ofGroup: Self.group) == [
                    "title": "Buy milk", "count": .int64(3), "zip": "01067", "tags": .strings(["a"]), "a": "b=c",
                ])
            let read = { (key: String) in try await todayctl("group", "get", Self.group, key, on: bus).output }
            #expect(try await read("title") == "Buy milk\n")
            #expect(try await read("count") == "3\n")
            #expect(try await read("tags") == "[\"a\"]\n")
            #expect(
                try await todayctl("group", "get", Self.group, "title", "--json", on: bus).output == "\"Buy milk\"\n")
            try expectSnapshot("group-get", try await todayctl("group", "get", Self.group, on: bus).output)
            try expectSnapshot(
                "group-get-json", try await todayctl("group", "get", Self.group, "--json", on: bus).output)
            expect(try await todayctl("group", "remove", Self.group, "title", "absent", on: bus), 0, "", "")
            #expect(await center.values(ofGroup: Self.group)["title"] == nil)
            expect(
                try await todayctl("group", "get", Self.group, "title", on: bus), 1, "",
                "todayctl: key: \"title\" doesn't exist\n")
        }
    }

    @Test func valuesFromAFile() async throws {
        try await withGroup { bus, center in
            expect(
                try await todayctl(
                    "group", "set", Self.group, "--file", "-", "b=2", on: bus, input: #"{"a:b=c": {"d": [1]}, "b": 1}"#),
                0, "", "")
            #expect(await Set(center.values(ofGroup: Self.group).keys) == ["a:b=c", "b"])
            #expect(await center.values(ofGroup: Self.group)["b"] == .int64(2))
            expect(
                try await todayctl("group", "set", Self.group, "--file", "-", on: bus, input: "[1]"), 1, "",
                "todayctl: standard input contains [1], not a JSON object\n")
        }
    }

    @Test func groupsAreListed() async throws {
        try await withGroup { bus, center in
            try await center.addGroup("group.a-b_c.1")
            #expect(
                try await todayctl("group", "list", on: bus).output == "group.a-b_c.1\ngroup.org.example.list\n")
            #expect(
                try await todayctl("group", "list", "--json", on: bus).output
                    == "[\"group.a-b_c.1\", \"group.org.example.list\"]\n")
        }
    }

    @Test func whatIsMissingIsNamed() async throws {
        try await withGroup { bus, _ in
            for arguments in [
                ["get", "group.x"], ["set", "group.x", "a=1"], ["remove", "group.x", "a"], ["watch", "group.x"],
            ] {
                expect(
                    try await CommandRun.start(["group"] + arguments, bus.environment).result(), 1, "",
                    "todayctl: unknown App Group \"group.x\": no widget names it\n")
            }
        }
        try await withBus { bus in
            for arguments in [["get", "group.x"], ["set", "group.x", "a=1"], ["watch", "group.x"], ["list"]] {
                expect(
                    try await CommandRun.start(["group"] + arguments, bus.environment).result(), 69, "",
                    "todayctl: Today isn’t running\n")
            }
        }
    }

    @Test func changesAreWatched() async throws {
        try await withGroup(["count": .int64(1)]) { bus, center in
            let watch = try await CommandRun.start(["group", "watch", Self.group], bus.environment)
            #expect(try await watch.output.lines(1) == [#"{"Event":"values","Values":{"count":1}}"#])
            let client = GroupClient(try await bus.connect(), Self.group)
            try await client.set(["count": .int64(1)])
            try await client.set(["count": .int64(2), "a": "b"])
            try await client.remove(["count", "absent"])
            #expect(
                try await watch.output.lines(3).dropFirst() == [
                    #"{"Event":"changed","Values":{"a":"b","count":2},"Removed":[]}"#,
                    #"{"Event":"changed","Values":{},"Removed":["count"]}"#,
                ])
            // A new center is asked again, and emits changes only then.
            await center.stop()
            _ = try await watch.output.lines(4)
            let second = try await PlayedCenter.start(on: bus, groups: [Self.group: ["new": true]])
            _ = try await watch.output.lines(5)
            try await client.set(["new": false])
            #expect(
                try await watch.output.lines(6).dropFirst(3) == [
                    #"{"Event":"unavailable","Error":"Today isn’t running"}"#,
                    #"{"Event":"values","Values":{"new":true}}"#,
                    #"{"Event":"changed","Values":{"new":false},"Removed":[]}"#,
                ])
            watch.signal(SIGINT)
            let result = try await watch.result()
            #expect(result.status == 0 && result.errors.isEmpty)
            await second.stop()
        }
    }

    /// The backlog of a reader is bounded, and ends with the current values.
    @Test func aSlowReaderGetsTheLatestValues() async throws {
        try await withGroup(["count": .int64(0)]) { bus, _ in
            let client = GroupClient(try await bus.connect(), Self.group)
            var events = try await client.events().makeAsyncIterator()
            #expect(await events.next() == .values(["count": .int64(0)]))
            let last: Int64 = 500
            // The signals arrive before the answers.
            for count in 1...last { try await client.set(["count": .int64(count), "key\(count % 7)": .int64(count)]) }
            try await client.remove(["key0"])
            var (values, taken): ([String: DBusValue], Int) = ([:], 0)
            while values["count"] != .int64(last) || values["key0"] != nil, let event = await events.next() {
                taken += 1
                switch event {
                case .values(let all): values = all
                case .changed(let changed, let removed):
                    values.merge(changed) { $1 }
                    for key in removed { values[key] = nil }
                case .unavailable: values = [:]
                }
            }
            let all = try await client.values()
            #expect(taken <= 100 && values == all)
        }
    }

    /// Whether a change comes before a reading, while it is under way, or behind its reply.
    @Test func changesDuringAReadingCount() async throws {
        try await withGroup(["count": .int64(0)]) { bus, center in
            let client = GroupClient(try await bus.connect(), Self.group)
            let known = WatchedValue<[String: DBusValue]>([:])
            let follower = GroupFollower(client) { _, values in known.change { $0 = values } }
            let writer = GroupClient(try await bus.connect(), Self.group)
            try await follower.read()
            for count in 1...200 as ClosedRange<Int64> {
                async let reading: Void = follower.read()
                try await writer.set(["count": .int64(count), "key\(count % 7)": .int64(count)])
                try await writer.remove(["key\(count % 5)"])
                try await reading
            }
            let all = await center.values(ofGroup: Self.group)
            try await known.wait { $0 == all }
            #expect(await follower.isCurrent)
        }
    }

    @Test func watchingEndsWithItsReaderAndItsBus() async throws {
        try await withGroup { bus, _ in
            let shell = try await CommandRun.start(
                ["-c", "{ \"$0\" group watch \(Self.group); echo $? >&2; } | head -n 1", CommandRun.todayctl],
                bus.environment, program: "/bin/sh")
            #expect(try await shell.result().errors == "0\n")
            let watch = try await CommandRun.start(["group", "watch", Self.group], bus.environment)
            _ = try await watch.output.lines(1)
            bus.stop()
            let result = try await watch.result()
            #expect(result.status == 69 && result.errors == "todayctl: lost the connection to the session bus\n")
        }
    }
}
