import Testing

@testable import DBus

struct MatchRuleTests {
    @Test(arguments: [
        (MatchRule(), "type='signal'"),
        (MatchRule(sender: .bus, path: "/a"), "type='signal',sender='org.freedesktop.DBus',path='/a'"),
        (
            MatchRule(pathNamespace: "/a/b", interface: "a.b", member: "C", firstArgument: "x"),
            "type='signal',path_namespace='/a/b',interface='a.b',member='C',arg0='x'"
        ),
        (MatchRule(firstArgument: ""), "type='signal',arg0=''"),
        (MatchRule(firstArgument: "a,b='c'\\"), #"type='signal',arg0='a,b='\''c'\''\'"#),
        (MatchRule(firstArgument: "'"), #"type='signal',arg0=''\'''"#),
        (MatchRule(firstArgument: "\u{D4E}'\u{301}"), "type='signal',arg0='\u{D4E}'\\''\u{301}'"),
        (
            MatchRule(arguments: [63: .path("/a/"), 2: .equals("'"), 0: .namespace("org.example")]),
            #"type='signal',arg0namespace='org.example',arg2=''\''',arg63path='/a/'"#
        ),
    ])
    func asText(_ rule: MatchRule, _ text: String) { #expect(rule.text == text) }

    private static let header = SignalHeader(
        sender: ":1.7", path: "/a/b", interface: "org.example.I", member: "M", arguments: [.string("x")])

    @Test(arguments: [
        MatchRule(), MatchRule(sender: ":1.7"), MatchRule(path: "/a/b"), MatchRule(pathNamespace: "/a"),
        MatchRule(pathNamespace: "/a/b"), MatchRule(pathNamespace: "/"), MatchRule(interface: "org.example.I"),
        MatchRule(member: "M"), MatchRule(firstArgument: "x"), MatchRule(sender: "org.example.Owned"),
        MatchRule(sender: ":1.7", path: "/a/b", interface: "org.example.I", member: "M", firstArgument: "x"),
    ])
    func matches(_ rule: MatchRule) { #expect(rule.matches(Self.header, owner: ":1.7")) }

    @Test(arguments: [
        MatchRule(sender: ":1.8"), MatchRule(sender: .bus), MatchRule(path: "/a"), MatchRule(path: "/a/b/c"),
        MatchRule(pathNamespace: "/a/b/c"), MatchRule(pathNamespace: "/b"), MatchRule(interface: "org.example.J"),
        MatchRule(member: "N"), MatchRule(firstArgument: ""), MatchRule(firstArgument: "X"),
        MatchRule(sender: "org.example.Owned"),
    ])
    func doesNotMatch(_ rule: MatchRule) { #expect(!rule.matches(Self.header, owner: ":1.8")) }

    @Test func withoutOwnerAWellKnownSenderMatchesNobody() {
        #expect(!MatchRule(sender: "org.example.Owned").matches(Self.header, owner: nil))
    }

    @Test func aSignalWithoutTextMatchesNoFirstArgument() {
        let header = SignalHeader(sender: ":1.7", path: "/", interface: "a.b", member: "C")
        #expect(!MatchRule(firstArgument: "").matches(header, owner: nil))
        #expect(MatchRule(interface: "a.b").matches(header, owner: nil))
    }
}
