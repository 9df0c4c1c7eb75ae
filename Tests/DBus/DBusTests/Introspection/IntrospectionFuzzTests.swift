import DBusTesting
import Fuzzing
import Testing

@testable import DBus

/// Damaged introspection documents are read or refused.
struct IntrospectionFuzzTests {
    private static let fuzzer = Fuzzer(
        corpus: Fuzzer.files(in: "data/dbus-1/interfaces", suffix: ".xml")
            + ([IntrospectionTests.lamp] + IntrospectedNodeTests.faults.map(\.0)).map { Array($0.utf8) },
        words: [
            "<", ">", "/>", "</", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "&", ";", "&#", "&#10;", "&#+65;",
            "&#x0041;", "&#65535;", "\u{FFFE}", "&lt;", "\"", "'", "=", "<!DOCTYPE", "[", "xmlns:a=\"b\"",
            " name=\"a\"", " type=\"a{sv}\"",
            "<node>", "</node>", "<node/>", "<interface name=\"a.b\">", "</interface>", "<arg type=\"s\"/>", "<a>",
        ])

    @Test func whatIsReadIsWhatExpatReads() throws {
        let expat = try SecondOpinion.expat()
        var read = 0
        try Self.fuzzer.run("introspection", inputs: 1500) { input in
            let document = input.text()
            do throws(IntrospectionError) {
                _ = try IntrospectedNode(xml: document)
            } catch {
                let lines = 1 + document.utf8.count { $0 == 0x0A || $0 == 0x0D }
                try input.expect((1...lines).contains(error.line), "\(error)")
            }
            guard let events = Self.events(document) else { return }
            read += 1
            // The reader does not look at a document type, and keeps an entity as it is written.
            if document.utf8.contains(UInt8(ascii: "!")) || document.utf8.contains(UInt8(ascii: "?")) { return }
            let answer = try expat.judge(Array(document.utf8) + [0xFF] + Array(events.utf8))
            // Nor does it know which letters of other alphabets a name may have.
            let isASCII = document.utf8.allSatisfy { $0 < 0x80 }
            let isKept = answer == "same" || !isASCII && answer.hasPrefix("not well-formed (invalid token)")
            try input.expect(isKept, "expat: \(answer)\nread: \(events)")
        }
        #expect(read > 100)
    }

    /// Returns the reader's events, without white space.
    private static func events(_ document: String) -> String? {
        var reader = XMLReader(document)
        var events = ""
        while true {
            guard let event = try? reader.next() else { return nil }
            switch event {
            case .start(let name, let attributes):
                events += "<\(name)"
                for (name, value) in attributes.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                    events += "|\(name)=\(value)"
                }
                events += ">"
            case .end: events += "</>"
            case .text(let text): events += text
            case .comment: break
            case .finished: return SecondOpinion.withoutSpace(events)
            }
        }
    }
}
