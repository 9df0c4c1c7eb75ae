import Testing
import TodayModel

@Suite("Exec lines with field codes")
struct ExecExpansionTests {
    private static let url = ExecSubject(
        url: "x-app:a b;$c", icon: "an icon", name: "My \"App\"", desktopFile: "/a/b c.desktop")
    private static let file = ExecSubject(url: "file:///a%20b", file: "/a b")

    @Test(arguments: [
        ("a %u", ["a", "x-app:a b;$c"]),
        ("a %U", ["a", "x-app:a b;$c"]),
        (#"a "100%%\"" %u"#, ["a", "100%\"", "x-app:a b;$c"]),
        ("a --url=%u.", ["a", "--url=x-app:a b;$c."]),
        ("a %i %u", ["a", "--icon", "an icon", "x-app:a b;$c"]),
        ("a %c %k %u", ["a", "My \"App\"", "/a/b c.desktop", "x-app:a b;$c"]),
        ("a %d %D %n %N %v %m x%m %u", ["a", "x", "x-app:a b;$c"]),
        ("a %% %%u %u", ["a", "%", "%u", "x-app:a b;$c"]),
        ("a %f %F %u", ["a", "x-app:a b;$c"]),
    ])
    func expand(_ line: String, _ arguments: [String]) throws {
        #expect(try ExecLine.expand(line, with: Self.url) == arguments)
    }

    @Test(arguments: [
        ("a %f", ["a", "/a b"]),
        ("a %F", ["a", "/a b"]),
        ("a %u", ["a", "file:///a%20b"]),
        ("a %i %c %k --file=%f", ["a", "--file=/a b"]),
    ])
    func files(_ line: String, _ arguments: [String]) throws {
        #expect(try ExecLine.expand(line, with: Self.file) == arguments)
    }

    /// The contents of a URL are neither split nor expanded again.
    @Test func nothingIsReadTwice() throws {
        let subject = ExecSubject(url: "x:%f\" 'a' %u", name: "%u")
        #expect(try ExecLine.expand("a %c %u", with: subject) == ["a", "%u", "x:%f\" 'a' %u"])
    }

    /// A shell would run what the URL says.
    @Test(arguments: [
        (#"sh -c "appx %u""#, "%u"), (#"a "%u""#, "%u"), (#"a %u "b%F""#, "%F"), (#"a "%%%U""#, "%U"),
        (#"a "\"%f\"""#, "%f"), (#"a "\\" "%k""#, "%k"), ("sh -c 'appx %u'", "%u"), (#"a '"' "%c""#, "%c"),
        (#"a "'" "%i" x"#, "%i"), ("a it's %u", "%u"), (#"a "%1""#, "%1"),
    ])
    func quoted(_ line: String, _ code: String) {
        let message = faultText { _ = try ExecLine.expand(line, with: Self.url) }
        #expect(message?.hasPrefix("\(code) in ") == true, "\(message ?? "")")
        #expect(message?.hasSuffix(" is in quotes, where the specification doesn't allow field codes") == true)
        #expect(faultText { _ = try ExecLine.split(line) } == message)
    }

    /// Closed quotes, and codes that aren't field codes.
    @Test(arguments: [#"a "b" %u"#, #"a "b"%u"#, #"a "%%u" %u"#, #"a "\"" %u"#, #"a "'" %u"#])
    func notQuoted(_ line: String) { #expect(ExecLine.faultOfQuotedCode(in: line) == nil) }

    @Test(arguments: [
        ("a", #""a" has no field code that takes "x-app:a b;$c""#),
        ("a %f", #""a %f" has no field code that takes "x-app:a b;$c""#),
        ("a %%u", #""a %%u" has no field code that takes "x-app:a b;$c""#),
        ("%u", #"%u in "%u" is in place of the program"#),
        ("a%u b", #"%u in "a%u b" is in place of the program"#),
        ("a %x %u", #"%x in "a %x %u" is not a field code"#),
        ("a %1 %u", #"%1 in "a %1 %u" is not a field code"#),
        ("a %u %", #""a %u %" ends with %"#),
        ("a %u;", #"";" in "a %u;" needs double quotes"#),
        ("", #""" names no program"#),
    ])
    func refused(_ line: String, _ message: String) {
        #expect(faultText { _ = try ExecLine.expand(line, with: Self.url) } == message)
    }
}
