import DBusTesting
import Testing

@testable import DBus

/// Introspection documents that somebody has damaged.
struct IntrospectionFuzzTests {
    /// Whatever comes, it is read or refused.
    @Test func nothingThatComesEndsTheProcess() {
        let documents = [IntrospectionTests.lamp] + IntrospectedNodeTests.faults.map(\.0)
        let pieces = [
            "<", ">", "/>", "</", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "&", ";", "&#", "\"", "'", "=",
            "<!DOCTYPE", "[", "\0", "é", "\r\n",
        ]
        Fuzzing().run("introspection", seed: 25, rounds: 3000) { values in
            var bytes = Array(values.pick(documents).utf8)
            for _ in 0..<Int.random(in: 1...8, using: &values.random) {
                let start = Int.random(in: 0...bytes.count, using: &values.random)
                let end = min(bytes.count, start + Int.random(in: 0...20, using: &values.random))
                switch Int.random(in: 0..<4, using: &values.random) {
                case 0: bytes.removeSubrange(start..<end)
                case 1:
                    bytes.insert(
                        contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &values.random))
                case 2: bytes.insert(contentsOf: Array(values.pick(pieces).utf8), at: start)
                default: if start < bytes.count { bytes[start] = UInt8.random(in: 0...255, using: &values.random) }
                }
            }
            _ = try? IntrospectedNode(xml: String(decoding: bytes, as: UTF8.self))
        }
    }
}
