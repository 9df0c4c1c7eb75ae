import DBus
import Fuzzing
import Testing
import TodayManifests
import TodayModel

/// Manifests, desktop files and command lines are read as GLib reads them, or refused.
@Suite(.longComputation) struct ManifestFuzzTests {
    private static let words =
        [
            "[Widget]\n", "[Desktop Entry]\n", "[Setting Key]\n", "[", "]", "=", ";", "\\", "\\s", "\\n", "\\;", "\n",
            "\r\n", "#", "[de]", "[de_AT@x]", "[de_AT.UTF-8@x]=", "\"", "%", "%u", "%%", " %U", "15min", "2h", "500K",
            "1;2;3;4", "true", "false", "Type=Application\n", "Type=choice\n", "Choices=a;b;\n", "Hidden=", "Default=",
            "x-scheme-handler/a;", "sh -c \"a b\" ", "\\\"", "\\`", "\\$", "~/a", "/usr/bin/env ",
        ] + Manifest.keys.sorted().map { "\n\($0)=" }
        + ["Exec", "Icon", "Name", "TryExec", "Path", "Terminal", "NoDisplay", "DBusActivatable", "MimeType"].map {
            "\n\($0)="
        }

    private static let manifests =
        Fuzzer.files(in: "data/widgets", suffix: ".widget") + Fuzzer.files(in: "data/examples", suffix: ".widget")

    /// GLib keeps the blanks at the end of a line, and takes two more characters for blanks at its beginning.
    private static func isSame(_ known: String, _ text: String) -> Bool {
        func trimmed(_ text: String) -> Substring {
            let blanks = [" ", "\\t", "\\r", "\\x0b", "\\x0c"]
            var text = Substring(text)
            while let end = blanks.first(where: text.hasSuffix) { text = text.dropLast(end.utf8.count) }
            while let start = blanks.first(where: text.hasPrefix) { text = text.dropFirst(start.utf8.count) }
            return text
        }
        return trimmed(known) == trimmed(SecondOpinion.escaped(text))
    }

    @Test func manifests() throws {
        let glib = try SecondOpinion.glib()
        var (accepted, names) = (0, 0)
        #expect(Self.manifests.count > 3)
        try Fuzzer(corpus: Self.manifests, words: Self.words).run("manifests", inputs: 1000) { input in
            let text = input.text()
            let locale = input.pick([nil, "de_AT.UTF-8@x", "C", text])
            let faults = Manifest.faults(in: text, identifier: "org.example.A")
            _ = Manifest.unknownKeys(in: text)
            let manifest: Manifest
            do throws(ManifestFault) {
                manifest = try Manifest.parse(text, identifier: "org.example.A", locale: locale)
            } catch {
                let lines = 1 + text.utf8.count { $0 == 0x0A }
                try input.expect((1...lines).contains(error.line), "a fault names its line: \(error)")
                try input.expect("\(error)".utf8.count < 16_000, "a fault is short: \(error)")
                let hasControls = "\(error)".unicodeScalars.contains { $0.isControl }
                try input.expect(!hasControls, "no controls are told: \(error)")
                if locale == nil { try input.expect(!faults.isEmpty, "all faults are none, but \(error)") }
                return
            }
            accepted += 1
            let definition = manifest.definition
            try input.expect(
                try WidgetDefinition(definition.dictionary).dictionary == definition.dictionary, "a definition again")
            // GLib's text ends at a NUL.
            guard locale == nil, !text.utf8.contains(0), let name = definition.name,
                let known = try glib.ask("value", "Widget", "Name", text)
            else { return }
            names += 1
            try input.expect(Self.isSame(known, name), "GLib reads the name \(known), not \(name)")
        }
        #expect(accepted > 150 && names > 50, "\(accepted) accepted, \(names) names")
    }

    @Test func desktopFiles() throws {
        let glib = try SecondOpinion.glib()
        var (accepted, lines) = (0, 0)
        let corpus = ["data/applications", "data/examples/applications"].flatMap {
            Fuzzer.files(in: $0, suffix: ".desktop")
        }
        #expect(corpus.count > 2)
        try Fuzzer(corpus: corpus, words: Self.words).run("desktop files", inputs: 1000) { input in
            let text = input.text()
            guard let file = try? DesktopFile.parse(text, locale: input.pick([nil, "de", text])) else { return }
            accepted += 1
            guard let exec = file.exec, !text.utf8.contains(0),
                let known = try glib.ask("value", "Desktop Entry", "Exec", text)
            else { return }
            lines += 1
            try input.expect(Self.isSame(known, exec), "GLib reads the line \(known), not \(exec)")
        }
        #expect(accepted > 150 && lines > 50, "\(accepted) accepted, \(lines) lines")
    }

    @Test func commandLines() throws {
        let glib = try SecondOpinion.glib()
        var accepted = 0
        let corpus = ["a b", "/usr/bin/env \"a b\" c", "sh -c \"x \\\"y\\\" \\$z\" d", "app %u --x %i", "app \"\" %%"]
        try Fuzzer(texts: corpus, words: Self.words, maximumBytes: 2000).run("command lines", inputs: 2500) { input in
            let line = input.text()
            let subject = ExecSubject(url: "a:b", file: "/c", icon: "d", name: "e f", desktopFile: "/g h")
            if let arguments = try? ExecLine.expand(line, with: subject) {
                try input.expect(arguments.joined().utf8.count < 10 * (line.utf8.count + 10), "a line that is bounded")
            }
            _ = try? WidgetURL(line)
            _ = try? WidgetIdentifier(line)
            _ = DesktopFileID(line)?.candidates { _ in false }
            guard let arguments = try? ExecLine.split(line), !line.utf8.contains(UInt8(ascii: "%")) else { return }
            accepted += 1
            let known = try glib.ask("arguments", line)
            let found = SecondOpinion.escaped(arguments.map { "[\($0)]" }.joined())
            try input.expect(known == found, "GLib reads \(known ?? "none"), not \(found)")
        }
        #expect(accepted > 150)
    }
}
