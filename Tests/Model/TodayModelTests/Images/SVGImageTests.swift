import Glibc
import Testing

@testable import TodayModel

@Suite("SVG images")
struct SVGImageTests {
    /// As programs write them that people draw icons with.
    static let kept = [
        "<svg/>",
        "\u{FEFF}<svg xmlns='http://www.w3.org/2000/svg'></svg>\n",
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" \
        stroke="currentColor" stroke-width="2" stroke-linecap="round" class="feather feather-x">\
        <line x1="18" y1="6" x2="6" y2="18"></line><polyline points="1 2 3 4"></polyline></svg>
        """,
        """
        <svg xmlns="http://www.w3.org/2000/svg" height="24px" viewBox="0 -960 960 960" width="24px" fill="#e8eaed">\
        <path d="M480-320 280-520l56-58 104 104v-326h80v326l104-104a1 1 0 01.5.5Z"/></svg>
        """,
        """
        <svg width="24" height="24" viewBox="0 0 24 24" xmlns="http://www.w3.org/2000/svg">\
        <g clip-path="url(#clip0_1_2)"><path d="M0 0h1" fill="#0D99FF" fill-opacity=".5"/></g>\
        <rect width="1" height="1" fill="url(#p)"/><defs>\
        <clipPath id="clip0_1_2"><rect width="24" height="24" fill="white" transform="translate(0 .5)"/></clipPath>\
        <linearGradient id="p" x1="0" y1="0" x2="24" y2="24" gradientUnits="userSpaceOnUse">\
        <stop stop-color="#fff"/><stop offset="100%" stop-opacity="0"/></linearGradient></defs></svg>
        """,
        """
        <?xml version="1.0" encoding="utf-8"?>
        <!-- Generator: <script> -->
        <svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" \
        xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px" viewBox="0 0 512 512" \
        style="enable-background:new 0 0 512 512;" xml:space="preserve">
        <style type="text/css">
            .st0{fill:#E7ECED;} /* a comment */
            .st1,.st2{fill:none;stroke:#556080;stroke-width:2;stroke-dasharray:4,2 !important}
        </style><g><path class="st0" d="M1,1c2-3.5,4e-1.5,1-2"/></g></svg>
        """,
        """
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
        xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:svg="http://www.w3.org/2000/svg" \
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:cc="http://creativecommons.org/ns#" \
        width="210mm" height="297mm" viewBox="0 0 210 297"><inkscape:namedview id="a" inkscape:zoom="1e9"/>\
        <title>A &amp; &#66;</title><metadata><rdf:RDF><cc:Work rdf:about="http://x"/></rdf:RDF></metadata>\
        <defs><radialGradient id="a" inkscape:collect="always"><stop style="stop-color:#fff" offset="0"/>\
        </radialGradient><linearGradient id="b" xlink:href="#a" gradientTransform="matrix(1,0,0,1,-3,1.5e-5)"/></defs>\
        <svg:g inkscape:label="Layer 1" transform="translate(0,-1036.3622) rotate(-90 5 5) skewX(10)">\
        <text x="1" y="2" style="font-size:10px;font-family:'DejaVu Sans';marker:none;\
        -inkscape-font-specification:'DejaVu Sans, Normal';fill:url( '#b' ) #000;line-height:1.25">\
        <tspan dy="0.3em" font-weight="700">A</tspan></text></svg:g><use xlink:href="#u"/><circle id="u" r="2"/></svg>
        """,
        """
        <svg version="1.0" xmlns="http://www.w3.org/2000/svg" width="1280.0pt" height="1280.0pt" \
        viewBox="0 0 1280.0 1280.0" preserveAspectRatio="xMidYMid meet"><metadata>Created by potrace</metadata>\
        <g transform="translate(0.0,1280.0) scale(0.1,-0.1)" stroke="none"><path d="M6305 12794 c-22 -2 -92 -9 -155 -15z"/></g></svg>
        """,
        """
        <?xml version="1.0" encoding="utf-8" standalone="no"?>
        <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"
          "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
        <svg xmlns:xlink="http://www.w3.org/1999/xlink" width="460.8pt" height="345.6pt" viewBox="0 0 460.8 345.6" \
        xmlns="http://www.w3.org/2000/svg" version="1.1"><g id="figure_1"><path d="M 0 345.6 L 460.8 345.6 z" \
        style="fill: #ffffff"/></g></svg>
        """,
        "<!DOCTYPE svg><svg/>", "<!DOCTYPE svg SYSTEM '[>' ><svg/>", "<!DOCTYPE html PUBLIC '' \"'\"><svg/>",
        "<s:svg xmlns:s='http://www.w3.org/2000/svg'><s:g/></s:svg>",
        "<svg><text>url(http://x) on the way, \u{FEFF}<![CDATA[<b> & such]]></text></svg>",
    ]

    @Test(arguments: kept)
    func isKept(_ text: String) {
        #expect(SVGImage.fault(in: Array(text.utf8)) == nil)
    }

    /// All of the icons that are on this machine but the one that has a filter.
    @Test func theIconsOfAdwaita() throws {
        let folder = "/usr/share/icons/Adwaita/scalable"
        var count = 0
        for category in try names(in: folder) {
            for name in try names(in: "\(folder)/\(category)") where name.hasSuffix("-symbolic.svg") {
                count += 1
                let fault = SVGImage.fault(in: try bytes(of: "\(folder)/\(category)/\(name)"))
                if name != "preferences-desktop-appearance-symbolic.svg" { #expect(fault == nil, "\(name)") }
            }
        }
        #expect(count > 100)
    }

    private struct FileError: Error { let path: String }

    private func names(in folder: String) throws -> [String] {
        guard let stream = opendir(folder) else { throw FileError(path: folder) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    private func bytes(of path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw FileError(path: path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return bytes
    }
}
