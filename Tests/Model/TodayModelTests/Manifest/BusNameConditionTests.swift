import Testing
import TodayManifests
import TodayModel

/// The names of the key `TryBusName`.
@Suite struct BusNameConditionTests {
    @Test func whereANameIs() throws {
        let session = try BusNameCondition("org.example.Player")
        #expect(session.bus == .session && session.name == "org.example.Player" && !session.isNamespace)
        #expect(try BusNameCondition("session:org.example.Player") == session)
        let system = try BusNameCondition("system:org.freedesktop.UPower")
        #expect(system.bus == .system && system.name == "org.freedesktop.UPower")
        #expect(system.description == "system:org.freedesktop.UPower")
        #expect(try BusNameCondition("system:org.*").description == "system:org.*")
    }

    @Test func aNamespaceIsWhatIsBelow() throws {
        let players = try BusNameCondition("org.mpris.MediaPlayer2.*")
        #expect(players.isNamespace && players.name == "org.mpris.MediaPlayer2")
        for (name, isMatch) in [
            ("org.mpris.MediaPlayer2.vlc", true), ("org.mpris.MediaPlayer2.vlc.instance7", true),
            ("org.mpris.MediaPlayer2", false), ("org.mpris.MediaPlayer23.vlc", false), ("org.mpris", false),
            ("", false),
        ] {
            #expect(players.matches(name) == isMatch, "\(name)")
        }
        let exact = try BusNameCondition("org.example.A")
        #expect(exact.matches("org.example.A") && !exact.matches("org.example.A.B") && !exact.matches("org.example"))
    }

    @Test(arguments: [
        "", "a", ".*", "*", "org.example.", "org..*", "user:org.example.A", "session:", "org.*.A", ":1.5",
    ])
    func whatIsNoNameIsRefused(_ text: String) {
        #expect(throws: Fault.self) { try BusNameCondition(text) }
    }

    @Test func theKeyOfAManifest() throws {
        func names(_ value: String) throws -> [BusNameCondition] {
            try Manifest.parse("[Widget]\nTryBusName=\(value)\n", identifier: "org.example.A", locale: nil).tryBusNames
        }
        #expect(try names("") == [])
        let both = [try BusNameCondition("org.example.A"), try BusNameCondition("system:org.example.b.*")]
        #expect(try names("org.example.A;system:org.example.b.*;") == both)
        let fault = #expect(throws: ManifestFault.self) { try names("org.example.A;no") }
        #expect(fault?.line == 2 && fault?.key == "TryBusName", "\(String(describing: fault))")
    }
}
