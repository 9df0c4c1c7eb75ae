import Glibc
import Testing

@testable import TodayCommands

/// `todayctl validate`, which needs no bus.
@Suite struct ValidateTests {
    private static func problems(_ text: String, in file: String = "/x/org.example.A.widget") -> [String] {
        ManifestCheck(file: file, text: text).problems.map(\.description)
    }

    @Test func aGoodManifestHasNoProblems() {
        #expect(Self.problems("[Widget]\nName=A\nExec=sh -c true\nIcon=x\nX-Mine=1") == [])
    }

    @Test func problemsAreLocated() {
        #expect(
            Self.problems("[Widget]\nName=A\nUpdateInterval=soon\nHasContent=perhaps") == [
                "/x/org.example.A.widget:3: UpdateInterval: \"soon\" is not a time such as 90 (seconds), 15min, 2h or 1d",
                "/x/org.example.A.widget:4: HasContent: \"perhaps\" isn't true or false",
            ])
    }

    @Test func warnings() {
        #expect(
            Self.problems("[Widget]\nNaem=A\nExec=/nowhere/program --x\nIcon=") == [
                "/x/org.example.A.widget:2: warning: Naem: unknown key; custom keys begin with X-",
                "/x/org.example.A.widget:3: warning: Exec: program not found: \"/nowhere/program\"",
                "/x/org.example.A.widget:4: warning: Icon: an empty icon has no effect",
            ])
        let content = #"{"kind":"lable","children":[{"kind":"text","text":"a","bold":true}]}"#
        let found = Self.problems(
            "[Widget]\nTryExec=/nowhere/x\nIcon=/nowhere/y.png\nContainingApp=org.example.Nowhere\nContent=\(content)")
        let begins = [
            "/x/org.example.A.widget:2: warning: TryExec: program not found: \"/nowhere/x\"; without it, the "
                + "widget doesn't exist",
            "/x/org.example.A.widget:3: warning: Icon: file not found: \"/nowhere/y.png\"",
            "/x/org.example.A.widget:4: warning: ContainingApp: desktop file not found: \"org.example.Nowhere.desktop\"",
            "/x/org.example.A.widget:5: warning: Content: children[0].bold: not an attribute of text, so it is ignored",
            "/x/org.example.A.widget:5: warning: Content: kind: \"lable\" isn't one of ",
        ]
        #expect(found.count == begins.count && zip(found, begins).allSatisfy { $0.hasPrefix($1) }, "\(found)")
        #expect(Self.problems("[Widget]", in: "org.example.A.desktop").count == 1)
        #expect(Self.problems("[Widget]", in: "A.widget").first?.hasPrefix("A.widget: the file name") == true)
        #expect(Self.problems("[Widget]\nHidden=true\nExec=/nowhere/program") == [])
    }

    @Test func theProgramEndsWithWhatItFound() async throws {
        var template = Array("/tmp/validate.XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let (good, bad) = (folder + "/org.example.A.widget", folder + "/org.example.B.widget")
        defer { for path in [good, bad] { unlink(path) } }
        defer { rmdir(folder) }
        for (path, text) in [(good, "[Widget]\nNaem=A\n"), (bad, "[Widget]\nArranged=maybe\n")] {
            let file = open(path, O_WRONLY | O_CREAT, 0o600)
            try Output(descriptor: file).write(text)
            close(file)
        }
        func validate(_ arguments: String...) async throws -> CommandRun.Result {
            try await CommandRun.start(["validate"] + arguments, ["PATH": "/usr/bin:/bin"]).result()
        }
        let warning = "\(good):2: warning: Naem: unknown key; custom keys begin with X-\n"
        expect(try await validate(good), 0, warning, "")
        let fault = "\(bad):2: Arranged: \"maybe\" isn't true or false\n"
        expect(try await validate(good, bad), 1, warning + fault, "")
        expect(
            try await validate(folder + "/absent.widget", good), 1, warning,
            "todayctl: cannot read \(folder)/absent.widget: No such file or directory\n")
        expect(
            try await validate("--json", bad), 1,
            """
            [
              {
                "File": "\(bad)",
                "Line": 2,
                "Key": "Arranged",
                "Severity": "error",
                "Message": "\\"maybe\\" isn't true or false"
              }
            ]

            """, "")
        #expect(try await validate().status == 64)
        let nameless = folder + "/nameless.widget"
        rename(good, nameless)
        #expect(try await validate(nameless).status == 1)
        rename(nameless, good)
    }
}
