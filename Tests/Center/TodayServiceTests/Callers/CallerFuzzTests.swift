import Fuzzing
import Testing

@testable import TodayService

/// The facts about a caller in `/proc` and from the sandboxes name one app, or none.
@Suite(.longComputation) struct CallerFuzzTests {
    private static let info = "[Application]\nname=org.example.App\nruntime=a/b/c\n\n[Instance]\nname=x\n"
    private static let cgroup = """
        1:name=systemd:/user.slice/user-1000.slice/snap.clock.face-1-2.scope
        0::/user.slice/user-1000.slice/user@1000.service/app.slice/snap.clock_a1.face.service

        """
    private static let words = [
        "[Application]", "[Runtime]", "[Instance]", "\nname=", "name", "org", ".", "example", "App", "-", "_", "\n",
        "snap.", "snap", "snap.clock.face", "0::", "1:name=systemd:", "2:freezer:/", "/", "+", ".scope", ".slice", "(",
        ")", " (enforce)", " (unconfined)", "//&", "bwrap", "flatpak", "unpriv_bwrap", "Pid:\t", "Pid:\t7\n", "-1",
    ]
    private static let texts = [
        info, cgroup, "snap.clock.face (enforce)", "flatpak//&:root//a:unconfined", "pos:\t0\nPid:\t77\n",
    ]

    private static func isName(_ name: String) -> Bool {
        name.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || "._-".utf8.contains($0)
        }
    }

    @Test func whoCalls() throws {
        let glib = try SecondOpinion.glib()
        var (apps, snaps, labels) = (0, 0, 0)
        try Fuzzer(texts: Self.texts, words: Self.words).run("callers", inputs: 4000) { input in
            let bytes = input.bytes()
            let text = String(decoding: bytes, as: UTF8.self)
            if let id = try? FlatpakInfo.id(in: text) {
                apps += 1
                try input.expect(Self.isName(id) && id.utf8.count <= 255, "the id of an app: \(id)")
                let application = try glib.ask("value", "Application", "name", text)
                let runtime = try glib.ask("value", "Runtime", "name", text)
                let isSame = application == nil && runtime == nil || application == id || runtime == id
                try input.expect(isSame, "GLib reads \(application ?? "none") and \(runtime ?? "none"), not \(id)")
            }
            if let snap = try? SnapCgroup.snap(in: text) {
                snaps += 1
                try input.expect(Self.isName(snap), "the name of a snap: \(snap)")
            }
            if case .snap(let snap) = SecurityLabel(bytes) {
                labels += 1
                try input.expect(Self.isName(snap), "the name of a snap in a label: \(snap)")
            }
            _ = ProcessFolder.pid(inFdinfo: text)
            _ = Caller(ProcessFolder.Facts(flatpakInfo: input.chance(of: 2) ? text : nil, cgroup: text, start: 0))
        }
        #expect(apps > 100 && snaps > 100 && labels > 100, "\(apps) apps, \(snaps) snaps, \(labels) labels")
    }
}
