import DBusTesting
import Testing

@testable import TodayService

@Suite struct SnapCgroupTests {
    @Test(arguments: [
        // cgroups version 2, as `snap run` and services of snaps have it
        (
            "0::/user.slice/user-1000.slice/user@1000.service/app.slice/snap.hello-world.app-8f1c-2b.scope\n",
            "hello-world"
        ),
        ("0::/system.slice/snap.clock.daemon.service\n", "clock"),
        ("0::/system.slice/snap.quota.slice/snap.clock.daemon.service", "clock"),
        ("0::/a/snap.clock_two.app-1.scope", "clock_two"),
        ("0::/a/snap.clock+extra.hook.install-1.scope/inner", "clock"), ("0::/snap.clock+\u{301}x", "clock"),
        // version 1, and both
        ("12:freezer:/snap.clock\n1:name=systemd:/user.slice\n", "clock"),
        ("4:memory:/x\n1:name=systemd:/a/snap.clock.app.scope\n0::/a/snap.clock.app.scope\n", "clock"),
    ])
    func aSnap(text: String, name: String) throws { #expect(try SnapCgroup.snap(in: text) == name) }

    @Test(arguments: [
        "", "0::/\n", "0::/user.slice/user-1000.slice/session-2.scope\n", "4:memory:/snap.clock.app.scope\n",
        "0::/system.slice/snapd.service", "0::/system.slice/snap-clock-1.mount", "0::/a/my.snap.clock.app.scope",
        "0::/system.slice/snap.quota.slice/other.service", "0::/app-flatpak-org.example.App-1.scope",
    ])
    func noSnap(text: String) throws { #expect(try SnapCgroup.snap(in: text) == nil) }

    @Test(arguments: [
        "nonsense", "0:", "0::/snap.", "0::/snap..app.scope", "0::/snap.Clock.app.scope", "0::/snap.clo ck.app",
        "0::/snap.clock_.app.scope", "0::/snap.clock_a_b.app", "0::/snap.-clock", "0::/snap.\u{E4}.app",
        // Marks that make one character with the full stop.
        "0::/snap.\u{301}", "0::/snap.\u{301}x.clock.scope",
        "0::/snap.clock\u{D4E}.app.scope",
        "0::/snap.a.app.scope/snap.b.app.scope", "1:name=systemd:/snap.a.app.scope\n0::/snap.b.app.scope",
    ])
    func nonsense(text: String) {
        #expect(throws: SnapCgroup.Malformed.self) { try SnapCgroup.snap(in: text) }
    }

    @Test func anythingAtAll() {
        var random = SeededRandom(seed: 11)
        let pieces = [
            "0:", ":", "name=systemd", "freezer", "/", "snap.", "snap", ".", "clock", "_", "+", "-", "\n", "\0", "A",
            "\u{301}",
            "\u{D4E}",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0..<14, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            guard let name = try? SnapCgroup.snap(in: text) else { continue }
            #expect(text.contains("snap.\(name)"))
            #expect(name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-_".utf8.contains($0) })
        }
    }
}
