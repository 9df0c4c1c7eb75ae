import Testing
import TodayModel

@Suite("Exec lines")
struct ExecLineTests {
    @Test(arguments: [
        ("a", ["a"]),
        ("  a  b ", ["a", "b"]),
        (#"a "b c" d"#, ["a", "b c", "d"]),
        (#"a "" b"#, ["a", "", "b"]),
        (#"a --name="b c""#, ["a", "--name=b c"]),
        (#"a "\"\`\$\\" "'>|;""#, ["a", "\"`$\\", "'>|;"]),
        (#""/opt/my app/run""#, ["/opt/my app/run"]),
        ("a %% 100%%", ["a", "%", "100%"]),
        ("a %u %F b%ic", ["a", "bc"]),
        (#"a "100%%" %u"#, ["a", "100%"]),
        (#"a "%%u \"%%u\"""#, ["a", "%u \"%u\""]),
        ("a b=c", ["a", "b=c"]),
        ("ä -ö", ["ä", "-ö"]),
    ])
    func split(_ line: String, _ arguments: [String]) throws {
        #expect(try ExecLine.split(line) == arguments)
    }

    @Test(arguments: [
        ("", #""" names no program"#),
        ("   ", #""   " names no program"#),
        (#""" b"#, #"'"" b' names no program"#),
        ("%u", #""%u" names no program"#),
        ("A=b c", #"the program "A=b" has a =, which the specification doesn't allow"#),
        (#"a "b"#, #"'a "b' has an unclosed quote"#),
        (#"a "b\"#, #"'a "b\' has an unclosed quote"#),
        (#"a "\n""#, #"\n in 'a "\n"' is not an escape"#),
        ("a; b", #"";" in "a; b" needs double quotes"#),
        ("a $HOME", #""$" in "a $HOME" needs double quotes"#),
        ("a\tb", #""\t" in "a\tb" needs double quotes"#),
        (#"a\ b"#, #""\" in "a\ b" needs double quotes"#),
        ("python3 -c 'print(1)'", #""'" in "python3 -c 'print(1)'" needs double quotes"#),
        ("~/x.sh", #"~ in "~/x.sh" isn't expanded: write the full path"#),
        ("a %", #""a %" ends with %"#),
        ("a %1", #"%1 in "a %1" is not a field code"#),
        ("a\0", #""a\0" has a NUL"#),
        (
            #"sh -c "date +%H""#,
            #"%H in 'sh -c "date +%H"' is in quotes, where the specification doesn't allow field codes"#
        ),
    ])
    func refused(_ line: String, _ message: String) {
        #expect(faultText { _ = try ExecLine.split(line) } == message)
    }

    @Test(arguments: Array("~|&;$*?#()<>'`\\\t\n"))
    func reserved(_ character: Character) {
        #expect(throws: Fault.self) { try ExecLine.split("a \(character)") }
    }
}
