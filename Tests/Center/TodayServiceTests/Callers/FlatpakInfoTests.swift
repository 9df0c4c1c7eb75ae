import DBusTesting
import Testing

@testable import TodayService

@Suite struct FlatpakInfoTests {
    /// As Flatpak 1.14 writes it, shortened.
    private static let real = """
        [Application]
        name=org.example.App
        runtime=runtime/org.freedesktop.Platform/x86_64/23.08

        [Instance]
        instance-id=2190742133
        app-path=/var/lib/flatpak/app/org.example.App/x86_64/stable/abc/files
        name=org.example.Other
        session-bus-proxy=true

        [Session Bus Policy]
        org.todaycenter.Apps1=talk
        name=talk

        """

    @Test func whatFlatpakWrites() throws {
        #expect(try FlatpakInfo.id(in: Self.real) == "org.example.App")
        #expect(try FlatpakInfo.id(in: "[Runtime]\nname=org.example.Platform-1\n") == "org.example.Platform-1")
        #expect(try FlatpakInfo.id(in: "#[Runtime]\n[Application]\nruntime=x\nname=a.b._1") == "a.b._1")
    }

    @Test(arguments: [
        "", "\n", "name=org.example.App", "[Instance]\nname=org.example.App", "[Application]", "[Application]\nname=",
        "[Application]\n[Instance]\nname=org.example.App", "[Application]\nname =org.example.App",
        "[Application]\nname=org.example.App\nname=org.example.App",
        "[Application]\nname=org.example.App\n[Application]\n", "[Application]\nname=a.b.c\n[Runtime]\nname=a.b.c",
        "[Application] \nname=org.example.App", "[application]\nname=org.example.App",
    ])
    func aFileThatFlatpakDoesNotWrite(text: String) {
        #expect(throws: FlatpakInfo.Malformed.self) { try FlatpakInfo.id(in: text) }
    }

    @Test(arguments: [
        ".", "..", "...", "org", "org.example", ".org.example.App", "org.example.App.", "org..App", "org.example.1App",
        "org.example.-App", "org.ex-ample.App", "org.example.App ", " org.example.App", "org.example.App\r",
        "org.example.App\u{0}", "org.example.App\u{1}", "org.example.App\t", "org.example.\u{E4}pp",
        "org.example.App\u{301}",
        "org.example.A/../B", "org.example.*", "org.example.App#1", "org.example.A\\x2e",
        "org.example." + String(repeating: "a", count: 250),
    ])
    func anIDThatIsNone(id: String) {
        #expect(throws: FlatpakInfo.Malformed.self) { try FlatpakInfo.id(in: "[Application]\nname=\(id)\n") }
    }

    /// Any file names either an ID of the narrow grammar or none.
    @Test func anythingAtAll() {
        var random = SeededRandom(seed: 7)
        let pieces = [
            "[Application]", "[Runtime]", "[Instance]", "name=", "name", "=", "org", ".", "example", "App", "-", "1",
            "_",
            "\n", "\n", "\r\n", "\0", "\u{1F600}", "\u{301}", " ", "#", "[", "]",
        ]
        var named = 0
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0..<14, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            guard let id = try? FlatpakInfo.id(in: text) else { continue }
            named += 1
            let elements = id.split(separator: ".", omittingEmptySubsequences: false)
            #expect(elements.count >= 3 && elements.allSatisfy { !$0.isEmpty && $0.first?.isNumber == false })
            #expect(id.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            #expect(text.contains("name=\(id)"))
        }
        _ = named
    }
}
