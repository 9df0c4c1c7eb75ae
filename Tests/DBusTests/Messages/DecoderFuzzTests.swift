import DBusTesting
import Testing

@testable import DBus

/// Nothing that libdbus lets through traps here, and what was read can be written again.
struct DecoderFuzzTests {
    @Test func damagedMessagesAreReadOrRefused() throws {
        var values = RandomValues(seed: 9)
        var read = 0
        for _ in 0..<1500 {
            let message = try Message.holding(values.value(depth: 4), values.value(depth: 2))
            let whole = try message.marshalled()
            for _ in 0..<10 {
                var bytes = whole
                for _ in 0...Int.random(in: 0...3, using: &values.random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &values.random)] = values.pick([
                        0, 1, 0x61, 0x28, 0x76, 0x73, 0xFF, .random(in: .min ... .max, using: &values.random),
                    ])
                }
                guard let damaged = Message.demarshalled(bytes) else { continue }
                read += 1
                let contents = try damaged.contents()
                let again = try Message.sample()
                var writer = MessageWriter(message: again.raw)
                for value in contents { try value.writeBare(to: &writer) }
                // By text, because a NaN is not equal to itself.
                #expect(try "\(again.contents())" == "\(contents)")
            }
        }
        #expect(read > 500)
    }

    @Test func randomBytesAreRefused() {
        var random = SeededRandom(seed: 10)
        for _ in 0..<20_000 {
            var bytes = (0..<Int.random(in: 16...120, using: &random)).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            }
            // A plausible beginning, so that more than the first byte is looked at.
            bytes.replaceSubrange(
                0..<8, with: [0x6C, bytes[1] % 5, 0, 1, UInt8.random(in: 0..<64, using: &random), 0, 0, 0])
            bytes.replaceSubrange(12..<16, with: [UInt8.random(in: 0..<64, using: &random), 0, 0, 0])
            guard let message = Message.demarshalled(bytes) else { continue }
            _ = try? message.contents()
        }
    }
}
