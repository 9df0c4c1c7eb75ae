import Testing
import TodayManifests
import TodayModel

@Suite("Desktop file ids")
struct DesktopFileIDTests {
    private static let files: [(String, Set<String>, [String])] = [
        ("org.example.App", [], ["org.example.App.desktop"]),
        ("kde-mail", [], ["kde-mail.desktop"]),
        ("kde-mail", ["kde"], ["kde-mail.desktop", "kde/mail.desktop"]),
        (
            "a-b-c", ["a", "a/b", "a-b"],
            ["a-b-c.desktop", "a/b-c.desktop", "a/b/c.desktop", "a-b/c.desktop"]
        ),
        ("a-b-c", ["b"], ["a-b-c.desktop"]),
        ("-a-", [""], ["-a-.desktop"]),
        ("..-..-x", ["..", "../.."], ["..-..-x.desktop"]),
        (".a-b", [".a"], [".a-b.desktop"]),
    ]

    @Test(arguments: files)
    func candidates(_ id: String, _ folders: Set<String>, _ files: [String]) throws {
        let id = try #require(DesktopFileID(id))
        #expect(id.candidates(where: folders.contains) == files)
    }

    /// Links can make folders endless.
    @Test func depth() throws {
        let id = try #require(DesktopFileID(String(repeating: "a-", count: 100) + "b"))
        let files = id.candidates { $0.hasSuffix("a") && !$0.contains("-") }
        #expect(files.count == 8)
    }

    @Test(arguments: ["", "a/b", "../x", "a\0", String(repeating: "a", count: 248)])
    func refused(_ id: String) { #expect(DesktopFileID(id) == nil) }

    @Test func longest() { #expect(DesktopFileID(String(repeating: "a", count: 247)) != nil) }
}
