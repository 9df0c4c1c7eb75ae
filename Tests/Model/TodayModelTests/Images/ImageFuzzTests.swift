import Fuzzing
import Testing

@testable import TodayModel

/// Any bytes are judged without a crash, and only a PNG is accepted.
struct ImageFuzzTests {
    private static let words = [
        "\u{89}PNG", "IHDR", "\0\0\0\r", "<svg", "<", "\u{FEFF}", "RIFF", "WEBP", "ftyp", "avif", "GIF8", "BM", "%PDF",
    ]
    private static let corpus =
        [png(), png(width: 512, height: 513)] + Fuzzer.files(in: "data/icons/hicolor/scalable/apps", suffix: ".svg")

    @Test func pictures() throws {
        var accepted = 0
        try Fuzzer(corpus: Self.corpus, words: Self.words).run("pictures", inputs: 2500) { input in
            let bytes = input.bytes()
            if let fault = ImageData.fault(in: bytes) {
                try input.expect(fault.utf8.count < 200, "a fault is short: \(fault)")
                return
            }
            accepted += 1
            try input.expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && bytes.count >= 33, "a PNG")
        }
        #expect(accepted > 50)
    }
}
