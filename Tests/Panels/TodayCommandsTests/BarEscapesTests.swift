import DBus
import Foundation
import Testing
import TodayModel

@testable import TodayCommands

/// No text of a widget is a tag, markup or a command to any bar. Each format is read as its bar reads it.
@Suite struct BarEscapesTests {
    private static let reader = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "bar-reader.py")
        .path
    private static let hasPango =
        access("/usr/lib/python3/dist-packages/gi", F_OK) == 0
        && access("/usr/lib/x86_64-linux-gnu/girepository-1.0/Pango-1.0.typelib", F_OK) == 0

    /// Texts that begin, end or escape something in a bar or a shell.
    private static let special = [
        "%", "%%", "{", "}", "%{", "%%{", "<", ">", "&", "'", "\"", "\\", ":", ";", "`", "$", "%{A1:id >FILE:}",
        "%{F#f00}",
        "<b>", "<b/>", "&lt;", "&#60;", "</txt>", "<txtclick>id</txtclick>", "<img>/x</img>",
    ]

    /// Scalars of the class Prepend, which make one `Character` with what follows.
    private static let prepend: [Unicode.Scalar] = [
        "\u{600}", "\u{605}", "\u{6DD}", "\u{70F}", "\u{890}", "\u{8E2}", "\u{D4E}", "\u{110BD}", "\u{111C2}",
        "\u{1193F}", "\u{11D46}",
    ]

    /// Scalars that make one `Character` with what precedes.
    private static let extend: [Unicode.Scalar] = [
        "\u{301}", "\u{200C}", "\u{200D}", "\u{FE0F}", "\u{20E3}", "\u{903}", "\u{1F3FB}", "\u{E0061}",
    ]

    private static func item(_ text: String, error: String = "") throws -> BarItem {
        var widget = WidgetProperties(identifier: "org.example.A")
        widget.name = "A"
        widget.content = try Content.validating(
            .string(JSON.object([.init("kind", .string("text")), .init("text", .string(text))]).line))
        widget.error = error
        return BarItem(widget, now: Timestamp(microseconds: 0), isLocked: false)
    }

    /// Returns the reader's report on the texts in the formats: only the number of texts, if it finds no fault.
    private static func faults(
        _ texts: [String], error: String = "", in formats: [BarFormat]
    ) async throws -> String {
        var lines = ""
        for text in texts {
            let item = try item(text, error: error)
            for format in formats {
                let buttons = format == .genmon ? [BarButton.left] : BarButton.allCases
                lines +=
                    JSON.object([
                        .init("format", .string(format.rawValue)), .init("line", .string(format.line([item]))),
                        .init("text", .string(item.text)), .init("details", .string(item.details)),
                        .init("fault", .boolean(item.state.isFault)),
                        .init("commands", .array(buttons.map { .string(item.tapCommand($0)) })),
                    ]).line + "\n"
            }
        }
        let file = "/tmp/bar-lines-\(UUID().uuidString)"
        defer { unlink(file) }
        try lines.write(toFile: file, atomically: true, encoding: .utf8)
        let run = try await CommandRun.start([reader, file], [:], program: "/usr/bin/python3").result()
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        return run.output
    }

    @Test(.enabled(if: hasPango, "python3-gi and the introspection of Pango are not installed"))
    func marksHideNothingFromABar() async throws {
        var texts = Self.special
        for sign in Self.special {
            for scalar in Self.prepend + Self.extend {
                let mark = String(scalar)
                texts.append(mark + sign)
                texts.append("a" + mark + sign + "b")
                texts.append("a" + sign + mark + "b")
                texts.append(sign + mark + sign + mark)
            }
        }
        // A panel gets the whole widget, as JSON.
        let formats = BarFormat.allCases.filter { $0 != .panel }
        for error in ["", "<b>It</b> %{F#f00} broke"] {
            let said = try await Self.faults(texts, error: error, in: formats)
            let summary = said.split(separator: "\n").prefix(6).joined(separator: "\n")
            #expect(said == "\(texts.count * formats.count) lines\n", "\(summary)")
        }
    }

    /// lemonbar takes the end of a line that is too long for a line of its own, and xfce4-genmon-plugin waits for ever for a
    /// command whose output fills the pipe.
    @Test(.enabled(if: hasPango, "python3-gi and the introspection of Pango are not installed"))
    func aLongTextFits() async throws {
        let tag = "%{A1:id:}CLICK%{A}"
        var texts = ["%", "&", "\"", "é", "x"].map { String(repeating: $0, count: 2048) }
        for shift in 0..<64 {
            let text = String(repeating: "x", count: shift) + String(repeating: tag, count: 220)
            texts.append(String(text.prefix(4096)))
        }
        let said = try await Self.faults(texts, in: [.lemonbar, .genmon])
        #expect(said == "\(2 * texts.count) lines\n", "\(said.prefix(1000))")
        let many = try (0..<40).map { _ in try Self.item(String(repeating: "&", count: 4096)) }
        #expect(BarFormat.lemonbar.line(many).utf8.count < 4096)
        #expect(BarFormat.genmon.line(many).utf8.count < 65_536)
    }
}
