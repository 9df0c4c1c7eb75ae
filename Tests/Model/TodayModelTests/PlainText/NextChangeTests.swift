import DBus
import DBusTesting
import Testing
import TodayModel

@Suite("When plain text changes by time")
struct NextChangeTests {
    private static let second: UInt64 = 1_000_000
    private static let minute: UInt64 = 60 * second

    private func next(_ json: String, after now: UInt64, mode: DisplayMode = .compact) throws -> UInt64? {
        try Content.parse(json: json).nextChange(after: Timestamp(microseconds: now), displayMode: mode)?.microseconds
    }

    @Test func timers() throws {
        let (second, minute) = (Self.second, Self.minute)
        let countdown = #"{"kind":"timer","until":10000000}"#
        #expect(try next(countdown, after: 0) == second)
        #expect(try next(countdown, after: 1) == second)
        #expect(try next(countdown, after: 9 * second) == 10 * second)
        #expect(try next(countdown, after: 10 * second) == nil)
        let elapsed = #"{"kind":"timer","since":10000000}"#
        #expect(try next(elapsed, after: 0) == 11 * second)
        #expect(try next(elapsed, after: 11 * second) == 12 * second)
        #expect(try next(elapsed, after: 11 * second + 1) == 12 * second)
        let relative = #"{"kind":"timer","since":1,"style":"relative"}"#
        #expect(try next(relative, after: 1) == minute + 1)
        #expect(try next(relative, after: 59 * minute + 1) == 60 * minute + 1)
        #expect(try next(relative, after: 60 * minute + 1) == 120 * minute + 1)
        #expect(try next(relative, after: 24 * 60 * minute + 1) == 48 * 60 * minute + 1)
        let ahead = #"{"kind":"timer","until":7200000000,"style":"relative"}"#
        #expect(try next(ahead, after: 0) == minute)
        #expect(try next(ahead, after: minute) == 61 * minute)
        #expect(try next(ahead, after: 119 * minute) == 120 * minute)
    }

    @Test func progress() throws {
        let progress = #"{"kind":"progress","since":1000,"until":2000}"#
        #expect(try next(progress, after: 0) == 1010)
        #expect(try next(progress, after: 1010) == 1020)
        #expect(try next(progress, after: 1999) == 2000)
        #expect(try next(progress, after: 2000) == nil)
        #expect(try next(#"{"kind":"progress","value":0.5}"#, after: 0) == nil)
    }

    @Test func spans() throws {
        let span = #"{"kind":"timer","since":0,"show-after":100,"show-before":200}"#
        #expect(try next(span, after: 0) == 100)
        #expect(try next(span, after: 100) == 200)
        #expect(try next(span, after: 200) == nil)
        #expect(try next(#"{"kind":"spacer","show-after":200,"show-before":100}"#, after: 0) == nil)
        let expanded = #"{"kind":"timer","since":0,"modes":["expanded"]}"#
        #expect(try next(expanded, after: 0) == nil)
        #expect(try next(expanded, after: 0, mode: .expanded) == Self.second)
        #expect(try next(#"{"kind":"text","text":"a"}"#, after: 0) == nil)
    }

    /// From one change to the next the text stays the same.
    @Test(arguments: 0..<40)
    func nothingChangesBetween(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        func moment() -> DBusValue {
            let end = Bool.random(using: &generator) ? Self.minute : 300 * Self.minute
            return .uint64(UInt64.random(in: 0...end, using: &generator))
        }
        var children: [Content] = []
        for _ in 0..<4 {
            var node = Content(kind: "timer")
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: node.attributes["until"] = moment()
            case 1: node.attributes["since"] = moment()
            default:
                node.kind = "progress"
                node.attributes["since"] = moment()
                node.attributes["until"] = .uint64(400 * Self.minute)
            }
            if Bool.random(using: &generator) { node.attributes["style"] = "relative" }
            if Bool.random(using: &generator) { node.attributes["show-after"] = moment() }
            if Bool.random(using: &generator) { node.attributes["show-before"] = moment() }
            children.append(node)
        }
        let tree = try Content(kind: "column", children: children).validated()
        func draw(_ now: UInt64) -> String { tree.plainText(.init(now: Timestamp(microseconds: now))) }

        var now = UInt64.random(in: 0...300 * Self.minute, using: &generator)
        for _ in 0..<20 {
            let text = draw(now)
            guard let next = tree.nextChange(after: Timestamp(microseconds: now))?.microseconds else {
                #expect(draw(500 * Self.minute) == text)
                return
            }
            #expect(next > now)
            #expect(draw(next - 1) == text)
            #expect(draw(UInt64.random(in: now..<next, using: &generator)) == text)
            #expect(draw(next) != text)
            now = next
        }
    }
}
