import DBus
import Testing
import TodayBridgeRules
import TodayModel

@Suite struct PayloadTests {
    private static let now = Timestamp(microseconds: 1_700_000_000_000_000)

    private static func board(_ more: String) throws -> SubscriptionBoard {
        let configuration = BridgeConfiguration(
            "[Broker home]\nAddress=mqtt://localhost\n[Subscription x]\nBroker=home\n\(more)")
        return SubscriptionBoard(try #require(configuration.subscriptions.first, "\(configuration.faults)"))
    }

    private static func texts(_ more: String, _ payloads: [(String, String)]) throws -> [String] {
        var board = try board(more)
        for (topic, payload) in payloads {
            _ = try board.receive(topic, Array(payload.utf8), isRetained: false, at: now)
        }
        let content = board.content(at: now)
        #expect(try content.validated() == content)
        return content.texts
    }

    @Test func aValueIsShownInItsKind() throws {
        #expect(try Self.texts("Topic=a", [("a", "On the way")]) == ["On the way"])
        #expect(try Self.texts("Topic=a\nUnit=W", [("a", " 1500 ")]) == ["1500\u{A0}W"])
        #expect(try Self.texts("Topic=a\nValue=x.0\nUnit=%", [("a", #"{"x": [7.25], "y": null}"#)]) == ["7.25%"])
        #expect(try Self.texts("Topic=a/+", [("a/y", "2"), ("a/x", "1")]) == ["x", "1", "y", "2"])
        #expect(try Self.texts("Topic=a/#", [("a/y/z", "2"), ("a", "1")]) == ["a", "1", "y/z", "2"])
        #expect(try Self.texts("Topic=a\nKind=list", [("a", #"["x", 1, {"a": "b", "c": 2}]"#)]) == ["x", "1", "b · 2"])
        #expect(try Self.texts("Topic=a\nKind=list", [("a", "x\n\ny\n")]) == ["x", "y"])
        #expect(try Self.texts("Topic=a\nKind=content", [("a", #"{"kind": "text", "text": "T"}"#)]) == ["T"])
        #expect(try Self.texts("Topic=a\nKind=progress\nMaximum=10\nUnit=l", [("a", "5")]) == ["5\u{A0}l"])
        #expect(try Self.texts("Topic=a\nKind=chart", [("a", "5"), ("a", "6.5")]) == ["6.5"])
        #expect(try Self.texts("Topic=a", [("a", "x"), ("a", "")]).isEmpty)
        // Text of other machines can't change the direction of the text beside it.
        #expect(try Self.texts("Topic=a", [("a", "a\u{202E}b\u{0}\u{7}c")]) == ["abc"])
    }

    @Test(arguments: [
        ("Kind=progress", "full"), ("Kind=chart", "nan"), ("Kind=chart", "0x10"), ("Value=a", "{"), ("Value=a", "{}"),
        ("Value=a", #"{"a": {}}"#), ("Kind=content", "{\"kind\": 5}"),
        ("Kind=content", #"{"kind": "text", "text": "x", "url": "file:///etc/passwd"}"#),
        ("Kind=content", #"{"kind": "image", "icon": "/etc/passwd"}"#),
    ])
    func aPayloadThatCantBeReadIsAFault(_ more: String, _ payload: String) throws {
        var board = try Self.board("Topic=a\n" + more)
        #expect(throws: Fault.self) { try board.receive("a", Array(payload.utf8), isRetained: false, at: Self.now) }
        #expect(board.topics.isEmpty)
    }

    @Test func sizesAreBounded() throws {
        var board = try Self.board("Topic=a/#")
        let long = [UInt8](repeating: 0x61, count: Payload.maximumBytes + 1)
        #expect(throws: Fault.self) { try board.receive("a", long, isRetained: false, at: Self.now) }
        #expect(throws: Fault.self) { try board.receive("a", [0xFF, 0xFE], isRetained: false, at: Self.now) }
        for number in 0..<SubscriptionBoard.maximumTopics {
            _ = try board.receive("a/\(number)", [0x31], isRetained: false, at: Self.now)
        }
        #expect(throws: Fault.self) { try board.receive("a/x", [0x31], isRetained: false, at: Self.now) }
        #expect(try board.receive("a/7", [0x32], isRetained: false, at: Self.now))
        let content = board.content(at: Self.now)
        #expect(try content.validated() == content)
        #expect(content.texts.last == "and 940 more")
        // A topic that was removed makes room.
        #expect(try board.receive("a/7", [], isRetained: false, at: Self.now))
        #expect(try board.receive("a/x", [0x31], isRetained: false, at: Self.now))
        var each = try Self.board("Topic=a/#\nEach=true")
        for number in 0..<32 { _ = try each.receive("a/\(number)", [0x31], isRetained: false, at: Self.now) }
        #expect(throws: Fault.self) { try each.receive("a/x", [0x31], isRetained: false, at: Self.now) }
    }

    @Test func theAgeIsNeverTooYoung() throws {
        func time(_ more: String, _ payload: String, isRetained: Bool) throws -> Timestamp {
            var board = try Self.board("Topic=a\n" + more)
            _ = try board.receive("a", Array(payload.utf8), isRetained: isRetained, at: Self.now)
            return board.time()
        }
        #expect(try time("", "1", isRetained: false) == Self.now)
        #expect(try time("", "1", isRetained: true) == .never)
        let earlier = Timestamp(microseconds: 1_600_000_000_000_000)
        #expect(try time("Time=t\nValue=v", #"{"t": 1600000000, "v": 1}"#, isRetained: true) == earlier)
        #expect(try time("Time=t\nValue=v", #"{"t": 1800000000, "v": 1}"#, isRetained: false) == Self.now)
        // After a reconnection, the same retained value is as old as it was.
        var board = try Self.board("Topic=a")
        _ = try board.receive("a", [0x31], isRetained: false, at: Self.now)
        let later = Timestamp(microseconds: Self.now.microseconds + 60_000_000)
        _ = try board.receive("a", [0x31], isRetained: true, at: later)
        #expect(board.time() == Self.now)
        _ = try board.receive("a", [0x32], isRetained: true, at: later)
        #expect(board.time() == .never)
    }

    @Test func silentTopicsExpire() throws {
        var board = try Self.board("Topic=a/+\nExpires=1min")
        func at(_ seconds: UInt64) -> Timestamp { Timestamp(microseconds: Self.now.microseconds + seconds * 1_000_000) }
        _ = try board.receive("a/x", [0x31], isRetained: false, at: at(0))
        _ = try board.receive("a/y", [0x32], isRetained: false, at: at(30))
        #expect(board.nextExpiry(after: at(31)) == at(60))
        #expect(!board.isExpired(at: at(61)) && board.isExpired("a/x", at: at(61)))
        #expect(board.content(at: at(61)).node("1")?.attributes["color"] == .string("secondary"))
        #expect(board.nextExpiry(after: at(61)) == at(90))
        #expect(board.isExpired(at: at(90)) && board.nextExpiry(after: at(90)) == nil)
    }

    @Test func aChartKeepsTheLastNumbers() throws {
        var board = try Self.board("Topic=a\nKind=chart\nUnit=°C")
        for number in 0..<100 { _ = try board.receive("a", Array("\(number)".utf8), isRetained: false, at: Self.now) }
        _ = try board.receive("a", Array("99".utf8), isRetained: true, at: Self.now)
        let values = board.content(at: Self.now).children.last?.attributes["values"]?.elements?.compactMap(\.number)
        #expect(values == (40..<100).map(Double.init))
    }

    @Test(arguments: ["", "a", "living room/lamp", "7", String(repeating: "x", count: 500), "ä", "a b", "a-b", "_"])
    func anyNameMakesAnElement(_ name: String) {
        let element = IdentifierElement.element(of: name)
        #expect(WidgetIdentifier(rawValue: "org.x." + element) != nil, "\(element)")
        #expect(element.utf8.count < 80)
    }

    @Test func differentNamesMakeDifferentElements() {
        let names = ["a b", "a-b", "a/b", "a_b", "ab", "AB", "a.b", ""]
        #expect(Set(names.map(IdentifierElement.element)).count == names.count)
    }

    // MARK: Published parts

    @Test func aPublishedTopicIsReadBack() throws {
        for text in [
            "todaycenter/1/nas/$state", "todaycenter/1/nas/org.example.Disk/content", "todaycenter/1/a b/org.x/tap",
        ] {
            #expect(PublishedTopic(text)?.text == text || text.utf8.contains(0x20))
        }
        for text in [
            "todaycenter/1", "todaycenter/2/a/$state", "todaycenter/1//$state",
            "todaycenter/1/a/org.example.Disk/other",
            "todaycenter/1/a/not an identifier/content", "todaycenter/1/a/org.example.Disk/content/x",
        ] {
            #expect(PublishedTopic(text) == nil, "\(text)")
        }
        #expect(
            PublishedTopic.states(of: TopicFilter(unchecked: "todaycenter/1/+/x/#"))?.text == "todaycenter/1/+/$state")
        #expect(
            PublishedTopic.states(of: TopicFilter(unchecked: "todaycenter/1/nas/#"))?.text == "todaycenter/1/nas/$state"
        )
        #expect(PublishedTopic.states(of: TopicFilter(unchecked: "todaycenter/1/#")) == nil)
        #expect(PublishedTopic.states(of: TopicFilter(unchecked: "garden/#")) == nil)
    }

    @Test func publishedPartsAreReadBack() throws {
        var widget = WidgetProperties(identifier: "org.example.Disk")
        widget.name = "Disk"
        widget.icon = "/home/user/icon.png"
        widget.error = "full\nat /"
        widget.errorKind = .app
        widget.attention = .alert
        widget.badge = 3
        widget.updatedAt = Timestamp(microseconds: 1_000_000)
        let definition = PublishedDefinition(widget, taps: true)
        #expect(definition.icon.isEmpty)
        #expect(try PublishedDefinition(json: definition.json) == definition)
        let state = PublishedState(widget, at: Timestamp(microseconds: 3_000_000))
        #expect(try PublishedState(json: state.json) == state)
        #expect(state.errorLine == "full")
        let now = Timestamp(microseconds: 100_000_000)
        #expect(state.time(isRetained: false, at: now) == Timestamp(microseconds: 98_000_000))
        #expect(state.time(isRetained: true, at: now) == Timestamp(microseconds: 1_000_000))
        #expect(state.time(isRetained: true, at: Timestamp(microseconds: 5)) == Timestamp(microseconds: 5))
        let tap = PublishedTap(action: "set lamp", parameter: .boolean(true))
        #expect(try PublishedTap(json: tap.json) == tap)
        #expect(throws: Fault.self) { try PublishedTap(json: #"{"Parameter": 1}"#) }
        // A path of a file and a control character are left out.
        #expect(try PublishedDefinition(json: #"{"Icon": "/etc/passwd", "Name": "a\u0007b"}"#).icon.isEmpty)
    }

    @Test func privateNodesAndFilesStayHere() throws {
        let content = try Content.parse(
            json: #"""
                {"kind": "column", "children": [{"kind": "text", "text": "secret", "private": true},
                  {"kind": "row", "private": true, "children": [{"kind": "text", "text": "hidden"}]},
                  {"kind": "text", "text": "open", "url": "file:///home/user/x"}]}
                """#)
        #expect(
            content.published(isPrivate: false).json()
                == #"{"kind":"column","children":[{"kind":"text","text":"open"}]}"#)
        #expect(content.published(isPrivate: true).texts == ["secret", "hidden", "open"])
        #expect(content.children[0].published(isPrivate: false).isEmpty)
    }
}
