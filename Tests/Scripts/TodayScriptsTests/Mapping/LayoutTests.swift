import DBus
import Testing
import TodayModel

@testable import TodayScripts

/// How rows become content.
@Suite struct LayoutTests {
    @Test func theCompactModeShowsTheFirstRows() throws {
        let printed = "CPU 3%\n---\na\nb\nc\nd\n---\ne"
        #expect(try shown(printed, mode: .compact) == ["CPU 3%", "a", "b", "c"])
        #expect(try shown(printed).filter { !$0.hasPrefix("─") } == ["CPU 3%", "a", "b", "c", "d", "e"])
        #expect(try view(printed).largestDisplayMode == .expanded)
    }

    @Test(arguments: [
        ("One\nTwo\n---\na", ["One", "Two"]), ("One\n---\na\n---\nb", ["One", "a"]),
        ("One\n---\na\nb\n--c\nd", ["One", "a"]),
        ("One\n---\na | alternate=true\nb", ["One"]), ("---\na\nb", ["a", "b"]), ("One", ["One"]),
    ])
    func whatTheCompactModeShows(_ printed: String, _ lines: [String]) throws {
        #expect(try shown(printed, mode: .compact) == lines)
    }

    @Test(arguments: [
        ("One", DisplayMode.compact), ("One\n---\n---", .compact), ("One\nTwo", .compact), ("One\n---\na", .compact),
        ("One\n---\na\nb\nc\nd", .expanded), ("One\nTwo\n---\na", .expanded),
    ])
    func theLargestMode(_ printed: String, _ mode: DisplayMode) throws {
        #expect(try view(printed).largestDisplayMode == mode)
    }

    @Test func rowsAreTheSameOverRuns() throws {
        func ids(_ printed: String) throws -> [String] {
            func all(_ node: Content) -> [String] { [node.string(.id)].compactMap(\.self) + node.children.flatMap(all) }
            return all(try view(printed).content)
        }
        let first = try ids("CPU: 3%\n---\nUser: 1%\n--Top: a\nSystem: 2%\nUser: 9%\n: x\n: y")
        #expect(first == ["header/CPU", "row/User", "row/User/Top", "row/System", "row/User#2", "row/", "row/#2"])
        #expect(try ids("CPU: 99%\n---\nUser: 97%\n--Top: b\nSystem: 0%\nUser: 3%\n: y\n: z") == first)
    }

    /// No row takes the name of another, and none is the center's.
    @Test func namesAreUnique() throws {
        let view = try view(
            "H\n---\na\na\na#2\na\ntoday.refresh | refresh=true\n" + String(repeating: "é", count: 5000))
        let names = view.content.children.compactMap { $0.string(.id) }
        #expect(Set(names).count == names.count && names.allSatisfy { $0.utf8.count < 200 })
        #expect(Array(view.actions.keys) == ["row/today.refresh"])
    }

    @Test func whatIsTooMuchIsCounted() throws {
        let flat = try shown("H\n---\n" + (0..<1000).map { "row \($0)" }.joined(separator: "\n"))
        #expect(flat.last == "… 748 more" && flat.count == 255)
        let deep = try shown("H\n---\nfirst\n" + (0..<1000).map { "--row \($0)" }.joined(separator: "\n") + "\nlast")
        #expect(deep.contains("last") && deep.last == "last" && deep.contains("  … 751 more"))
    }

    /// A long submenu takes no room from the rows around it.
    @Test func rowsGoBeforeSubmenus() throws {
        let content = try view("H\n---\n" + (0..<100).map { "a\($0)\n--b\n--c\n--d" }.joined(separator: "\n")).content
        let sections = content.children.filter { $0.kind == "section" }
        #expect(sections.count == 100)
        #expect(sections[0].children.map { $0.string(.text) } == ["b", "c", "d"])
        #expect(sections[99].children.map { $0.string(.text) } == ["… 3 more"])
    }

    @Test func theBytesAreBounded() throws {
        let line = String(repeating: "x", count: 5000)
        let content = try view("H\n---\n" + (0..<60).map { "\($0) \(line)" }.joined(separator: "\n")).content
        #expect(content.byteCount <= Limits.contentBytes && content.byteCount > Limits.contentBytes / 2)
        #expect(content.children.last?.string(.text)?.hasSuffix(" more") == true)
    }

    @Test func aPictureThatIsTooLargeIsLeftOut() throws {
        var output = output("H\n---\na\n")
        output.body[0].picture = .data([UInt8](repeating: 0, count: Limits.contentBytes))
        let view = ScriptView(output, name: "Test")
        #expect(view.content.children.last?.json().contains("\"text\":\"a\"") == true)
        #expect(view.content.byteCount < 1000)
    }

    @Test func submenusAreSections() throws {
        let content = try view("H\n---\nMore | badge=2 tooltip=t\n--a\n----b").content
        let section = try #require(content.children.last)
        #expect(
            section.kind == "section" && section.attributes["label"] == .string("More  2")
                && section.string(.tooltip) == "t")
        #expect(
            section.children.first?.kind == "section" && section.children.first?.children.first?.string(.text) == "b")
    }

    @Test func levelsAreBounded() throws {
        let lines = (0..<100).map { String(repeating: "--", count: $0) + "r\($0)" }.joined(separator: "\n")
        let content = try view("H\n---\n" + lines).content
        func depth(_ node: Content) -> Int { 1 + (node.children.map(depth).max() ?? 0) }
        #expect(depth(content) <= Limits.depth && content.json().contains("r99"))
    }

    @Test(arguments: ["---\n---\na", "a\n---\n---\n---\nb\n---"]) func dividersAreBetweenRows(_ body: String) throws {
        let kinds = try view("H\n---\n" + body).content.children.map(\.kind)
        #expect(kinds.first == "text" && kinds.last == "text")
        #expect(!zip(kinds, kinds.dropFirst()).contains { $0 == "divider" && $1 == "divider" })
    }

    @Test func noCommandIsInTheContent() throws {
        let view = try view(
            "H | bash=secret0\n---\na | bash=secret1 param1=secret2\n--b | shell=secret3 href=x:y\nc | stdin=secret4")
        #expect(!view.content.json().contains("secret"))
        #expect(Set(view.actions.keys) == ["header/H", "row/a/b", "row/c"])
        #expect(view.action("row/unknown", parameter: nil) == nil)
    }
}
