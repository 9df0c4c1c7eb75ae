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

    @Test(arguments: [
        "<svg/>",
        "\u{FEFF}<svg xmlns='http://www.w3.org/2000/svg'></svg>",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- <script> --><svg viewBox=\"0 0 1 1\"><path d='M0 0'/></svg>",
        "<svg><defs><g id='a'/></defs><use xlink:href='#a'/><rect fill=\"url(#a)\" transform='rotate(4)'/></svg>",
        "<svg><style>.a { fill: url( '#a' ); /* (note) */ }</style><text>url(http://x) on the way</text></svg>",
        "<svg><image href='data:image/png;base64,AAAA'/></svg>",
        "<s:svg xmlns:s='http://www.w3.org/2000/svg'><s:g/></s:svg>",
    ])
    func svg(_ text: String) {
        #expect(fault(Array(text.utf8)) == nil)
    }

    @Test(arguments: [
        ("<svg><script>x</script></svg>", "an SVG with the element \"script\""),
        ("<svg><a:SCRIPT/></svg>", "an SVG with the element \"script\""),
        ("<svg><foreignObject/></svg>", "an SVG with the element \"foreignobject\""),
        ("<svg onload='x()'/>", "an SVG with the event handler \"onload\""),
        ("<svg><g a='1'onclick='x'/></svg>", "an SVG with the event handler \"onclick\""),
        ("<svg><image href='http://x/a.png'/></svg>", "an SVG with the external reference \"http://x/a.png\""),
        ("<svg><image href = \"a.png\"/></svg>", "an SVG with the external reference \"a.png\""),
        (
            "<svg><image xlink:href='data:image/svg+xml,x'/></svg>",
            "an SVG with the external reference \"data:image/svg+xml,x\""
        ),
        ("<svg><g href='&#35;'/></svg>", "an SVG with the external reference \"&#35;\""),
        ("<svg><rect fill='url(http://x)'/></svg>", "an SVG with the external reference \"http://x)\""),
        ("<svg><rect style='fill:URL( \"//x\")'/></svg>", "an SVG with the external reference \"//x\\\")\""),
        ("<svg><rect fill='u&#114;l(x)'/></svg>", "an SVG with escapes in its style"),
        ("<svg><style>a { b: \\75rl(x) }</style></svg>", "an SVG with escapes in its style"),
        ("<svg><style>@IMPORT 'x';</style></svg>", "an SVG with @import in its style"),
        ("<svg><style><![CDATA[@import 'x';]]></style></svg>", "an SVG with @import in its style"),
        ("<svg><style>a{b:url(x.png)}</style></svg>", "an SVG with the external reference \"x.png)}\""),
        ("<svg xml:base='http://x'/>", "an SVG with the base \"http://x\""),
        ("<svg><set attributeName='xlink:href' to='x'/></svg>", "an SVG that animates \"href\""),
        ("<svg><set attributeName='onclick' to='x'/></svg>", "an SVG that animates \"onclick\""),
        ("<!DOCTYPE svg><svg/>", "an SVG with a document type, which can hide external references"),
        ("<?xml-stylesheet href='x'?><svg/>", "an SVG with a processing instruction"),
        ("<?xml version='1.0' encoding='UTF-7'?><svg/>", "an SVG that is not in UTF-8"),
        ("<?xml version='1.0' encoding = \"x\" a='utf-8'?><svg/>", "an SVG that is not in UTF-8"),
        ("<?xml version='encoding utf-8'\r\nencoding='utf-7'?><svg/>", "an SVG that is not in UTF-8"),
        ("<html><svg/></html>", "a file whose root is \"html\", not svg"),
        ("<!-- only -->", "a file without the element svg"),
        ("<svg><g", "an SVG that ends inside a tag"),
        ("<svg a", "an SVG with a malformed attribute"),
        ("<svg a='b", "an SVG that ends inside a tag"),
        ("<svg><!-- ", "an SVG that ends inside a tag"),
        ("<svg>< script/></svg>", "an SVG with a < that starts no tag"),
        ("<svg>\0</svg>", "an SVG that is not in UTF-8"),
    ])
    func activeSVG(_ text: String, _ message: String) {
        #expect(fault(Array(text.utf8)) == "data: " + message)
    }

    @Test func otherEncodings() {
        #expect(fault(Array("<svg>".utf8) + [0xFF]) == "data: an SVG that is not in UTF-8")
    }
}
