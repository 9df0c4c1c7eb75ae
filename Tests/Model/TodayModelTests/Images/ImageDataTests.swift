import DBus
import Testing

@testable import TodayModel

@Suite("Images")
struct ImageDataTests {
    private func fault(_ bytes: [UInt8]) -> String? {
        faultText { _ = try Content.validating(node("image", ["data": .bytes(bytes), "description": "d"])) }
    }

    @Test func png() {
        #expect(fault(TodayModelTests.png(width: 512, height: 1)) == nil)
        #expect(
            fault(TodayModelTests.png(width: 513, height: 1))
                == "data: this is a PNG of 513 × 1; content takes PNG up to 512 × 512")
        #expect(
            fault(TodayModelTests.png(width: 2, height: .max))
                == "data: this is a PNG of 2 × 4294967295; content takes PNG up to 512 × 512")
        #expect(
            fault(TodayModelTests.png(width: 0)) == "data: this is a PNG of 0 × 3; content takes PNG up to 512 × 512")
        #expect(fault(Array(TodayModelTests.png().prefix(20))) == "data: 20 bytes of a PNG without its header")
    }

    @Test(arguments: [
        ([], "empty"), ([0xFF, 0xD8, 0xFF, 0xE0], "JPEG"), (Array("GIF89a".utf8), "GIF"),
        (Array("RIFF....WEBPVP8 ".utf8), "WebP"), (Array("....ftypavif".utf8), "AVIF"),
        (Array("....ftypheic".utf8), "HEIF"), ([0x1F, 0x8B, 8, 0], "compressed with gzip"),
        (Array("%PDF-1.7".utf8), "PDF"),
        (Array("<svg/>".utf8), "SVG"), (Array("\u{FEFF}<?xml version='1.0'?>\n<!-- a -->\n<svg/>".utf8), "SVG"),
        (Array("\n<svg>".utf8) + [0xFF], "SVG"), (Array("hello".utf8), "an unknown format"),
        (Array("<html/>".utf8), "an unknown format"), ([0], "an unknown format"),
    ])
    func otherFiles(_ bytes: [UInt8], _ name: String) {
        #expect(
            fault(bytes) == "data: this is \(name); content takes PNG up to 512 × 512: use icon, or convert it")
    }

    @Test func aTextReplacesAnotherPicture() throws {
        let picture = Content(
            kind: "image",
            attributes: [
                "data": .bytes(Array("<svg/>".utf8)), "description": "Rain", "width": .double(9), "id": "a",
                "action": "go",
            ])
        let good = Content(kind: "image", attributes: ["data": .bytes(TodayModelTests.png()), "description": "Sun"])
        var tree = Content(kind: "column", children: [good, Content(kind: "row", children: [picture])])
        var changed = tree.replaceOtherPictures()
        #expect(changed)
        let text = Content(kind: "text", attributes: ["text": "Rain", "id": "a", "action": "go"])
        #expect(tree == Content(kind: "column", children: [good, Content(kind: "row", children: [text])]))
        try tree.validate()
        changed = tree.replaceOtherPictures()
        #expect(!changed)
    }
}
