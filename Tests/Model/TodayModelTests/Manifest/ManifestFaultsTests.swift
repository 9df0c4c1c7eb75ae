import Testing
import TodayManifests
import TodayModel

/// All that is wrong with a manifest at once.
@Suite struct ManifestFaultsTests {
    private func faults(_ text: String) -> [String] {
        Manifest.faults(in: text, identifier: "org.example.A").map(\.description)
    }

    @Test func aGoodOneHasNone() {
        #expect(faults("[Widget]\nName=A\nName[de]=B\nX-Other=1\n[Other]\nkey=value\n") == [])
    }

    @Test func everyOneIsFound() {
        let found = faults(
            """
            [Widget]
            Name=A
            Name=B
            UpdateInterval=soon
            no key
            MemoryMax=much
            BusName=1.2
            Exec="open
            Arranged=perhaps
            """)
        #expect(
            found.map { $0.prefix { $0 != ":" } } == [
                "line 3, Name", "line 4, UpdateInterval", "line 5", "line 6, MemoryMax", "line 7, BusName",
                "line 8, Exec", "line 9, Arranged",
            ])
    }

    @Test func otherLanguagesAreLookedAt() {
        #expect(faults("[Widget]\nName[de]=\\q\nName[fr]=\\q\nIcon[de]=x\n").count == 2)
    }

    @Test(arguments: ["", "Name=A", "[Other]\nName=A", "[Wid[get]\nName=A", "[Widget]\n[Widget]\nName=\\q"])
    func whatIsNoManifestIsSaidOnce(_ text: String) {
        #expect(faults(text).count == 1)
    }

    @Test func badIconsAreFound() {
        #expect(
            faults("[Widget]\nName=A\nIcon=icons/../x.png\n").map { $0.prefix { $0 != ":" } } == ["line 3, Icon"])
    }

    @Test func aFileOfNonsenseHasAnEnd() {
        #expect(faults("[Widget]\n" + String(repeating: "nonsense\n", count: 5000)).count == 50)
    }

    @Test func unknownKeysAreFound() {
        let keys = Manifest.unknownKeys(in: "[Widget]\nName=A\nNaem=B\nX-Other=1\nHidden=false\nTryExec=sh\n[B]\nC=1")
        #expect(keys.map(\.line) == [3] && keys.map(\.key) == ["Naem"])
    }

    @Test func aKeyIsLocated() {
        let text = "[Other]\nIcon=1\n[Widget]\nIcon[de]=2\nIcon=3"
        #expect(Manifest.line(of: "Icon", in: text) == 5 && Manifest.line(of: "Name", in: text) == nil)
    }
}
