import DBusTesting
import Foundation
import TodayPlatform
import Testing

@testable import TodayConformance

/// The sequences of the specification: each is played with `todayd`.
@Suite struct SequenceTests {
    /// A fenced block `sequence` of a text, and the chapter that it stands in.
    struct Sequence: CustomTestStringConvertible, Sendable {
        let chapter: String
        let lines: [String]

        var testDescription: String { chapter }
    }

    private static let folder = ConformanceRun.root + "/data/specification/"
    private static let all = ["center", "provider", "panel"].flatMap(sequences)

    private static func chapters(_ name: String) -> [Substring] {
        let text = (try? String(contentsOfFile: folder + name + ".md", encoding: .utf8)) ?? ""
        return text.split(separator: "\n## ").dropFirst().map { $0 }
    }

    private static func sequences(_ name: String) -> [Sequence] {
        chapters(name).flatMap { chapter in
            chapter.matches(of: /(?s)\n```sequence\n(.*?)\n```/).map { match in
                Sequence(
                    chapter: "\(name).md, \(chapter.prefix { $0 != "\n" })",
                    lines: match.1.split(separator: "\n").map(String.init))
            }
        }
    }

    @Test(arguments: ["center", "provider", "panel"]) func everyChapterWithRulesHasASequence(_ name: String) {
        let lacking = Self.chapters(name).filter { chapter in
            Specification.rules(in: "## " + chapter).contains(where: \.isTested) && !chapter.contains("\n```sequence\n")
        }
        #expect(lacking.map { $0.prefix { $0 != "\n" } } == [])
    }

    @Test(arguments: all) func sequencesArePlayed(_ sequence: Sequence) async throws {
        try await Self.play(sequence.lines)
    }

    @Test func aLineThatIsWrongIsFound() async throws {
        let lines = [
            "app -> center: RegisterWidget \"org.example.A\" {}",
            "center -> app: \"/org/todaycenter/NotificationCenter1/widget/org_2eexample_2eA\"",
            "app -> center: UpdateWidget \"org.example.A\" {\"Error\": \"a\"}", "center -> app: 0",
        ]
        try await Self.play(lines)
        for (right, wrong) in [("UpdateWidget", "RegisterWidget"), ("_2eA", "_2eB"), (" 0", " 1")] {
            await #expect(throws: Failure.self) {
                try await Self.play(lines.map { $0.replacing(right, with: wrong) })
            }
        }
    }

    private static func play(_ lines: [String]) async throws {
        var score = try Score()
        for line in lines { try score.read(line) }
        let transcript = try Transcript(
            .object(["title": .text("a sequence"), "rules": .array([.text("C-1")]), "steps": .array(score.steps)]))
        try await TranscriptPlayer.play(transcript, with: [try Programs.path("todayd")])
    }
}

/// Makes the steps of a transcript of the lines of a sequence. A line is one of these:
///
/// ```
/// app -> center: RegisterWidget "org.example.A" {"Name": "A"}        a call; for others than the center: apps, bus, group NAME
/// center -> *: PropertiesChanged org.example.A {"Name": "A"}         a signal
/// center -> app: "/org/…/org_2eexample_2eA"                          the reply to the last call of app; () for no values
/// center -> app: error UnknownWidget "org.example.B"                 an error, and what its message has
/// center -> app: PerformUpdate {"Reason": "requested"}               a call of app's object, with some of its arguments
/// app -> center: "new-data" {"Content": "{}"}                        the reply to that
/// app exports /org/example/A PerformUpdate InvokeAction              an object of app, with these methods
/// app owns org.example.A      app leaves      app pushes org.example.A 10 times
/// system installs org.example.A "[Widget]\nName=A\n"                 center restarts
/// ```
private struct Score {
    private(set) var steps: [CaseValue] = []
    /// The client that hears the signals.
    private var listener: String?
    private var calls: [String: [(tag: String, member: String)]] = [:]
    private var asked: [String: [(tag: String, member: String)]] = [:]
    private var number = 0
    private let signatures: [String: IntrospectedInterface.Signatures]

    init() throws {
        var signatures = [
            "GetManagedObjects": IntrospectedInterface.Signatures(output: "a{oa{sa{sv}}}"),
            "RequestName": IntrospectedInterface.Signatures(input: "su", output: "u"),
            "StartServiceByName": IntrospectedInterface.Signatures(input: "su", output: "u"),
            "Introspect": IntrospectedInterface.Signatures(output: "s"),
        ]
        let folder = ConformanceRun.root + "/data/dbus-1/interfaces/org.todaycenter."
        for name in ["Apps1", "Apps1.Group", "NotificationCenter1"] {
            let text = try String(contentsOfFile: folder + name + ".xml", encoding: .utf8)
            let interface = try #require(IntrospectedInterface("org.todaycenter.\(name)", in: text))
            for (member, found) in interface.methods {
                // App Groups have methods of the same names as Properties.
                signatures[name == "Apps1.Group" ? "Group." + member : member] = found
            }
        }
        signatures["GetAll"] = IntrospectedInterface.Signatures(input: "s", output: "a{sv}")
        self.signatures = signatures.merging(IntrospectedInterface.provider) { first, _ in first }
    }

    mutating func read(_ line: String) throws {
        if let match = line.wholeMatch(of: /(\w+) -> ([\w*. ]+?): (.*)/) {
            try message(String(match.1), String(match.2), String(match.3))
        } else if let match = line.wholeMatch(of: /(\w+) exports (\S+)(.*)/) {
            let methods = match.3.split(separator: " ").map { CaseValue.text(String($0)) }
            var step: [String: CaseValue] = ["serve": .text(String(match.2)), "as": .text(String(match.1))]
            if !methods.isEmpty { step["methods"] = .array(methods) }
            add(step)
        } else if let match = line.wholeMatch(of: /(\w+) owns (\S+)/) {
            add(["own": .text(String(match.2)), "as": .text(String(match.1))])
        } else if let match = line.wholeMatch(of: /(\w+) leaves/) {
            add(["leave": .text(String(match.1))])
        } else if let match = line.wholeMatch(of: /(\w+) pushes (\S+) (\d+) times/) {
            let push: [String: CaseValue] = [
                "push": .text(String(match.2)), "as": .text(String(match.1)), "background": .text("p%"),
                "changes": .object(["Content": .text(#"{"kind": "text", "text": "%"}"#)]),
            ]
            add(["repeat": .integer(Int128(match.3) ?? 0), "steps": .array([.object(push)])])
        } else if line == "center restarts" {
            add(["restart": .text("kill")])
        } else if let match = line.wholeMatch(of: /system installs (\S+) "(.*)"/) {
            add(["install": .text(String(match.1)), "manifest": try Self.values("\"\(match.2)\"")[0]])
        } else {
            throw BadTranscript("what is \(line)?")
        }
    }

    private mutating func message(_ sender: String, _ receiver: String, _ text: String) throws {
        let word = text.prefixMatch(of: /([A-Za-z][A-Za-z.]*)(?: |$)/).map { String($0.1) }
        let rest = String(text.dropFirst(word.map { $0.count + 1 } ?? 0))
        switch (sender, receiver, word) {
        case ("center", "*", let word?): try signal(word, rest)
        case ("center", let client, "Changed"?):
            let pattern: CaseValue = .object(["signal": .text("Changed"), "args": try typed(rest, "a{sv}as")])
            add(["wait": pattern, "as": .text(client)])
        case ("center", let client, "error"?):
            let parts = try Self.values(String(rest.drop { $0 != " " }))
            var step = try awaited(client)
            step["error"] = .text(String(rest.prefix { $0 != " " }))
            if !parts.isEmpty { step["message"] = .array(parts) }
            add(step)
        case ("center", let client, let method?):
            number += 1
            asked[client, default: []].append(("a\(number)", method))
            var step: [String: CaseValue] = [
                "asked": .text(method), "as": .text(client), "hold": .text("a\(number)"),
            ]
            let values = try Self.values(rest)
            if !values.isEmpty { step["with"] = .array(values) }
            add(step)
        case ("center", let client, nil):
            let member = calls[client]?.first?.member ?? ""
            var step = try awaited(client)
            step["reply"] = try typed(text, signatures[member]?.output)
            add(step)
        case (let client, "center", nil):
            guard let call = asked[client]?.popFirst() else { throw BadTranscript("\(client) was asked nothing") }
            add([
                "release": .text(call.tag),
                "answer": try typed(text, IntrospectedInterface.provider[call.member]?.output),
            ])
        case (let client, _, let member?):
            number += 1
            calls[client, default: []].append(("c\(number)", member))
            if listener == nil { listener = client }
            let isGroup = receiver.hasPrefix("group ")
            var step: [String: CaseValue] = [
                "call": .text(isGroup ? member : Self.qualified(member)), "as": .text(client),
                "background": .text("c\(number)"),
                "args": try typed(rest, signatures[isGroup ? "Group." + member : member]?.input),
            ]
            if isGroup {
                step["on"] = .object(["group": .text(String(receiver.dropFirst(6)))])
                calls[client]![calls[client]!.count - 1].member = "Group." + member
            } else if receiver != "center" {
                step["on"] = .text(receiver)
            }
            add(step)
        default: throw BadTranscript("\(sender) -> \(receiver): \(text)")
        }
    }

    private static func qualified(_ member: String) -> String {
        switch member {
        case "GetManagedObjects": "org.freedesktop.DBus.ObjectManager.GetManagedObjects"
        case "GetAll": "org.freedesktop.DBus.Properties.GetAll"
        case "Introspect": "org.freedesktop.DBus.Introspectable.Introspect"
        default: member
        }
    }

    private mutating func awaited(_ client: String) throws -> [String: CaseValue] {
        guard let call = calls[client]?.popFirst() else { throw BadTranscript("\(client) has called nothing") }
        return ["await": .text(call.tag)]
    }

    private mutating func signal(_ member: String, _ rest: String) throws {
        let object = String(rest.prefix { $0 != " " })
        let values = try Self.values(String(rest.dropFirst(object.count)))
        var pattern: [String: CaseValue] = [:]
        switch member {
        case "PropertiesChanged": pattern = ["changed": .text(object), "values": values.first ?? .object([:])]
        case "InterfacesAdded": pattern = ["added": .text(object), "values": values.first ?? .object([:])]
        case "InterfacesRemoved": pattern = ["removed": .text(object)]
        case "WidgetUpdated":
            pattern = ["updated": .text(object), "result": values.first ?? .null]
            if values.count > 1 { pattern["details"] = values[1] }
        default: throw BadTranscript("what is the signal \(member)?")
        }
        var step: [String: CaseValue] = ["wait": .object(pattern)]
        if let listener { step["as"] = .text(listener) }
        add(step)
    }

    private mutating func add(_ step: [String: CaseValue]) { steps.append(.object(step)) }

    /// Values behind their signature; none for `()`.
    private func typed(_ text: String, _ signature: String?) throws -> CaseValue {
        let values = text == "()" ? [] : try Self.values(text)
        guard let signature else { throw BadTranscript("what is the signature of \(text)?") }
        return .array(values.isEmpty ? [] : [.text(signature)] + values)
    }

    /// The values of a line, with blanks between them.
    private static func values(_ text: String) throws -> [CaseValue] {
        var values: [CaseValue] = []
        var rest = text[...]
        while let start = rest.firstIndex(where: { $0 != " " }) {
            rest = rest[start...]
            // The shortest prefix that is JSON, up to a blank or the end.
            var end = start
            while true {
                end = rest[end...].dropFirst().firstIndex(of: " ") ?? rest.endIndex
                if let value = try? JSONText(String(rest[..<end])) {
                    values.append(CaseValue(value))
                    break
                }
                if end == rest.endIndex { throw BadTranscript("\(rest) is not JSON") }
            }
            rest = rest[end...]
        }
        return values
    }
}

extension Array {
    fileprivate mutating func popFirst() -> Element? { isEmpty ? nil : removeFirst() }
}
