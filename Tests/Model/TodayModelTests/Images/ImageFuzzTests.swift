import Fuzzing
import Testing

@testable import TodayModel

/// What is accepted of pictures is what those read that draw them.
struct ImageFuzzTests {
    private static let words = [
        "<", ">", "/", "</", "/>", "<svg", "<g>", "</g>", "<path d=\"", "<use ", "<style>", "</style>", "='", "'", "\"",
        "=", " ", "id=\"a\"", "d", "href=\"#a\"", "url(#a)", ")", "M0 0", "L1 1", "a1 1 0 011 1", "1e9", "-", ".", "e",
        "&", "&#", "&#10;", "&#x41;", "&amp;", ";", "<!--", "-->", "<![CDATA[", "]]>", "<?xml version='1.0'?>", "?>",
        "<!DOCTYPE svg>", ":", " xmlns=\"http://www.w3.org/2000/svg\"", " xmlns:a=\"http://www.w3.org/2000/svg\"",
        " xmlns:é=\"urn:x\"", " xmlns:e\u{301}=\"urn:x\"", "<a:g/>", "<é:g/>", "xlink:href", "transform=\"", "scale(",
        "rotate(", "matrix(1 0 0 1 0 0)", "viewBox=\"0 0 1 1\"", "{", "}", "/*", "*/", "fill:red", "stroke-width:", "%",
        "<text>", "</text>", "<clipPath id=\"c\"><rect/></clipPath>", "<linearGradient id=\"b\"/>", "<defs>", "</defs>",
    ]
    private static let corpus =
        SVGImageTests.kept.map { Array($0.utf8) } + Fuzzer.files(in: "data/icons/hicolor/scalable/apps", suffix: ".svg")
        + [png(), png(width: 512, height: 513)]

    @Test func pictures() throws {
        let expat = try SecondOpinion.expat()
        var accepted = 0
        try Fuzzer(corpus: Self.corpus, words: Self.words).run("pictures", inputs: 2500) { input in
            let bytes = input.bytes()
            if let fault = ImageData.fault(in: bytes) {
                try input.expect(fault.utf8.count < 4000, "a fault is short: \(fault)")
                return
            }
            accepted += 1
            // The reader does not look into a document type.
            guard SVGImage.isStart(of: bytes), !bytes.contains(UInt8(ascii: "!")) else { return }
            let answer = try expat.judge(bytes + [0xFF] + Array(Self.pieces(bytes).utf8))
            // Nor does it know which letters of other alphabets a name may have.
            let isASCII = bytes.allSatisfy { $0 < 0x80 }
            let isKept = answer == "same" || !isASCII && answer.hasPrefix("not well-formed (invalid token)")
            try input.expect(isKept, "expat: \(answer)\nread: \(Self.pieces(bytes))")
        }
        #expect(accepted > 150)
    }

    /// What the reader tells, without white space.
    private static func pieces(_ bytes: [UInt8]) -> String {
        var reader = XMLReader(bytes)
        var text = ""
        while let piece = try? reader.next() {
            switch piece {
            case .start(let name, let attributes):
                let sorted = attributes.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
                text += "<\(name)" + sorted.map { "|\($0.name)=\($0.value)" }.joined() + ">"
            case .end: text += "</>"
            case .text(let words): text += words
            }
        }
        return SecondOpinion.withoutSpace(text)
    }
}
