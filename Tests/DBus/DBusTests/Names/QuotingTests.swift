import Testing

@testable import DBus

/// Texts of others in messages.
struct QuotingTests {
    @Test(arguments: [
        "", "a", "it's", "\"\\", "a\nb\tc\r\0", "\u{1B}[31m", "\u{7F}\u{85}", "grüße", "日本", "👩‍👩‍👧‍👦🇩🇪", "a\u{301}",
        "\u{202E}",
    ])
    func aTextIsQuotedAsSwiftDoes(_ text: String) { #expect(text.quoted == text.debugDescription) }

    @Test func noMarkJoinsAQuote() {
        #expect("\u{301}a".quoted == #""\u{0301}a""#)
        #expect("\n\u{301}".quoted == #""\n\u{0301}""#)
        #expect("a\u{301}".quoted == "\"a\u{301}\"")
    }

    /// `debugDescription` takes hours for such a text, and any program on a bus can send it.
    @Test(.timeLimit(.minutes(1))) func aLongTextTakesNoTime() throws {
        let text = String(repeating: "\u{D4E}", count: 100_000)
        // No text is an operand of `#expect`, which shows its operands by `debugDescription`.
        var messages = [DBusValue.string(text).description]
        do { _ = try BusName(text) } catch { messages.append("\(error)") }
        do { _ = try IntrospectedNode(xml: "<node><interface name='\(text)'/></node>") } catch {
            messages.append("\(error)")
        }
        let lengths = messages.map(\.utf8.count)
        let length = text.utf8.count
        #expect(lengths.count == 3 && lengths.allSatisfy { $0 > length })
    }

    @Test(.timeLimit(.minutes(1))) func documentationOfFlagsTakesNoTime() throws {
        let flags = String(repeating: "\u{1F1E9}", count: 100_000)
        let node = try IntrospectedNode(xml: "<node><!-- \(flags) \n --><interface name='a.b'/></node>")
        let isWhole = node.interfaces[0].documentation == flags
        #expect(isWhole)
    }
}
