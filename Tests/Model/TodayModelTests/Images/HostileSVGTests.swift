import Testing

@testable import TodayModel

/// A filter of 5 KB ended whoever drew it, and one of 300 bytes took a core for ever: an image may only be drawn, and at
/// little cost.
@Suite("Hostile SVG images")
struct HostileSVGTests {
    struct Image: CustomTestStringConvertible {
        let text: String
        let fault: String
        var testDescription: String { fault }

        /// - Parameter inside: what is in an image of 10 by 10 units.
        init(_ inside: String, _ fault: String) {
            text = "<svg viewBox='0 0 10 10'>\(inside)</svg>"
            self.fault = fault
        }

        init(whole text: String, _ fault: String) {
            self.text = text
            self.fault = fault
        }
    }

    private func expect(_ image: Image) {
        let fault = SVGImage.fault(in: Array(image.text.utf8))
        #expect(fault?.hasPrefix(image.fault) == true, "\(fault ?? "it was kept")")
    }

    private static func element(_ name: String, _ inside: String = "") -> Image {
        Image(
            "<\(name) id='a'>\(inside)</\(name)>",
            "<\(name)> is not allowed in an image; only shapes, paths, text, gradients, groups and use are (SVG, line 1, "
        )
    }

    @Test(arguments: [
        element("filter", "<feConvolveMatrix order='100' kernelMatrix='1'/>"), element("filter", "<feTurbulence/>"),
        element("feTurbulence"), element("pattern"), element("mask"), element("marker"), element("symbol"),
        element("foreignObject"), element("image"), element("script"), element("animate"), element("set"),
        element("switch"), element("a"), element("SCRIPT"), element("textPath"), element("feImage"), element("view"),
        Image("<g xmlns:x='http://www.w3.org/1999/xhtml'><x:script/></g>", "<x:script> is not allowed"),
        Image(
            "<x:include xmlns:x='http://www.w3.org/2001/XInclude' href='/etc/passwd'/>", "<x:include> is not allowed"),
        Image("<a:x xmlns:a='urn:a'><filter id='f'/></a:x>", "<filter> is not allowed"),
        // Two spellings of one letter are two prefixes, of which only the second is of nothing that draws.
        Image(
            "<g xmlns:\u{E9}='http://www.w3.org/2000/svg'><g xmlns:e\u{301}='urn:x'><\u{E9}:filter/></g></g>",
            "<\u{E9}:filter> is not allowed"),
        Image("<metadata><g id='f'/></metadata>", "<g> is not allowed in what is not drawn"),
        Image("<b:x/>", "<b:x> has a prefix that is not declared"), Image("<svg/>", "<svg> is not allowed in <svg>"),
        Image("<rect><animate/></rect>", "<animate> is not allowed"),
        Image("<stop/>", "<stop> is not allowed in <svg>"),
        Image("<rect><g/></rect>", "<g> is not allowed in <rect>"),
    ])
    func elements(_ image: Image) { expect(image) }

    @Test(arguments: [
        Image("<g filter='url(#f)'/>", "<g>: filter: \"url(#f)\" is not allowed in an image"),
        Image("<g style='opacity:1;FILTER : blur(9px)'/>", "style of <g>: filter: \"blur(9px)\" is not allowed"),
        Image("<style>g { mask: url(#m) }</style>", "<style>: mask: \"url(#m)\" is not allowed in an image"),
        Image("<g onload='x()'/>", "<g>: onload is not allowed in an image"),
        Image("<g pathLength='1'/>", "<g>: pathLength is not allowed in an image"),
        Image("<g xml:base='http://x'/>", "<g>: xml:base is not allowed in an image"),
        Image("<g style='transform:scale(9)'/>", "style of <g>: \"transform\" is not allowed in an image"),
        Image("<g style='animation:a 1s'/>", "style of <g>: animation: \"a 1s\" is not allowed in an image"),
        Image("<g style='--a:1'/>", "style of <g>: \"--a\" is not allowed in an image"),
        Image("<g vector-effect='non-scaling-stroke'/>", "<g>: vector-effect: \"non-scaling-stroke\" is not allowed"),
        Image("<g fill='url(http://x#a)'/>", "<g>: fill: \"url(http://x#a)\" is not a colour or a gradient"),
        Image("<g fill='u&#114;l(//x)'/>", "<g>: fill: \"url(//x)\" is not a colour or a gradient of this image"),
        Image("<g fill='var(--x)'/>", "<g>: fill: \"var(--x)\" is not a colour"),
        Image("<g color='url(#a)'/>", "<g>: color: \"url(#a)\" is not a colour"),
        Image("<g font-family='x;y'/>", "<g>: font-family: \"x;y\" is not a list of names"),
        Image("<g display='url(#a)'/>", "<g>: display: \"url(#a)\" is not words and numbers"),
        Image("<style>@import 'x';</style>", "<style>: \"@import 'x';\" is no rule"),
        Image("<style>@media x { a { fill: red } }</style>", "<style>: \"@media x \" is no plain selector"),
        Image("<style>a { \\66ilter: url(#x) }</style>", "<style>: \"\\66ilter\" is not allowed in an image"),
        Image("<style><![CDATA[a{fill:url(x.png)}]]></style>", "<style>: fill: \"url(x.png)\" is not a colour"),
        Image("<style>a{font-family:'/*';filter:url(#x);x:'*/'}</style>", "<style>: there is a comment behind a quot"),
        Image("<style>\(String(repeating: "a{}", count: 257))</style>", "<style>: there are more than 256 rules"),
        Image("<style type='text/x'/>", "<style>: type: \"text/x\" is not allowed in an image"),
        Image("<path d='M0 0 X'/>", "<path>: d: \"M0 0 X\" is not the data of a path"),
        Image("<g transform='perspective(1)'/>", "<g>: transform: \"perspective(1)\" is not a transformation"),
    ])
    func values(_ image: Image) { expect(image) }

    @Test(arguments: [
        Image("<use href='http://x/a.svg#b'/>", "<use>: href: \"http://x/a.svg#b\" is not the id of an element"),
        Image("<use href='#b'/>", "\"#b\": there is no such element"),
        Image("<g id='a'><use href='#a'/></g>", "\"#a\": <g> cannot be used"),
        Image("<g id='a'><rect/></g><g id='b'><use href='#a'/></g><use href='#b'/>", "\"#b\": <g> cannot be used"),
        Image("<use id='a' href='#b'/><use id='b' href='#a'/>", "\"#b\": <use> cannot be used"),
        Image("<defs id='a'/><use href='#a'/>", "\"#a\": <defs> cannot be used"),
        Image("<g id='a'/><rect fill='url(#a)'/>", "\"#a\": <g> is no gradient"),
        Image("<linearGradient id='a'/><g id='a'/><rect fill='url(#a)'/>", "\"#a\": two elements have this id"),
        Image(
            "<linearGradient id='a'/><linearGradient id='b' href='#a'/><linearGradient href='#b'/>",
            "\"#b\": <linearGradient> is no gradient that refers to no other"),
        Image("<g clip-path='url(#a)'/><g id='a'/>", "\"#a\": <g> is no <clipPath>"),
        Image("<clipPath><path/></clipPath>", "<path> is not allowed in <clipPath>"),
        Image("<clipPath><rect/><rect/></clipPath>", "<clipPath> has more than one <rect>"),
        Image(
            "<g id='a'>\(String(repeating: "<path d='M0 0'/>", count: 100))</g>"
                + String(repeating: "<use href='#a'/>", count: 20),
            "\"#a\": with <use> there are more than 2000 elements"),
        Image(
            "<path id='a' d='M0 0\(String(repeating: "h0", count: 40_000))'/>"
                + String(repeating: "<use href='#a'/>", count: 2), "\"#a\": the outlines have more than 100000 corners"),
    ])
    func links(_ image: Image) { expect(image) }

    @Test(arguments: [
        Image(String(repeating: "<g/>", count: 2000), "there are more than 2000 elements"),
        Image(String(repeating: "<g>", count: 9000), "there are more than 32 levels"),
        Image("<path d='M0 0h1e9'/>", "it reaches 1000000000 units far, more than 10000"),
        Image("<path d='M0 0h1e309'/>", "<path>: d: \"M0 0h1e309\" is not the data of a path"),
        Image(
            "<path d='\(String(repeating: "9", count: 99))'/>", "<path>: d: \"\(String(repeating: "9", count: 60))\"…"),
        Image(
            String(repeating: "<g transform='scale(1e9)'>", count: 30) + "<rect x='1'/>"
                + String(repeating: "</g>", count: 30), "it reaches 1.0"),
        Image(
            "<g id='a' transform='scale(100)'><rect x='1'/></g><g transform='scale(200)'><use href='#a'/></g>", "it r"),
        Image(
            "<path stroke='red' stroke-width='41'/>", "its thickest line, or largest letter, has 41 units, more than 20"
        ),
        Image(
            "<g transform='matrix(0 60 -60 0 0 0)'><path stroke='red'/></g>", "its thickest line, or largest letter, "),
        Image("<text font-size='99'>x</text>", "its thickest line, or largest letter, has 99 units"),
        Image("<text style='font-size:1000%'>x</text>", "style of <text>: font-size: \"1000%\" is not one length"),
        Image("<path d='M0 0\(String(repeating: "V9V0", count: 3000))'/>", "its outlines are 5400 sides of it long"),
        Image(
            "<path stroke='red' stroke-width='20' d='M0 0\(String(repeating: "h0", count: 600))'/>",
            "its outlines are 4808 sides of it long"),
        Image("<text font-size='9'>\(String(repeating: "x", count: 999))</text>", "its outlines are 7193 sides"),
        Image("<path d='M0 0A9 1e-9 0 0 0 5 5'/>", "it reaches "),
        Image(
            "<radialGradient id='a'/><g fill='url(#a)'>\(String(repeating: "<path d='M0 0H9V9'/>", count: 300))</g>",
            "its gradients cover more than 128 times its size"),
        Image("<text>\(String(repeating: "x", count: 4097))</text>", "its text is longer than 4096 bytes"),
        Image("<path stroke='red' stroke-dasharray='0 .001' d='M0 0h10'/>", "its outlines are 4004 sides of it long"),
        Image("<style>g{stroke:red;stroke-dasharray:1e-9}</style><g><path d='M0 0h10'/></g>", "its outlines are 4000"),
        Image(String(repeating: "<g opacity='.5'/>", count: 257), "257 of its elements need a layer of their own"),
        Image(
            "<style>g{opacity:0}</style>" + String(repeating: "<g/>", count: 300), "302 of its elements need a layer"),
        Image(whole: "<svg viewBox='0 0 1e9 1'/>", "<svg>: viewBox: \"0 0 1e9 1\" is not four numbers, the last two"),
        Image(whole: "<svg viewBox='0 0 0 1'/>", "<svg>: viewBox: \"0 0 0 1\" is not four numbers"),
        Image(whole: "<svg width='3in' height='9999'/>", "<svg>: height: \"9999\" is outside 0…2048"),
        Image(whole: "<svg><rect width='3000'/></svg>", "it reaches 3000 units far, more than 2000"),
    ])
    func sizes(_ image: Image) { expect(image) }

    @Test(arguments: [
        Image(
            whole: "<!DOCTYPE svg [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]><svg>&b;</svg>",
            "it has a document type that is more than a name"),
        Image(whole: "<!DOCTYPE svg[]><svg/>", "it has a document type that is more than a name"),
        Image(
            whole: "<!DOCTYPE svg SYSTEM 'a' [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><svg/>",
            "it has a document type that is more than a name"),
        Image(whole: "<!DOCTYPE svg PUBLIC 'a'><svg/>", "it has a document type that is more than a name"),
        Image(whole: "<!DOCTYPE svg PUBLIC 'a''b'><svg/>", "it has a document type that is more than a name"),
        Image(whole: "<!DOCTYPE svg SYSTEM a><svg/>", "it has a document type that is more than a name"),
        Image(whole: "<!DOCTYPE svg SYSTEM 'a", "it has a document type that is more than a name"),
        Image(whole: "<!DOCTYPE svg", "it has a document type that is more than a name"),
        Image(whole: "<!DOCTYPEsvg><svg/>", "it has a document type that is more than a name"),
        Image(whole: "<!DOCTYPE svg><!DOCTYPE svg><svg/>", "it has a document type that is more than a name"),
        Image(whole: "<svg><!DOCTYPE svg></svg>", "it has a document type that is more than a name"),
        Image(whole: "<svg/><!DOCTYPE svg>", "it has a document type that is more than a name"),
        Image(whole: "<!DOCTYPE <svg/>", "its document type has no name"),
        Image(whole: "<!ENTITY a 'b'><svg/>", "it has a document type that is more than a name"),
        Image(whole: "<!DOCTYPE svg SYSTEM '\u{1}'><svg/>", "there is a control character"),
        Image(whole: "<!DOCTYPE svg SYSTEM 'a'><svg>&a;</svg>", "there is an entity other than those of XML"),
        Image("<text>&lol;</text>", "there is an entity other than those of XML"),
        Image("<text>&#0;</text>", "there is a reference to no character"),
        Image("<text>&#+65;</text>", "there is a reference to no character"),
        Image("<text>\u{1}</text>", "there is a control character"),
        Image(whole: "<?xml-stylesheet href='x'?><svg/>", "it has a processing instruction"),
        Image(whole: "<svg/><?xml version='1.0'?>", "it has a processing instruction"),
        Image(whole: "<?xml version='1.0' encoding='UTF-7'?><svg/>", "its XML declaration says encoding \"UTF-7\""),
        Image(whole: "<?xml version='1.1'?><svg/>", "its XML declaration says version \"1.1\""),
        Image(whole: "<html><svg/></html>", "its root <html> is not that of an SVG"),
        Image(whole: "<svg xmlns='urn:x'/>", "its root <svg> is not that of an SVG"),
        Image(whole: "<svg/><svg/>", "it has a second root, <svg>"),
        Image(whole: "<svg/>x", "there is text outside of it"),
        Image(whole: "<svg/>&#10;", "there is text outside of it"), Image("a]]>", "there is a ]]> in text"),
        Image(whole: "<!-- only -->", "it ends too early"), Image(whole: "<svg><g", "it ends inside of <g>"),
        Image(whole: "<svg>", "it ends too early"), Image(whole: "<svg><!-- ", "it ends inside of a comment"),
        Image(whole: "<svg><!-- -- --></svg>", "a comment has -- in it"),
        Image(whole: "<svg></g>", "</g> ends no element"),
        Image("<x:\u{E9} xmlns:x='urn:x'></x:e\u{301}>", "</x:e\u{301}> ends no element"),
        Image(whole: "<svg a", "a of <svg> has no value"), Image(whole: "<svg a=b>", "a of <svg> has no quotes"),
        Image(whole: "<svg id='b", "id of <svg> does not end"),
        Image(whole: "<svg id='<'/>", "there is a < in a value"),
        Image(whole: "<svg id='a' id='b'/>", "id of <svg> is there twice"),
        Image(whole: "<svg id='a'x='1'/>", "x of <svg> needs a space before it"),
        Image(whole: "<svg>< g/></svg>", "a tag has no name"),
        Image(
            whole: "<svg \((0...64).map { "data-\($0)='1'" }.joined(separator: " "))/>",
            "<svg> has more than 64 attributes"),
    ])
    func markup(_ image: Image) { expect(image) }
}
