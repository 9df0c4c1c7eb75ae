import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayService

/// URLs that the containing app handles itself.
@Suite(.serialized) struct ContainingAppTests {
    /// Its scheme is written in capitals; schemes are compared in lower case.
    private static let schemes = "MimeType=text/plain;x-scheme-handler/X-App;\n"

    // MARK: Programs

    /// A program that writes its arguments, each in brackets, and what else is given as shell words.
    private static func program(_ opening: OpeningTestCenter, _ words: String = "") throws {
        opening.addPipe()
        try opening.addProgram(
            "app", "{ printf '[%s]\\n' \"$@\"; \(words.isEmpty ? ":" : words); } >'\(opening.bus.folder)/pipe'")
    }

    @Test func theProgramIsStartedWithTheURL() async throws {
        let opening = try await OpeningTestCenter.start(
            Self.schemes + "Icon=app-icon\nExec=app --new \"a b\" %i --title=%c %d %U %k 100%%")
        try Self.program(opening)
        #expect(try await opening.open("X-APP:do?a=%20b&c=$(touch%20x);d"))
        #expect(
            try await opening.written() == [
                "[--new]", "[a b]", "[--icon]", "[app-icon]", "[--title=App]", "[X-APP:do?a=%20b&c=$(touch%20x);d]",
                "[\(opening.bus.folder)/data/applications/org.example.App.desktop]", "[100%]",
            ])
        // No other program was asked.
        #expect(opening.lines == [])
    }

    @Test func theProgramHasAPlaceOfItsOwn() async throws {
        let opening = try await OpeningTestCenter.start(
            Self.schemes + "Path=FOLDER/config\nExec=app %u", variables: ["NOTIFY_SOCKET": "/x", "KEPT": "yes"])
        // The variables; its folder; its input; its process id, group and session.
        try Self.program(
            opening,
            """
            /usr/bin/env | /usr/bin/sort; pwd; /usr/bin/readlink /proc/$$/fd/0; echo "id=$$"
            /usr/bin/cut -d ' ' -f 5,6 /proc/$$/stat
            """)
        #expect(try await opening.open("x-app:do", token: "token-1"))
        let lines = try await opening.written()
        #expect(lines.contains("XDG_ACTIVATION_TOKEN=token-1") && lines.contains("DESKTOP_STARTUP_ID=token-1"))
        #expect(lines.contains("KEPT=yes"))
        #expect(!lines.contains { $0.hasPrefix("TODAYCENTER_") || $0.hasPrefix("NOTIFY_SOCKET") })
        #expect(lines.contains(opening.bus.folder + "/config") && lines.contains("/dev/null"))
        let id = try #require(lines.first { $0.hasPrefix("id=") }?.dropFirst(3))
        #expect(lines.last == "\(id) \(id)")
    }

    /// A shell would run the contents of the URL. No other program is asked either: they read the same desktop file.
    @Test(arguments: ["sh -c \"app %u\"", "sh -c 'app %u'"])
    func aFieldCodeInQuotesIsRefused(_ exec: String) async throws {
        let log = Recorder<String>()
        let opening = try await OpeningTestCenter.start(
            Self.schemes + "Exec=\(exec)", variables: ["PATH": "FOLDER/bin:/usr/bin:/bin"], logger: .recording(log))
        for tool in ["app", "gio", "xdg-open"] { try opening.addProgram(tool, "echo \(tool) >>\"$OPENING_LOG\"") }
        let url = "x-app:;touch$IFS'\(opening.bus.folder)/touched'"
        let reason =
            "Exec of \(opening.bus.folder)/data/applications/org.example.App.desktop: %u in \(exec.excerpt) "
            + "is in quotes, where the specification doesn't allow field codes"
        let refused = await #expect(throws: RemoteError.self) { _ = try await opening.open(url) }
        #expect(refused?.name == .notSupported)
        #expect(refused?.message == "url: cannot open \(url.debugDescription): \(reason)")
        #expect(log.elements.contains("cannot open \(url.debugDescription): \(reason)"))
        #expect(opening.lines == [] && access(opening.bus.folder + "/touched", F_OK) != 0)
    }

    @Test func aLocalFileGoesToAProgramForFiles() async throws {
        let opening = try await OpeningTestCenter.start("MimeType=x-scheme-handler/file\nExec=app %f")
        try Self.program(opening)
        #expect(try await opening.open("file:///tmp/a%20b"))
        #expect(try await opening.written() == ["[/tmp/a b]"])
    }

    @Test func aProgramForTerminalsIsStartedInOne() async throws {
        let opening = try await OpeningTestCenter.start(Self.schemes + "Terminal=true\nExec=app %u")
        opening.addPipe()
        try opening.addProgram("xdg-terminal-exec", "printf '[%s]\\n' \"$@\" >'\(opening.bus.folder)/pipe'")
        #expect(try await opening.open("x-app:do"))
        #expect(try await opening.written() == ["[app]", "[x-app:do]"])
    }

    /// The first terminal there is, with what it wants before the command.
    @Test(arguments: ["x-terminal-emulator", "gnome-terminal", "xterm"])
    func anyTerminalWillDo(_ terminal: String) async throws {
        let opening = try await OpeningTestCenter.start(Self.schemes + "Terminal=true\nExec=app %u")
        opening.addPipe()
        try opening.addProgram("xterm", "printf '[%s]\\n' xterm \"$@\" >'\(opening.bus.folder)/pipe'")
        try opening.addProgram(terminal, "printf '[%s]\\n' \(terminal) \"$@\" >'\(opening.bus.folder)/pipe'")
        #expect(try await opening.open("x-app:do"))
        let option = terminal == "gnome-terminal" ? "--" : "-e"
        #expect(try await opening.written() == ["[\(terminal)]", "[\(option)]", "[app]", "[x-app:do]"])
    }

    /// A program that the bus starts has no terminal, and the user wouldn't see it.
    @Test func anAppOnTheBusThatNeedsATerminalGetsOne() async throws {
        let opening = try await OpeningTestCenter.start(
            Self.schemes + "DBusActivatable=true\nTerminal=true\nExec=app %u")
        opening.addPipe()
        try opening.addProgram("xdg-terminal-exec", "printf '[%s]\\n' \"$@\" >'\(opening.bus.folder)/pipe'")
        try await opening.addService("org.example.App", "\(TestCenter.script("application.py")) org.example.App")
        #expect(try await opening.open("x-app:do"))
        #expect(try await opening.written() == ["[app]", "[x-app:do]"])
        // One that runs is seen already.
        #expect(try await opening.bus.connect().startService("org.example.App"))
        #expect(try await opening.open("x-app:more"))
        #expect(opening.lines == ["application x-app:more"])
    }

    @Test(arguments: ["", "DBusActivatable=true\n"]) func whyNoTerminalOpensIsSaid(_ line: String) async throws {
        let opening = try await OpeningTestCenter.start(Self.schemes + line + "Terminal=true\nExec=app %u")
        try await opening.addService("org.example.App", "\(TestCenter.script("application.py")) org.example.App")
        let none = await #expect(throws: RemoteError.self) { _ = try await opening.open("x-app:do") }
        #expect(none?.message == "App runs in a terminal, and no terminal is installed")
        // One without a screen ends at once.
        try opening.addProgram("xterm", "exit 1")
        let broken = await #expect(throws: RemoteError.self) { _ = try await opening.open("x-app:do") }
        #expect(broken?.message == "App runs in a terminal, and xterm could not be opened")
        #expect(opening.lines == [])
    }

    /// If the app can't open a URL, the desktop may: here `gio`, as no portal runs.
    @Test(arguments: [
        "\(schemes)Exec=missing %u",
        "\(schemes)Exec=app",
        "\(schemes)Exec=app %y %u",
        "\(schemes)Exec=app %u \"",
        "\(schemes)Exec=%u",
        "\(schemes)Exec=app %f",
        "\(schemes)Path=/nowhere/at/all\nExec=app %u",
        "\(schemes)Terminal=true\nExec=app %u",
        "\(schemes)TryExec=missing\nExec=app %u",
        "\(schemes)Hidden=true\nExec=app %u",
        "\(schemes)Terminal=perhaps\nExec=app %u",
        "\(schemes)",
        "MimeType=x-scheme-handler/x-app2;x-app\nExec=app %u",
        "Exec=app %u",
    ])
    func anAppThatDoesNotTakeIt(_ desktopFile: String) async throws {
        let opening = try await OpeningTestCenter.start(desktopFile)
        try opening.addProgram("app", "echo app >>\"$OPENING_LOG\"")
        try opening.addProgram("gio", "echo gio \"$@\" \"$XDG_ACTIVATION_TOKEN\" >>\"$OPENING_LOG\"")
        #expect(try await opening.open("x-app:do", token: "t"))
        #expect(opening.lines == ["gio open x-app:do t"])
    }

    @Test func anAppThatIsNotInMenusTakesIt() async throws {
        let opening = try await OpeningTestCenter.start(Self.schemes + "NoDisplay=true\nTryExec=app\nExec=app %u")
        try Self.program(opening)
        #expect(try await opening.open("x-app:do"))
        #expect(try await opening.written() == ["[x-app:do]"])
    }

    @Test func manyAtOnce() async throws {
        let opening = try await OpeningTestCenter.start(Self.schemes + "Exec=app %u")
        try opening.addProgram("app", "exit 0")
        try opening.addProgram("gio", "[ \"$2\" = x-gio:do ]")
        let results = try await withThrowingTaskGroup(of: (Int, Bool).self) { group in
            for index in 0..<30 {
                let url = ["x-app:do", "x-gio:do", "x-nobody:do"][index % 3]
                group.addTask { (index, try await opening.open(url)) }
            }
            return try await group.reduce(into: [Int: Bool]()) { $0[$1.0] = $1.1 }
        }
        #expect(results.count == 30 && results.allSatisfy { $0.value == ($0.key % 3 != 2) })
    }

    // MARK: The bus

    @Test func anAppOnTheBusIsAskedThere() async throws {
        let app = "org.example.My-App"
        let opening = try await OpeningTestCenter.start(
            Self.schemes + "DBusActivatable=true\nExec=app %u", app: app)
        try opening.addProgram("app", "echo program >>\"$OPENING_LOG\"")
        try await opening.addService("org.example.My-App", "\(TestCenter.script("application.py")) \(app)")
        #expect(try await opening.open("X-App:do", token: "token-1"))
        #expect(try await opening.open("x-app:more"))
        #expect(
            opening.lines == [
                "application X-App:do activation-token=token-1 desktop-startup-id=token-1", "application x-app:more",
            ])
    }

    /// A URL that the app declines isn't passed to another program.
    @Test(arguments: ["refused", "leaves", "silent"])
    func anAppThatDoesNotOpenIt(_ word: String) async throws {
        let opening = try await OpeningTestCenter.start(Self.schemes + "DBusActivatable=true\nExec=app %u") {
            if word == "silent" { $0.opening = .seconds(6) }
        }
        try opening.addProgram("app", "echo program >>\"$OPENING_LOG\"")
        try opening.addProgram("gio", "echo gio >>\"$OPENING_LOG\"")
        try await opening.addService("org.example.App", "\(TestCenter.script("application.py")) org.example.App")
        // Started before, so that a short time is for the answer alone.
        #expect(try await opening.bus.connect().startService("org.example.App"))
        #expect(try await opening.open("x-app:" + word) == false)
        #expect(opening.lines == ["application x-app:" + word])
    }

    /// Its file promises more than there is: then its program is started.
    @Test(arguments: ["nobody", "without-open", "exits"])
    func anAppThatIsNotOnTheBus(_ kind: String) async throws {
        let opening = try await OpeningTestCenter.start(Self.schemes + "DBusActivatable=true\nExec=app %u")
        try Self.program(opening)
        switch kind {
        case "without-open":
            try await opening.addService(
                "org.example.App", "\(TestCenter.script("application.py")) org.example.App without-open")
        case "exits": try await opening.bus.addService("org.example.App", exec: "/bin/false")
        default: break
        }
        #expect(try await opening.open("x-app:do"))
        #expect(try await opening.written() == ["[x-app:do]"])
    }
}

extension Connection {
    /// Makes the bus start a service. Returns whether the name has an owner then.
    nonisolated func startService(_ name: BusName) async throws -> Bool {
        let _: UInt32 = try await call(
            .bus, path: .bus, interface: .bus, "StartServiceByName", name.rawValue, UInt32(0))
        return try await owner(of: name) != nil
    }
}
