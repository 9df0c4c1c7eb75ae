import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayCommands

/// The package that `todayctl new widget` creates. `Tests/Support/Programs/TeaTime` is such a package. Its widget and
/// its test are targets of this package, which proves that they compile and that the test passes.
@Suite struct NewWidgetTests {
    private static let teaTime =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Support/Programs/TeaTime"

    /// If `UPDATE_DATA` is set, the test writes the package again.
    @Test func thePackageIsTheOneThatIsCompiled() throws {
        let template = try WidgetTemplate(name: "Tea Time", source: "/path/to/today-center")
        if getenv("UPDATE_DATA") != nil {
            for file in template.files { unlink(Self.teaTime + "/" + file.path) }
            for folder in ["/Sources", "/Tests", ""] { rmdir(Self.teaTime + folder) }
            try NewFolder.write(template.files, to: Self.teaTime)
        }
        for file in template.files { #expect(try read("\(Self.teaTime)/\(file.path)") == file.text, "\(file.path)") }
    }

    @Test func theCommandWritesIt() async throws {
        try await withBus { bus in
            let folder = bus.folder + "/new folder/tea"
            let run = try await todayctl("new", "widget", "Tea Time", "--path", folder, on: bus)
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
            #expect(run.output.contains("\n  cd '\(folder)'\n") && run.output.contains("swift run tea-time-widget"))
            let checkout = try #require(Installation.around(CommandRun.todayctl).checkout)
            let template = try WidgetTemplate(name: "Tea Time", source: checkout)
            for file in template.files { #expect(try read("\(folder)/\(file.path)") == file.text) }
            let manifest = "\(folder)/org.example.TeaTime.widget"
            let check = try await todayctl("validate", manifest, on: bus)
            #expect(check.status == 0 && check.output.split(separator: "\n").count == 1)
            #expect(check.output.contains("warning: Exec: program not found: \"tea-time-widget\""))

            let again = try await todayctl("new", "widget", "Other", "--path", folder, on: bus)
            expect(again, 1, "", "todayctl: \(folder) is not empty\n")
            #expect(access(folder + "/Sources/OtherWidget.swift", F_OK) != 0)
        }
    }

    @Test func identifierAndSourceAreTheUsers() throws {
        let url = "https://example.org/today-center"
        let template = try WidgetTemplate(name: "tea", identifier: "com.example.tea-1.T", source: url)
        let texts = template.files.map(\.text)
        #expect(texts[1].contains("\n        .package(url: \"\(url)\", exact: \"\(TodayVersion.string)\")\n"))
        #expect(texts[3].contains("\"com.example.tea-1.T\"") && texts[3].contains("class TeaWidget:"))
        #expect(template.files[5].path == "com.example.tea-1.T.widget")
        let folder = try WidgetTemplate(name: "tea", source: "/odd \"folder\\")
        #expect(folder.files[1].text.contains(#"path: "/odd \"folder\\")"#))
        let marked = try WidgetTemplate(name: "tea", source: "/\u{D4E}\"\u{301}\\\u{301}\u{D4E}\\")
        let path = "path: \"/\u{D4E}\\\"\u{301}\\\\\u{301}\u{D4E}\\\\\")"
        #expect(marked.files[1].text.utf8.firstRange(of: path.utf8) != nil)
    }

    @Test(arguments: [
        ("Tea Time", "TeaTime", "tea-time"), ("tea-time", "TeaTime", "tea-time"), ("X", "X", "x"),
        ("used  2nd Space ", "Used2ndSpace", "used-2nd-space"), ("Größe", "Groesse", "groesse"),
        ("Ölstand Ærø Håndbold", "OelstandAeroeHaandbold", "oelstand-aeroe-haandbold"),
        ("U\u{308}ber o\u{308}", "UeberOe", "ueber-oe"),
        ("Żółw e\u{301}té", "ZolwEte", "zolw-ete"), ("Кофе Время", "KofeVremya", "kofe-vremya"),
        ("Ώρα ٣", "Ora3", "ora-3"), ("커피", "Keopi", "keopi"), ("お茶", "Ou8336", "ou8336"),
    ]) func namesAreMadeFromTheWords(_ name: String, _ camel: String, _ kebab: String) throws {
        let words = try WidgetTemplate.Words(name)
        #expect(words.camel == camel && words.kebab == kebab)
    }

    private static let otherNames = [
        "", " ", "-", "2nd", "Tee & Co", "a/b", "❤", "\u{301}", "ь", "a\nb", "a_b", String(repeating: "a", count: 101),
    ]

    @Test(arguments: otherNames)
    func otherNamesAreRefused(_ name: String) async throws {
        #expect(throws: WidgetTemplate.Words.Fault.self) { try WidgetTemplate.Words(name) }
        try await withBus { bus in
            let run = try await todayctl("new", "widget", name, "--path", bus.folder + "/new", on: bus)
            #expect(run.status == 64 && run.output.isEmpty && run.errors.contains("name: "), "\(run)")
            #expect(access(bus.folder + "/new", F_OK) != 0)
        }
    }

    @Test func whatCannotBeWrittenLeavesNothing() throws {
        let folder = try TemporaryFolder(prefix: "todayctl-tests")
        defer { folder.remove() }
        let files = ["a/b", "a/c", "a/b/d"].map { WidgetTemplate.File(path: $0, text: "x") }
        #expect(throws: CommandFailure.self) { try NewFolder.write(files, to: folder.path + "/new") }
        #expect(access(folder.path + "/new", F_OK) != 0)
        #expect(throws: CommandFailure.self) { try NewFolder.write(files, to: "/proc/nowhere") }
    }

    private func read(_ path: String) throws -> String {
        let file = try #require(fopen(path, "r"), "\(path)")
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
