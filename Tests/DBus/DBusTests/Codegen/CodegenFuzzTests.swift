import DBusTesting
import Foundation
import Fuzzing
import Testing

@testable import DBus
@testable import DBusCodegen

/// Documents of all kinds, damaged: each is read or refused, and what is made of those that are read is Swift.
@Suite struct CodegenFuzzTests {
    /// Of this project and of other programs on this machine, as far as they are small.
    private static let corpus: [String] = {
        let root = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL.path
        let folders = [
            root + "/Tests/DBus/DBusTests/Codegen/Generated", root + "/data/dbus-1/interfaces",
            "/usr/share/dbus-1/interfaces",
        ]
        return folders.flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
                .filter { $0.hasSuffix(".xml") }
                .compactMap { try? String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
        }.filter { $0.utf8.count < 40_000 }
    }()

    /// Pieces of XML, signatures, names and Swift.
    private static let pieces = [
        "<", ">", "/>", "</", "<!--", "-->", "<![CDATA[", "]]>", "&", ";", "&#10;", "&#13;", "&#0;", "&quot;", "\"",
        "'",
        "\\", "\\(", "\"\"\"", "#", "`", "*/", "/*", "//", "{", "}", "(", ")", "\0", "\u{1}", "\u{7F}", "\u{2028}",
        "\u{FEFF}", "\u{202E}", "é", "\r\n", " name=\"self\"", " name=\"Type\"", " type=\"a{sv}\"",
        " type=\"((i)(s))\"",
        " type=\"h\"", "direction=\"out\"", "access=\"write\"", "<method name=\"init\"/>", "<signal name=\"_\"/>",
        "<property name=\"a-b\" type=\"v\" access=\"readwrite\"/>", "<interface name=\"a.b\"/>",
        "<annotation name=\"org.todaycenter.Swift.Struct\" value=\"A(b, c: D(e))\"/>",
        "<annotation name=\"org.todaycenter.Swift.Type\" value=\"[A: B.C] } x\"/>",
        "<annotation name=\"org.todaycenter.Swift.Type\" value=\"A\"/>",
        "<annotation name=\"org.todaycenter.Swift.Name\" value=\"x; y\"/>",
        "<annotation name=\"org.gtk.GDBus.DocString\" value=\"*/ &#13; &#10;import x\"/>",
    ]

    @Test func whatIsMadeOfADamagedDocumentIsSwift() async throws {
        #expect(Self.corpus.count >= 2)
        var (read, refused) = (0, 0)
        var samples: [String] = []
        let fuzzer = Fuzzer(texts: Self.corpus, words: Self.pieces, maximumBytes: 40_000)
        try fuzzer.run("code of documents", inputs: 250) { input in
            let document = input.text()
            guard let node = try? IntrospectedNode(xml: document) else {
                refused += 1
                return
            }
            var options = CodegenOptions()
            options.service = true
            options.properties = true
            guard let source = try? Codegen.source(for: [node], options) else { return }
            read += 1
            try input.expect(try source == Codegen.source(for: [node], options), "the same code each time")
            try input.expect(source.utf8.count < 100_000 + 100 * document.utf8.count, "code that is small")
            let fault = SwiftText.fault(of: source)
            try input.expect(fault == nil, fault ?? "")
            if read.isMultiple(of: 1000), samples.count < 100 { samples.append(source) }
        }
        #expect(read > 50 && refused > 50, "\(read) read, \(refused) refused")
        // With all the time of the world, the compiler has the last word.
        for sample in samples {
            let compiled = try await CompiledSource(text: sample, language: "6")
            #expect(compiled.isGood && compiled.diagnostics.isEmpty, "\(compiled.diagnostics)\n\(sample)")
        }
    }

    /// Swift is read by bytes, so no mark beside a quote moves the place where a literal begins or ends.
    @Test func documentationMayHoldAnyMark() async throws {
        let marks: [Unicode.Scalar] = [
            "\u{301}", "\u{200C}", "\u{200D}", "\u{FE0F}", "\u{20E3}", "\u{903}", "\u{1F3FB}", "\u{E0061}", "\u{600}",
            "\u{605}", "\u{6DD}", "\u{70F}", "\u{890}", "\u{8E2}", "\u{D4E}", "\u{110BD}", "\u{111C2}", "\u{1193F}",
            "\u{11D46}",
        ]
        let words = String(repeating: "words ", count: 30)
        var texts: [String] = []
        for mark in marks.map(String.init) {
            texts += [mark + words, words + mark, mark + "\\(" + words + mark + "\\"]
            texts.append("\(mark)&quot;\(mark) \(words) \(mark)&quot;\(mark)")
        }
        let methods = texts.enumerated().map { number, text in
            "<method name='M\(number)'><annotation name='org.gtk.GDBus.DocString' value='\(text)'/></method>"
        }
        var options = CodegenOptions()
        options.service = true
        let node = try IntrospectedNode(xml: "<node><interface name='a.b'>\(methods.joined())</interface></node>")
        let source = try Codegen.source(for: [node], options)
        #expect(SwiftText.fault(of: source) == nil)
        #expect(source.utf8.ranges(of: "doc: \"\"\"\n".utf8).count == texts.count)
        let compiled = try await CompiledSource(text: source, language: "6")
        #expect(compiled.isGood && compiled.diagnostics.isEmpty, "\(compiled.diagnostics.prefix(2000))")
    }

    /// Names in annotations become valid Swift, or are refused.
    @Test func structsMayHaveAnyName() async throws {
        let names = ["class(self, _)", "Self(init, Type)", "any(class, inout)", "sending(a, a)", "some(Any, var)"]
        let methods = names.enumerated().map { number, names in
            """
            <method name='M\(number)'><arg name='a' type='(\(number == 0 ? "ss" : "si"))' direction='in'>
            <annotation name='org.todaycenter.Swift.Struct' value='\(names)'/></arg></method>
            """
        }
        let node = try IntrospectedNode(xml: "<node><interface name='a.b'>\(methods.joined())</interface></node>")
        let source = try Codegen.source(for: [node], CodegenOptions())
        let compiled = try await CompiledSource(text: source, language: "6")
        #expect(compiled.isGood && compiled.diagnostics.isEmpty, "\(compiled.diagnostics.prefix(2000))")
        #expect(throws: CodegenError.self) { try StructNames("_(a)") }
    }
}

/// The checks of Swift source that need no compiler: comments end with their line, quotes and brackets are in pairs,
/// and only names and signs stand outside both.
private enum SwiftText {
    private enum Place { case code, comment, literal, longLiteral }

    /// The signs that may stand outside words and brackets.
    private static let marks = "0123456789_ \n,.:;-><=?@*&`$~\\".unicodeScalars

    static func fault(of source: String) -> String? {
        let signs = Array(source.unicodeScalars)
        var (place, position, line) = (Place.code, 0, 1)
        var open: [Unicode.Scalar] = []
        func follows(_ text: String) -> Bool { signs[position...].starts(with: text.unicodeScalars) }
        while position < signs.count {
            let sign = signs[position]
            if sign == "\n" {
                line += 1
            } else if sign.value < 32 {
                return "line \(line): a control"
            }
            switch place {
            case .comment: if sign == "\n" { place = .code }
            case .literal, .longLiteral:
                if sign == "\\" {
                    position += 1
                } else if place == .literal, sign == "\n" {
                    return "line \(line): a quote is missing"
                } else if follows(place == .literal ? "\"" : "\"\"\"") {
                    if place == .longLiteral { position += 2 }
                    place = .code
                }
            case .code:
                if follows("//") {
                    place = .comment
                } else if follows("\"\"\"") {
                    place = .longLiteral
                    position += 2
                } else if sign == "\"" {
                    place = .literal
                } else if let end: Unicode.Scalar = ["(": ")", "{": "}", "[": "]"][sign] {
                    open.append(end)
                } else if [")", "}", "]"].contains(sign) {
                    if open.popLast() != sign { return "line \(line): \(sign) ends nothing" }
                } else if !sign.properties.isAlphabetic, !marks.contains(sign) {
                    return "line \(line): \(sign) stands outside of words"
                }
            }
            position += 1
        }
        return open.isEmpty && place == .code ? nil : "something is not closed"
    }
}
