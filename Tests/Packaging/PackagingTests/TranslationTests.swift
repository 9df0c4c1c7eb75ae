import DBusTesting
import DesktopTesting
import Foundation
import Testing
import TodayPlatform

/// The translations are complete and correct, and the files have them.
@Suite struct TranslationTests {
    private static let folder = Repository.root.appending(path: "data/po")
    private static let hasGettext = Environment.locate("msgmerge") != nil
    private static let noGettext: Comment = "msgmerge is not installed (Debian package: gettext)"

    private static let languages =
        (try? String(contentsOf: folder.appending(path: "LINGUAS"), encoding: .utf8))?
        .split(separator: "\n").map(String.init) ?? []

    private static func run(_ arguments: String...) async throws -> ToolRun.Output {
        try await ToolRun.start(["/usr/bin/env"] + arguments, environment: Environment.current).finished()
    }

    // MARK: Files

    @Test func theListNamesAllCatalogs() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".po") }
        #expect(files.sorted() == Self.languages.map { $0 + ".po" })
        #expect(Self.languages.count >= 6)
    }

    /// The template has the messages of the sources, and desktop files, manifests and metadata have the translations.
    @Test(.enabled(if: hasGettext, noGettext)) func theFilesAreCurrent() async throws {
        let run = try await Self.run(Self.folder.path + "/update", "--check")
        #expect(run.exit == .status(0) && run.output.isEmpty && run.error.isEmpty, "run data/po/update: \(run)")
    }

    @Test(.enabled(if: hasGettext, noGettext), arguments: languages)
    func aCatalogCompiles(_ language: String) async throws {
        let run = try await Self.run(
            "msgfmt", "--check", "--output-file=/dev/null", "\(Self.folder.path)/\(language).po")
        #expect(run.exit == .status(0) && run.error.isEmpty, "\(run)")
    }

    // MARK: Translations

    @Test(arguments: languages) func everyMessageHasAGoodTranslation(_ language: String) throws {
        let catalog = try Catalog(Self.folder.appending(path: language + ".po"))
        let template = try Catalog(Self.folder.appending(path: "today-center.pot"))
        #expect(catalog.entries.map(\.key) == template.entries.map(\.key))
        #expect(catalog.entries.count > 50)
        #expect(!catalog.header.contains("@"), "an e-mail address")
        for entry in catalog.entries {
            for fault in entry.faults(catalog) { Issue.record("\(language): \(fault): \(entry.text)") }
        }
    }

    @Test(arguments: [
        (#"msgid "a"\#nmsgstr "b""#, ""), (#"msgid "a"\#nmsgstr """#, "empty"),
        ("#, fuzzy\nmsgid \"a\"\nmsgstr \"b\"", "fuzzy"), ("#~ msgid \"a\"\n#~ msgstr \"b\"", "obsolete"),
        (#"msgid "{a} and {b}"\#nmsgstr "{b} und {a}""#, ""), (#"msgid "{a}"\#nmsgstr "{b}""#, "places"),
        (#"msgid "{a} {a}"\#nmsgstr "{a}""#, "places"), (#"msgid "a\n"\#nmsgstr "b""#, "whitespace"),
        (#"msgid "a…"\#nmsgstr "b...""#, "ellipsis"), (#"msgid "a"\#nmsgstr "b…""#, "ellipsis"),
        (#"msgid "a’s"\#nmsgstr "l'a""#, "quotes"), (#"msgid "it's"\#nmsgstr "c'est""#, ""),
        ("msgid \"{count} a\"\nmsgid_plural \"{count} b\"\nmsgstr[0] \"one a\"\nmsgstr[1] \"{count} b\"", ""),
        ("msgid \"{count} a\"\nmsgid_plural \"{count} b\"\nmsgstr[0] \"{count} a\"\nmsgstr[1] \"b\"", "places"),
    ])
    func aFaultIsFound(_ entry: String, _ fault: String) throws {
        let header = "msgid \"\"\nmsgstr \"\"\n\"Plural-Forms: nplurals=2; plural=n != 1;\\n\"\n\n"
        let catalog = try Catalog(header + entry + "\n")
        #expect(catalog.entries.flatMap { $0.faults(catalog) }.joined() == fault)
    }

    // MARK: Extraction

    /// Runs a copy of the script on a source file. There is no language.
    private static func template(of source: String, _ name: String) async throws -> (String, ToolRun.Output) {
        let root = FileManager.default.temporaryDirectory.path + "/today-messages-\(UUID().uuidString)"
        defer { FolderContents.removeTree(root) }
        UserFolders.make(root + "/data/po")
        UserFolders.make(root + "/" + name.split(separator: "/").dropLast().joined(separator: "/"))
        try FileManager.default.copyItem(
            atPath: folder.path + "/update", toPath: root + "/data/po/update")
        try "".write(toFile: root + "/data/po/LINGUAS", atomically: false, encoding: .utf8)
        try source.write(toFile: root + "/" + name, atomically: false, encoding: .utf8)
        let run = try await run(root + "/data/po/update")
        let template = (try? String(contentsOfFile: root + "/data/po/today-center.pot", encoding: .utf8)) ?? ""
        return (template.split(separator: "\n\n").dropFirst().joined(separator: "\n\n"), run)
    }

    @Test(arguments: [
        ("Sources/a.swift", #"let a = tr("It\n\"is\"", ["b": tr("b")])"#, "It\n\"is\"|b"),
        ("Sources/a.swift", "trn(\n    \"a\", \"b\", 1)\ntrc(\"c\", \"d\")", "a/b|c:d"),
        ("Sources/a.swift", #"// tr("a")\#n"tr(\"b\") \(tr("c"))" + self.tr("d")"#, "c"),
        ("Sources/a.swift", "\"\"\"\n\"tr(\"a\")\"\n\"\"\" + tr(\"b\")", "b"),
        ("data/panels/gnome-shell/src/a.js", "`${_('a')}` + x.replace(/'/g, ngettext(\"b\", 'it\\'s', n))", "a|b/it's"),
        ("data/widgets/a.widget", "[Widget]\nName=a\nName[de]=b\nIcon=c\n[Setting A]\nChoiceNames=d;e\n", "a|d|e"),
        ("data/applications/a.desktop", "[Desktop Entry]\nName=a\nKeywords=b;c;\nExec=d\n", "a|b;c;"),
        ("data/metainfo/a.xml", "<name>a &amp;\n b</name>\n<name xml:lang=\"de\">c</name>\n<id>d</id>", "a & b"),
        (
            "data/panels/plasma-6/metadata.json", "    \"Name\": \"a\",\n    \"Name[de]\": \"b\",\n    \"Id\": \"c\"\n",
            "a"
        ),
    ])
    func messagesAreFound(_ name: String, _ source: String, _ messages: String) async throws {
        let (template, run) = try await Self.template(of: source, name)
        #expect(run.exit == .status(0) && run.error.isEmpty, "\(run)")
        let entries = try Catalog("\n\n" + template).entries
        let found = entries.map { "\($0.context.map { $0 + ":" } ?? "")\($0.text)\($0.many.map { "/" + $0 } ?? "")" }
        #expect(found.joined(separator: "|") == messages)
    }

    @Test func aCommentIsForTranslators() async throws {
        let source = "// Translators: one\n// two\nlet a = tr(\"{b}\")\n"
        let (template, _) = try await Self.template(of: source, "Sources/a.swift")
        #expect(
            template == """
                #. Translators: one
                #. two
                #: Sources/a.swift
                #, python-brace-format
                msgid "{b}"
                msgstr ""

                """)
    }

    @Test(arguments: [
        ("Sources/a.swift", "tr(\"a\" + b)"), ("Sources/a.swift", "tr(text)"), ("Sources/a.swift", #"tr("\(a)")"#),
        ("Sources/a.swift", #"trc("a")"#), ("Sources/a.swift", #"tr("\u{2026}")"#), ("Sources/a.swift", #"tr("")"#),
        ("data/panels/gnome-shell/src/a.js", "_(`a`)"), ("data/panels/gnome-shell/src/a.js", "_(name)"),
    ])
    func aCallWithoutALiteralIsRefused(_ name: String, _ call: String) async throws {
        let (_, run) = try await Self.template(of: "\n\(call)\n", name)
        #expect(run.exit == .status(1) && run.output.isEmpty)
        #expect(run.error.hasPrefix("update: \(name):2: "), "\(run)")
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

    @Test(
        .enabled(if: hasGettext, noGettext),
        .enabled(if: LocaleFolder.isAvailable, "localedef has no sources (Debian package: locales)"))
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

// MARK: Catalogs

/// A catalog of gettext, as msgmerge writes it.
private struct Catalog {
    struct Entry {
        var context, many: String?
        var text = ""
        var translations: [String] = []
        var isFuzzy = false
        var isObsolete = false

        var key: [String?] { [context, text, many] }

        /// What is wrong with the translations, in a word each.
        func faults(_ catalog: Catalog) -> [String] {
            if isObsolete { return ["obsolete"] }
            if isFuzzy { return ["fuzzy"] }
            var faults: Set<String> = []
            for (index, translation) in translations.enumerated() {
                if translation.isEmpty { return ["empty"] }
                let message = many != nil && index == 0 && translations.count == 2 ? text : many ?? text
                // The form for 1 may be without the number, and those for 0 and 2 in a language with six forms.
                let isExact = index < ([1: 0, 6: 3][translations.count] ?? 1) && !catalog.header.contains("=n > 1;")
                let ignored: Set = many != nil && isExact ? ["{count}"] : []
                if Self.places(translation, without: ignored) != Self.places(message, without: ignored) {
                    faults.insert("places")
                }
                if Self.edges(translation) != Self.edges(message) { faults.insert("whitespace") }
                if translation.hasSuffix("…") != message.hasSuffix("…") { faults.insert("ellipsis") }
                for quote in ["'", "\""] where translation.contains(quote) && !message.contains(quote) {
                    faults.insert("quotes")
                }
            }
            return faults.sorted()
        }

        private static func places(_ text: String, without ignored: Set<String>) -> [String] {
            text.matches(of: /\{\w+\}/.matchingSemantics(.unicodeScalar)).map { String($0.0) }
                .filter { !ignored.contains($0) }.sorted()
        }

        /// The whitespace at both ends.
        private static func edges(_ text: String) -> [String] {
            [String(text.prefix { $0.isWhitespace }), String(text.reversed().prefix { $0.isWhitespace })]
        }
    }

    let header: String
    let entries: [Entry]

    init(_ file: URL) throws { try self.init(String(contentsOf: file, encoding: .utf8)) }

    init(_ text: String) throws {
        let blocks = text.split(separator: "\n\n", omittingEmptySubsequences: false)
        header = blocks.first.map(String.init) ?? ""
        entries = try blocks.dropFirst().map(Self.entry)
    }

    private static func entry(_ block: Substring) throws -> Entry {
        var entry = Entry()
        var field: Substring = ""
        for line in block.split(separator: "\n") {
            if line.hasPrefix("#~") { entry.isObsolete = true }
            if line.hasPrefix("#,"), line.contains("fuzzy") { entry.isFuzzy = true }
            guard let quote = line.utf8.firstIndex(of: UInt8(ascii: "\"")), !line.hasPrefix("#") else { continue }
            let value = try JSONDecoder().decode(String.self, from: Data(line[quote...].utf8))
            if quote != line.startIndex {
                field = line[..<quote].prefix { $0 != " " && $0 != "[" }
                if field == "msgstr" { entry.translations.append("") }
            }
            switch field {
            case "msgctxt": entry.context = (entry.context ?? "") + value
            case "msgid": entry.text += value
            case "msgid_plural": entry.many = (entry.many ?? "") + value
            default: entry.translations[entry.translations.count - 1] += value
            }
        }
        return entry
    }
}
