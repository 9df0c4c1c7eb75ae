import DBus
import Testing

@testable import NotificationCenter

@Suite struct ApplicationArgumentsTests {
    private func parse(_ arguments: String...) throws -> ApplicationArguments {
        try ApplicationArguments(arguments, folder: "/home/me")
    }

    @Test func argumentsSayWhatToDo() throws {
        #expect(try parse() == .request(.activate))
        #expect(try parse("timer:finished", "HTTPS://x") == .request(.open(["timer:finished", "HTTPS://x"])))
        #expect(try parse("--gapplication-service") == .service)
        #expect(try parse("-h") == .help && parse("x", "--help") == .help)
    }

    @Test func filesBecomeURLs() throws {
        #expect(
            try parse("/tmp/a b", "ä%.txt", "1:x", ":x", "a/b:c")
                == .request(
                    .open([
                        "file:///tmp/a%20b", "file:///home/me/%C3%A4%25.txt", "file:///home/me/1%3Ax",
                        "file:///home/me/%3Ax", "file:///home/me/a/b%3Ac",
                    ])))
        #expect(try parse("--", "-x") == .request(.open(["file:///home/me/-x"])))
    }

    @Test(arguments: [["--bogus"], ["-"], [""], ["--gapplication-service", "x:y"]])
    func wrongArgumentsAreRefused(_ arguments: [String]) {
        #expect(throws: ApplicationArguments.UsageError.self) {
            try ApplicationArguments(arguments, folder: "/")
        }
    }

    @Test func tokensComeFromTheEnvironmentAndTheCaller() {
        let wayland = NCLaunchOptions { ["XDG_ACTIVATION_TOKEN": "t", "DESKTOP_STARTUP_ID": "s"][$0] }
        #expect(wayland.activationToken == "t")
        #expect(wayland.dictionary == ["activation-token": "t", "desktop-startup-id": "s"])
        let x11 = NCLaunchOptions { ["DESKTOP_STARTUP_ID": "s"][$0] }
        #expect(x11.activationToken == "s")
        #expect(NCLaunchOptions { _ in nil } == NCLaunchOptions())
        #expect(NCLaunchOptions(["desktop-startup-id": "s"]).activationToken == "s")
        #expect(NCLaunchOptions(["activation-token": "t", "desktop-startup-id": "s"]).activationToken == "t")
        #expect(NCLaunchOptions(["activation-token": .int32(3)]).activationToken == nil)
    }
}
