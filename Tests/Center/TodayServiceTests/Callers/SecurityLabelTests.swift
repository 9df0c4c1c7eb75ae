import Testing

@testable import TodayService

/// Labels as AppArmor and others write them. No machine of these tests has one on its bus.
@Suite struct SecurityLabelTests {
    private static let flatpak = Caller.sandboxed(SandboxedApp(flatpak: "org.example.App"))
    private static func snap(_ name: String) -> Caller { .sandboxed(SandboxedApp(snap: name)) }

    @Test(arguments: [
        ("snap.clock.face (enforce)", SecurityLabel.snap("clock")),
        ("snap.clock_two.hook.install (complain)", .snap("clock_two")),
        ("snap.clock.face//sub (enforce)", .snap("clock")),
        ("snap.clock.face//&unconfined (mixed)", .snap("clock")),
        ("bwrap//&snap.clock.face (enforce)", .snap("clock")),
        ("snap.clock.a//&snap.clock.b (enforce)", .snap("clock")),
        ("snap.clock.a//&snap.other.b (enforce)", .sandbox("snap.clock.a//&snap.other.b (enforce)")),
        ("snap.Clock.face (enforce)", .sandbox("snap.Clock.face (enforce)")),
        ("snap. (enforce)", .sandbox("snap. (enforce)")),
        ("bwrap//&unpriv_bwrap (enforce)", .sandbox("bwrap//&unpriv_bwrap (enforce)")),
        ("unpriv_bwrap (enforce)", .sandbox("unpriv_bwrap (enforce)")),
        ("flatpak (enforce)", .sandbox("flatpak (enforce)")),
        // Marks that make one character with the full stop, the slash or the ampersand.
        ("snap.\u{301}clock.face (enforce)", .sandbox("snap.\u{301}clock.face (enforce)")),
        ("bwrap/\u{301}x (enforce)", .sandbox("bwrap/\u{301}x (enforce)")),
        ("x//&\u{301}y//&snap.clock.face (enforce)", .snap("clock")),
        (
            "snap.clock.face\u{D4E}//&snap.other.b (enforce)",
            .sandbox("snap.clock.face\u{D4E}//&snap.other.b (enforce)")
        ),
        ("flatpak (unconfined)", .none), ("unconfined", .none), ("", .none), (")", .none), ("()", .none),
        ("/usr/bin/evince (enforce)", .none), ("snapd (enforce)", .none), ("bwrapper (enforce)", .none),
        ("unconfined_u:unconfined_r:unconfined_t:s0-s0:c0.c1023", .none),
    ])
    func whatALabelSays(_ text: String, _ label: SecurityLabel) {
        #expect(SecurityLabel(Array(text.utf8)) == label)
    }

    @Test func noLabel() { #expect(SecurityLabel(nil) == .none) }

    /// The number of a process may have been used again; its label is that of the connection.
    @Test func itCatchesAConfinedProcess() {
        let sandbox = SecurityLabel.sandbox("bwrap (enforce)")
        #expect(Caller.unconfined.checked(with: .snap("clock")) == Self.snap("clock"))
        #expect(Self.snap("clock").checked(with: .snap("clock")) == Self.snap("clock"))
        #expect(Self.flatpak.checked(with: sandbox) == Self.flatpak)
        for caller in [Caller.unconfined, Self.flatpak, Self.snap("clock"), .unidentified("x")] {
            #expect(caller.checked(with: .none) == caller)
        }
        for caller in [
            Caller.unconfined.checked(with: sandbox), Self.snap("other").checked(with: .snap("clock")),
            Self.flatpak.checked(with: .snap("clock")), Caller.unidentified("x").checked(with: .snap("clock")),
        ] {
            guard case .unidentified = caller else {
                Issue.record("\(caller)")
                continue
            }
        }
    }
}
