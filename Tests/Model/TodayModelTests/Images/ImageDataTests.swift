import DBus
import Testing
import TodayModel

@Suite("Images")
struct ImageDataTests {
    private func fault(_ bytes: [UInt8]) -> String? {
        faultText { _ = try Content.validating(node("image", ["data": .bytes(bytes), "description": "d"])) }
    }

    @Test func png() {
        #expect(fault(TodayModelTests.png(width: 512, height: 1)) == nil)
        #expect(
            fault(TodayModelTests.png(width: 513, height: 1)) == "data: a PNG of 513×1 pixels is outside 1…512 a side")
        #expect(
            fault(TodayModelTests.png(width: 2, height: .max))
                == "data: a PNG of 2×4294967295 pixels is outside 1…512 a side")
        #expect(fault(TodayModelTests.png(width: 0)) == "data: a PNG of 0×3 pixels is outside 1…512 a side")
        #expect(fault(Array(TodayModelTests.png().prefix(20))) == "data: 20 bytes of a PNG without its header")
        #expect(fault([]) == "data: 0 bytes that are neither a PNG nor an SVG image")
        #expect(fault(Array("GIF89a".utf8)) == "data: 6 bytes that are neither a PNG nor an SVG image")
    }

    @Test func otherFiles() {
        #expect(
            fault([0x1F, 0x8B, 8, 0]) == "data: 4 bytes that are compressed; an SVG has to be plain")
        #expect(fault(Array("<svg>".utf8) + [0xFF]) == "data: an SVG that is not in UTF-8")
        #expect(fault(Array("<svg>\0</svg>".utf8)) == "data: an SVG that is not in UTF-8")
    }

    @Test func thePlaceOfAFault() {
        let image = node("image", ["data": .bytes(Array("<svg>\n <feTurbulence/></svg>".utf8)), "description": "d"])
        #expect(
            faultText { _ = try Content.validating(node("column", [:], [image])) }
                == "children[0].data: <feTurbulence> is not allowed in an image; "
                + "only shapes, paths, text, gradients, groups and use are (SVG, line 2, column 2)")
    }
}
