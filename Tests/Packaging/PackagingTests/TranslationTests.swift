import DBusTesting
import DesktopTesting
import Foundation
import Testing
import TodayPlatform

/// The translations are complete and correct, and the files have them.
@Suite(.enabled(if: Environment.locate("msgmerge") != nil, "msgmerge is not installed (Debian package: gettext)"))
struct TranslationTests {
    private static let folder = Repository.root.appending(path: "data/po")

    private static func run(_ arguments: String...) async throws -> ToolRun.Output {
        try await ToolRun.start(["/usr/bin/env"] + arguments, environment: Environment.current).finished()
    }

    @Test func theListNamesAllCatalogs() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".po") }
        let list = try String(contentsOf: Self.folder.appending(path: "LINGUAS"), encoding: .utf8)
        #expect(files.sorted() == list.split(separator: "\n").map { $0 + ".po" } && files.count >= 6)
    }

    /// Each message has a translation in each language, and all files have them.
    @Test func theTranslationsAreCurrent() async throws {
        let run = try await Self.run(Self.folder.path + "/update", "--check")
        #expect(run.exit == .status(0) && run.output.isEmpty && run.error.isEmpty, "run data/po/update: \(run)")
    }

    /// Without a warning.
    @Test func theCatalogsCompile() async throws {
        let checkout = try SmallCheckout()
        let run = try await Self.run(Self.folder.path + "/build", checkout.root)
        #expect(run.exit == .status(0) && run.output.isEmpty && run.error.isEmpty, "\(run)")
        #expect(FileManager.default.fileExists(atPath: checkout.root + "/pt_BR/LC_MESSAGES/today-center.mo"))
    }

    // MARK: data/po/update

    /// A folder with a copy of the script, which runs on the sources there.
    private final class SmallCheckout {
        let root = FileManager.default.temporaryDirectory.path + "/today-messages-\(UUID().uuidString)"

        init(_ files: [String: String] = [:], languages: String = "") throws {
            UserFolders.make(root + "/data/po")
            try FileManager.default.copyItem(
                atPath: TranslationTests.folder.path + "/update", toPath: root + "/data/po/update")
            for (name, text) in files.merging(["data/po/LINGUAS": languages], uniquingKeysWith: { old, _ in old }) {
                UserFolders.make(root + "/" + name.split(separator: "/").dropLast().joined(separator: "/"))
                try text.write(toFile: root + "/" + name, atomically: false, encoding: .utf8)
            }
        }

        deinit { FolderContents.removeTree(root) }

        func update(_ arguments: String...) async throws -> ToolRun.Output {
            try await ToolRun.start([root + "/data/po/update"] + arguments, environment: Environment.current).finished()
        }

        func text(_ name: String) throws -> String { try String(contentsOfFile: root + "/" + name, encoding: .utf8) }

        /// The strings of a catalog after its header.
        func strings(_ catalog: String) throws -> [String] {
            try text("data/po/" + catalog).split(separator: "\n\n").dropFirst().joined(separator: "\n\n")
                .matches(of: /(?m)^msg\w+(?:\[\d\])? "(.+)"$/).map { String($0.1) }
        }
    }

    @Test(arguments: [
        ("Sources/a.swift", #"let a = tr("\"It\"", ["b": tr("b")])"#, [#"\"It\""#, "b"]),
        ("Sources/a.swift", "trn(\n    \"a\", \"b\", 1)\ntrc(\"c\", \"d\")", ["a", "b", "c", "d"]),
        ("Sources/a.swift", #"// tr("a")\#n"tr(\"b\") \(tr("c"))" + self.tr("d")"#, ["c"]),
        ("Sources/a.swift", "\"\"\"\n\"tr(\"a\")\"\n\"\"\" + tr(\"b\")", ["b"]),
        (
            "data/panels/gnome-shell/src/a.js", "`${_('a')}` + x.replace(/'/g, ngettext(\"b\", 'it\\'s', n))",
            ["a", "b", "it's"]
        ),
        (
            "data/widgets/a.widget", "[Widget]\nName=a\nName[de]=b\nIcon=c\n[Setting A]\nName=d\nChoiceNames=e;f\n",
            ["a", "d", "e", "f"]
        ),
        ("data/applications/a.desktop", "[Desktop Entry]\nName=a\nKeywords=b;c;\nExec=d\n", ["a", "b;c;"]),
        ("data/metainfo/a.xml", "<name>a &amp;\n b</name>\n<name xml:lang=\"de\">c</name>\n<id>d</id>", ["a & b"]),
        ("data/panels/plasma-6/metadata.json", "\"Name\": \"a\",\n\"Name[de]\": \"b\",\n\"Id\": \"c\"\n", ["a"]),
    ])
    func messagesAreFound(_ name: String, _ source: String, _ strings: [String]) async throws {
        let checkout = try SmallCheckout([name: source])
        let run = try await checkout.update()
        #expect(run.exit == .status(0) && run.error.isEmpty, "\(run)")
        #expect(try checkout.strings("today-center.pot") == strings)
    }

    @Test func aCommentIsForTranslators() async throws {
        let checkout = try SmallCheckout(["Sources/a.swift": "// Translators: one\n// two\nlet a = tr(\"{b}\")\n"])
        _ = try await checkout.update()
        let entry = """
            #. Translators: one
            #. two
            #: Sources/a.swift
            #, python-brace-format
            msgid "{b}"
            msgstr ""

            """
        #expect(try checkout.text("data/po/today-center.pot").hasSuffix("\n\n" + entry))
    }

    @Test(arguments: [
        ("Sources/a.swift", "tr(\"a\" + b)"), ("Sources/a.swift", "tr(text)"), ("Sources/a.swift", #"tr("\(a)")"#),
        ("Sources/a.swift", #"trc("a")"#), ("Sources/a.swift", #"tr("\u{2026}")"#), ("Sources/a.swift", #"tr("")"#),
        ("data/panels/gnome-shell/src/a.js", "_(`a`)"), ("data/panels/gnome-shell/src/a.js", "_(name)"),
    ])
    func aCallWithoutALiteralIsRefused(_ name: String, _ call: String) async throws {
        let run = try await SmallCheckout([name: "\n\(call)\n"]).update()
        #expect(run.exit == .status(1) && run.output.isEmpty)
        #expect(run.error.hasPrefix("update: \(name):2: "), "\(run)")
    }

    /// Translations come into the files, and a second run changes nothing.
    @Test func translationsAreWritten() async throws {
        let files = [
            "data/widgets/a.widget": "[Widget]\nName=Clock\n[Setting A]\nChoices=a;b\nChoiceNames=One;Two\nMinimum=1\n",
            "data/metainfo/a.xml": "<a>\n  <name>Clock</name>\n</a>\n",
            "data/panels/plasma-6/metadata.json": "{\n    \"Name\": \"Clock\",\n    \"Id\": \"a\"\n}\n",
        ]
        let checkout = try SmallCheckout(files, languages: "de\npt_BR\n")
        #expect(try await checkout.update().exit == .status(0))
        let catalog = try checkout.text("data/po/pt_BR.po")
        #expect(catalog.contains("\"Language: pt_BR\\n\"\n") && !catalog.contains("@"))
        var german = try checkout.text("data/po/de.po")
        for (message, translation) in [("Clock", "Uhr & mehr"), ("One", "Ei;ns"), ("Two", "Zwei")] {
            german = german.replacing("\"\(message)\"\nmsgstr \"\"", with: "\"\(message)\"\nmsgstr \"\(translation)\"")
        }
        try german.write(toFile: checkout.root + "/data/po/de.po", atomically: false, encoding: .utf8)
        #expect(try await checkout.update("--check").exit == .status(1))
        for _ in 0..<2 {
            let run = try await checkout.update()
            #expect(run.exit == .status(0) && run.output.hasSuffix("data/po/pt_BR.po: 3 messages to translate\n"))
            #expect(
                try checkout.text("data/widgets/a.widget")
                    == "[Widget]\nName=Clock\nName[de]=Uhr & mehr\n[Setting A]\nChoices=a;b\nChoiceNames=One;Two\n"
                    + "ChoiceNames[de]=Ei\\;ns;Zwei;\nMinimum=1\n")
            #expect(
                try checkout.text("data/metainfo/a.xml")
                    == "<a>\n  <name>Clock</name>\n  <name xml:lang=\"de\">Uhr &amp; mehr</name>\n</a>\n")
            #expect(
                try checkout.text("data/panels/plasma-6/metadata.json")
                    == "{\n    \"Name\": \"Clock\",\n    \"Name[de]\": \"Uhr & mehr\",\n    \"Id\": \"a\"\n}\n")
        }
    }

    @Test func faultsAreFound() async throws {
        let cases: [(call: String, forms: [String], fault: String?)] = [
            (#"tr("{a} and {b}")"#, ["{b} und {a}"], nil), (#"tr("{a}")"#, ["{b}"], "the places are {b}, not {a}"),
            (#"tr("{a}, {a}")"#, ["{a}"], "the places are {a}, not {a} {a}"),
            (#"tr("a\n")"#, ["b"], "the whitespace at the ends differs"),
            (#"tr("a…")"#, ["b..."], "the ellipsis … at the end differs"),
            (#"tr("a")"#, ["b…"], "the ellipsis … at the end differs"),
            (#"tr("a’s")"#, ["l'a"], "a straight quotation mark: '"), (#"tr("it's")"#, ["c'est"], nil),
            (#"trn("{count} a", "{count} b", 1)"#, ["one", "{count}"], nil),
            (#"trn("{count} c", "{count} d", 1)"#, ["one", "many"], "the places are missing, not {count}"),
            (#"tr("b")"#, [""], nil),
        ]
        let source = cases.map(\.call).joined(separator: "\n")
        let checkout = try SmallCheckout(["Sources/a.swift": source], languages: "de\n")
        _ = try await checkout.update()
        let catalog = try checkout.text("data/po/de.po")
        let start = try #require(catalog.range(of: "\n\n")).lowerBound
        var forms = cases.flatMap(\.forms)
        let entries = String(catalog[start...]).replacing(/(?m)^(msgstr(?:\[\d\])?) ""$/) { match in
            "\(match.output.1) \"\(forms.removeFirst())\""
        }
        try (catalog[..<start] + entries)
            .write(toFile: checkout.root + "/data/po/de.po", atomically: false, encoding: .utf8)
        let run = try await checkout.update("--check")
        #expect(run.exit == .status(1) && run.error.isEmpty && forms.isEmpty, "\(run)")
        let faults = cases.compactMap(\.fault).map { ": " + $0 } + [": 1 messages to translate"]
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == faults.count, "\(run)")
        for (line, fault) in zip(lines, faults) {
            #expect(line.hasPrefix("data/po/de.po: ") && line.hasSuffix(fault))
        }
    }

    // MARK: Plurals

    /// A language with three forms.
    private static let polish = """
        msgid ""
        msgstr ""
        "Content-Type: text/plain; charset=UTF-8\\n"
        "Plural-Forms: nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;\\n"

        msgid "{count} byte"
        msgid_plural "{count} bytes"
        msgstr[0] "{count} bajt"
        msgstr[1] "{count} bajty"
        msgstr[2] "{count} bajtów"

        """

    @Test(.enabled(if: LocaleFolder.isAvailable, "locales are not installed (Debian package: locales)"))
    func aNumberChoosesTheForm() async throws {
        let programs = try TranslatedPrograms("language-probe")
        try await programs.setCatalog(Self.polish, for: "pl")
        let counts = ["0", "1", "2", "5", "12", "21", "22"]
        let forms = ["0 bajtów", "1 bajt", "2 bajty", "5 bajtów", "12 bajtów", "21 bajtów", "22 bajty"]
        let probe = [programs.path("language-probe")] + counts
        let run = try await ToolRun.start(probe, environment: LocaleFolder.environment(for: "pl_PL")).finished()
        #expect(run.output.split(separator: "\n").map(String.init) == forms, "\(run)")
        // A locale without a catalog.
        let other = try await ToolRun.start(probe, environment: LocaleFolder.environment(for: "de_DE")).finished()
        #expect(other.output == "0 bytes\n1 byte\n2 bytes\n5 bytes\n12 bytes\n21 bytes\n22 bytes\n", "\(other)")
    }
}
