import DBus
import DBusTesting
import Foundation
import NotificationCenter
import TodayPlatform
import Testing
import TodayModel

/// The fallbacks that the modules of other languages add are the plain text of the nodes.
@Suite struct FallbackTests {
    /// The contents of the cases that are valid nodes of version 3, in JSON.
    private static func contents() throws -> [String] {
        let text = try Checkout.text("specification/cases/content/10-leaves.json")
        let cases = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        return try cases.compactMap { entry in
            guard let content = entry["content"] as? [String: Any], let kind = content["kind"] as? String,
                entry["fault"] == nil, ["checkbox", "slider", "clock", "entry"].contains(kind)
            else { return nil }
            return String(decoding: try JSONSerialization.data(withJSONObject: content), as: UTF8.self)
        }
    }

    /// Runs a script with the contents as an array in JSON, and compares the lines that it prints.
    private static func expectFallbacks(_ language: Language, _ script: (String) -> String) async throws {
        let contents = try contents()
        #expect(contents.count > 20)
        let bus = try await PrivateBus.start()
        defer { bus.stop() }
        let json = "[" + contents.joined(separator: ", ") + "]"
        let path = try language.install("fallbacks." + language.ending, script(json), on: bus)
        let start = Timestamp.now
        let run = try await bus.run(language.command(path))
        let end = Timestamp.now
        #expect(run.exit == .status(0) && run.error.isEmpty, "\(run)")
        let lines = run.output.split(separator: "\n").map(String.init)
        try #require(lines.count == contents.count)
        for (content, line) in zip(contents, lines) {
            let content = try Content.parse(json: content)
            // A clock may have ticked meanwhile.
            let expected = stride(from: start.microseconds, through: end.microseconds + 1_000_000, by: 1_000_000).map {
                content[.fallback]?.string ?? content.fallbackText(now: Timestamp(microseconds: $0)) ?? "none"
            }
            #expect(expected.contains(line), "\(content.json())")
        }
    }

    @Test func fallbacksOfPython() async throws {
        try await Self.expectFallbacks(.python) { json in
            """
            import json
            import todaycenter as today
            for content in json.loads(r'''\(json)'''):
                print(today.node(content.pop("kind"), **content).get("fallback", "none"))
            """
        }
    }

    @Test(.enabled(if: Language.hasJavaScript, Language.noJavaScript)) func fallbacksOfJavaScript() async throws {
        try await Self.expectFallbacks(.javaScript) { json in
            """
            import {node} from './todaycenter.js';
            for (const {kind, ...attributes} of JSON.parse(String.raw`\(json)`))
                print(node(kind, attributes).attributes.fallback ?? 'none');
            """
        }
    }
}

extension DBusValue {
    fileprivate var string: String? { if case .string(let text) = unwrapped { text } else { nil } }
}
