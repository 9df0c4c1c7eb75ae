import DBusTesting
import Fuzzing
import Testing

@testable import DBus

/// The cost of a signal depends on the rules that can match it, not on the number of all rules.
struct RuleIndexTests {
    private static let count = 5000

    private static func signal(_ number: Int) -> SignalHeader {
        SignalHeader(
            sender: ":1.\(number)", path: "/org/example/\(number)", interface: "org.example.I\(number)",
            member: "M\(number)", arguments: [.string("org.example.A\(number)")])
    }

    /// Rules that differ in one field only, for each field.
    private static let kinds: [(name: String, rule: @Sendable (Int) -> MatchRule)] = [
        ("sender", { MatchRule(sender: BusName(unchecked: ":1.\($0)")) }),
        ("path", { MatchRule(path: ObjectPath(unchecked: "/org/example/\($0)")) }),
        ("path namespace", { MatchRule(pathNamespace: ObjectPath(unchecked: "/org/example/\($0)")) }),
        ("interface", { MatchRule(interface: InterfaceName(unchecked: "org.example.I\($0)")) }),
        ("member", { MatchRule(member: MemberName(unchecked: "M\($0)")) }),
        ("argument", { MatchRule(firstArgument: "org.example.A\($0)") }),
        ("argument as path", { MatchRule(arguments: [0: .path("org.example.A\($0)")]) }),
        ("namespace", { MatchRule(arguments: [0: .namespace("org.example.A\($0)")]) }),
    ]

    @Test(arguments: 0..<8) func onlyRulesThatCanMatchAreLookedAt(_ kind: Int) {
        let (name, rule) = Self.kinds[kind]
        var index = RuleIndex<Int>()
        for number in 0..<Self.count { index.add(number, rule(number), owner: nil) }
        #expect(index.candidates(for: Self.signal(17)) == [17], "\(name)")
        #expect(index.candidates(for: Self.signal(Self.count)) == [], "\(name)")
        index.remove(17, rule(17), owner: nil)
        #expect(index.candidates(for: Self.signal(17)) == [], "\(name)")
    }

    @Test func aWellKnownSenderIsFoundByItsOwner() {
        var index = RuleIndex<Int>()
        for number in 0..<Self.count {
            index.add(
                number, MatchRule(sender: BusName(unchecked: "org.example.N\(number)")),
                owner: BusName(unchecked: ":1.\(number)"))
        }
        #expect(index.candidates(for: Self.signal(17)) == [17])
    }

    /// Against rules and signals of all kinds: what matches is found, and each once.
    @Test(.longComputation) func whatMatchesIsFound() throws {
        var random = SeededRandom(seed: 26)
        let texts = [
            "a", "a.b", "a.b.c", "a.bc", "/", "/a", "/a/", "/a/b", "/a/b/c", "", "é",
            String(repeating: "a.", count: 200),
        ]
        let paths: [ObjectPath] = ["/", "/a", "/a/b", "/a/b/c", "/ab"]
        func argument() -> MatchRule.Argument? {
            let text = texts.randomElement(using: &random) ?? ""
            return [nil, .equals(text), .path(text), .namespace(text)].randomElement(using: &random) ?? nil
        }
        func any<Value>(_ values: [Value]) -> Value? {
            Bool.random(using: &random) ? nil : values.randomElement(using: &random)
        }
        let owners: [BusName?] = [":1.1", ":1.2", nil]
        var index = RuleIndex<Int>()
        var rules: [(rule: MatchRule, owner: BusName?)] = []
        for number in 0..<2000 {
            var rule = MatchRule(
                sender: any([":1.1", ":1.2", .bus, "org.example.Well"]), path: any(paths),
                interface: any(["a.b", "a.c"]),
                member: any(["M", "N"]))
            if rule.path == nil { rule.pathNamespace = any(paths) }
            rule.arguments[0] = argument()
            rule.arguments[1] = argument()
            let owner = owners.randomElement(using: &random) ?? nil
            rules.append((rule, owner))
            index.add(number, rule, owner: owner)
        }
        var gone: Set<Int> = []
        for round in 0..<2000 {
            let values: [DBusValue] = texts.map { .string($0) } + paths.map { .objectPath($0) } + [.int32(1)]
            let signal = SignalHeader(
                sender: [":1.1", ":1.2", BusName.bus.rawValue, nil].randomElement(using: &random) ?? nil,
                path: paths.randomElement(using: &random)?.rawValue ?? "/",
                interface: ["a.b", "a.c"].randomElement(using: &random) ?? "",
                member: ["M", "N"].randomElement(using: &random) ?? "",
                arguments: (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in
                    values.randomElement(using: &random)
                })
            let expected = rules.indices.filter {
                !gone.contains($0) && rules[$0].rule.matches(signal, owner: rules[$0].owner)
            }
            let found = index.candidates(for: signal)
            #expect(Set(found).count == found.count)
            #expect(found.filter { rules[$0].rule.matches(signal, owner: rules[$0].owner) }.sorted() == expected)
            if round.isMultiple(of: 2), gone.insert(round).inserted {
                index.remove(round, rules[round].rule, owner: rules[round].owner)
            }
        }
    }
}
