import DBusTesting
import CenterTesting
import PlayedCenter
import Testing
import TodayHost
import TodayModel

@testable import TodayCommands

@Suite struct ArrangingTests {
    private static let widgets: [WidgetIdentifier] = ["a.a", "a.b", "a.c"]

    private func after(_ edit: (inout Arrangement) throws -> Void) throws -> [String] {
        var arrangement = Arrangement(Self.widgets)
        try edit(&arrangement)
        return arrangement.identifiers.map { String($0.rawValue.suffix(1)) }
    }

    @Test func adding() throws {
        #expect(try after { try $0.add(["a.d", "a.a"], at: nil) } == ["a", "b", "c", "d"])
        #expect(try after { try $0.add(["a.d", "a.a"], at: .end) } == ["b", "c", "d", "a"])
        #expect(try after { try $0.add(["a.d", "a.c"], at: .number(1)) } == ["d", "c", "a", "b"])
        #expect(try after { try $0.add(["a.d"], at: .before("a.b")) } == ["a", "d", "b", "c"])
        #expect(try after { try $0.add(["a.d"], at: .after("a.c")) } == ["a", "b", "c", "d"])
        #expect(try after { try $0.add(["a.d"], at: .number(4)) } == ["a", "b", "c", "d"])
    }

    @Test func removing() throws {
        #expect(try after { $0.remove(["a.a", "a.c", "a.x"]) } == ["b"])
    }

    @Test func moving() throws {
        #expect(try after { try $0.move("a.a", to: .number(3)) } == ["b", "c", "a"])
        #expect(try after { try $0.move("a.a", to: .after("a.b")) } == ["b", "a", "c"])
        #expect(try after { try $0.move("a.c", to: .before("a.a")) } == ["c", "a", "b"])
        #expect(try after { try $0.move("a.b", to: .number(2)) } == ["a", "b", "c"])
    }

    @Test func whatCannotBeDoneIsNamed() {
        func message(_ edit: (inout Arrangement) throws -> Void) -> String {
            do { return "\(try after(edit))" } catch { return CommandFailure(error)?.message ?? "\(error)" }
        }
        #expect(
            message { try $0.move("a.x", to: .number(1)) } == "a.x isn't added; run 'todayctl add a.x' first")
        #expect(message { try $0.move("a.a", to: .number(4)) } == "--to: 4 is outside 1…3")
        #expect(message { try $0.add(["a.d"], at: .number(5)) } == "--to: 5 is outside 1…4")
        #expect(message { try $0.move("a.a", to: .before("a.x")) } == "--before: a.x isn't added")
        #expect(message { try $0.move("a.a", to: .after("a.a")) } == "--after: a.a is the widget to move")
    }

    @Test func oneAfterTheOther() async throws {
        try await withCenter { bus, center in
            let third: WidgetIdentifier = "org.example.Third"
            await center.add(WidgetProperties(identifier: third))
            func order(_ arguments: String...) async throws -> [String] {
                expect(try await CommandRun.start(arguments, bus.environment).result(), 0, "", "")
                let output = try await todayctl("arrange", on: bus).output
                return output.split(separator: "\n").map { String($0.dropFirst("org.example.".count)) }
            }
            #expect(try await order("move", "org.example.Third", "--to", "1") == ["Third", "UsedSpace", "List"])
            #expect(try await order("remove", list.rawValue, third.rawValue) == ["UsedSpace"])
            #expect(try await order("remove", list.rawValue) == ["UsedSpace"])
            #expect(try await order("add", list.rawValue) == ["UsedSpace", "List"])
            #expect(
                try await order("add", third.rawValue, "--before", list.rawValue) == ["UsedSpace", "Third", "List"])
            #expect(
                try await order("move", usedSpace.rawValue, "--after", third.rawValue)
                    == ["Third", "UsedSpace", "List"])
            for command in ["add", "remove"] {
                expect(try await todayctl(command, "a.b", on: bus), 1, "", "todayctl: unknown widget \"a.b\"\n")
            }
            expect(
                try await todayctl("move", "a.b", "--to", "1", on: bus), 1, "",
                "todayctl: a.b isn't added; run 'todayctl add a.b' first\n")
        }
    }

    @Test func whatOthersDoMeanwhileStays() async throws {
        try await withCenter { bus, center in
            let third: WidgetIdentifier = "org.example.Third"
            await center.add(WidgetProperties(identifier: third))
            await center.interfere([third, usedSpace, list], [third, list, usedSpace])
            expect(try await todayctl("remove", usedSpace.rawValue, on: bus), 0, "", "")
            #expect(
                try await CenterClient(center.connection).arrangement() == [third, list])
        }
    }

    @Test func itGivesUpWhenOthersNeverRest() async throws {
        try await withCenter { bus, center in
            await center.interfere(times: 5, [list, usedSpace], [usedSpace, list])
            let result = try await todayctl("remove", usedSpace.rawValue, on: bus)
            #expect(result.status == 1 && result.errors == "todayctl: the arrangement has changed\n")
            #expect(try await CenterClient(center.connection).arrangement() == [usedSpace, list])
        }
    }

    @Test func onlyWhatIsExpectedIsReplaced() async throws {
        try await withCenter { bus, center in
            let both = "\(usedSpace),\(list)"
            expect(try await todayctl("arrange", list.rawValue, "--expected", both, on: bus), 0, "", "")
            expect(
                try await todayctl("arrange", "--none", "--expected", both, on: bus), 1, "",
                "todayctl: the arrangement has changed\n")
            #expect(try await todayctl("arrange", "--json", on: bus).output == "[\"org.example.List\"]\n")
        }
    }
}
