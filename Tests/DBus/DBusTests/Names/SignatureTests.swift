import CTodayDBus
import DBusTesting
import Testing

@testable import DBus

struct SignatureTests {
    static func nested(_ open: String, _ depth: Int, _ inner: String, _ close: String) -> String {
        String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
    }

    @Test(arguments: [
        "", "y", "ybnqiuxtdsogh", "v", "as", "aas", "a{sv}", "a{s(ii)}", "(s)", "((s)a{ov})", "a{ya{hv}}",
        nested("a", 32, "y", ""), nested("(", 32, "y", ")"), nested("a{s", 32, "y", "}"),
        nested("a(", 16, "a{sy}", ")"), nested("a{s", 20, nested("(", 20, "y", ")"), "}"),
        String(repeating: "y", count: 255),
    ])
    func isAccepted(_ text: String) {
        #expect(Signature.fault(in: text) == nil)
        #expect(dbus_signature_validate(text, nil) != 0)
    }

    @Test(arguments: [
        "a", "(", ")", "()", "(s", "s)", "{sv}", "a{}", "a{s}", "a{sss}", "a{vs}", "a{ass}", "a{(s)s}", "a{sv", "e",
        "r",
        "m", "z", "é", "a{s}v", "(a)", "a{sa}", "s\0", nested("a", 33, "y", ""), nested("(", 33, "y", ")"),
        nested("a{s", 33, "y", "}"), String(repeating: "y", count: 256),
    ])
    func isRefused(_ text: String) { #expect(Signature.fault(in: text) != nil) }

    @Test func completeTypes() {
        #expect(("sa{sv}(ii)aay" as Signature).completeTypes == ["s", "a{sv}", "(ii)", "aay"])
        #expect(Signature.empty.completeTypes == [])
        #expect(("a{sv}" as Signature).isSingleCompleteType)
        #expect(!("ss" as Signature).isSingleCompleteType)
        #expect(!Signature.empty.isSingleCompleteType)
    }

    @Test func libdbusAgreesOnRandomText() {
        var random = SeededRandom(seed: 3)
        let pieces = ["a", "a", "(", ")", "{", "}", "s", "y", "v", "a{sv}", "a{s", "h", "x", "r"]
        var accepted = 0
        for _ in 0..<30_000 {
            let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            let ours = Signature.fault(in: text) == nil
            if ours { accepted += 1 }
            #expect(ours == (dbus_signature_validate(text, nil) != 0), "\(text)")
        }
        #expect(accepted > 1000)
    }

    @Test func libdbusAcceptsEveryDeepSignatureAcceptedHere() {
        var random = SeededRandom(seed: 4)
        var accepted = 0
        for _ in 0..<5000 {
            var text = "y"
            for _ in 0..<Int.random(in: 20...45, using: &random) {
                switch Int.random(in: 0...3, using: &random) {
                case 0: text = "(" + text + ")"
                case 1: text = "a{s" + text + "}"
                default: text = "a" + text
                }
            }
            // libdbus restarts its count of arrays within a struct, so it accepts more than the specification.
            guard Signature.fault(in: text) == nil else { continue }
            accepted += 1
            #expect(dbus_signature_validate(text, nil) != 0, "\(text)")
        }
        #expect(accepted > 500)
    }
}
