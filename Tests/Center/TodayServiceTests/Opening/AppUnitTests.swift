import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// Where the session has a service manager, apps are its to start.
@Suite(.serialized) struct AppUnitTests {
    private static func start(
        app: String = "org.example.My-App", variables: [String: String] = [:]
    ) async throws -> OpeningTestCenter {
        let opening = try await OpeningTestCenter.start(
            "MimeType=x-scheme-handler/x-app;\nPath=FOLDER/config\nExec=app %u", app: app, variables: variables)
        opening.addPipe()
        let lines = "printf '%s\\n' \"$1\" \"$PWD\" \"${UNIT-no unit}\" \"$XDG_ACTIVATION_TOKEN\""
        try opening.addProgram("app", "{ \(lines); } >'\(opening.bus.folder)/pipe'")
        return opening
    }

    /// Starts the manager before the center asks it: the center doesn't start it.
    private static func startManager(_ opening: OpeningTestCenter) async throws {
        let name: BusName = "org.freedesktop.systemd1"
        try await opening.addService(name, "-m dbusmock --session --template \(TestCenter.script("manager.py"))")
        let _: UInt32 = try await opening.test.connection.call(.bus, "StartServiceByName", name.rawValue, UInt32(0))
    }

    @Test func anAppHasAUnitOfItsOwn() async throws {
        let opening = try await Self.start()
        try await Self.startManager(opening)
        #expect(try await opening.open("x-app:pay?$HOME=$$a", token: "token-1"))
        let written = try await opening.written()
        #expect(written.count == 4 && written[0] == "x-app:pay?$HOME=$$a" && written[3] == "token-1")
        #expect(written[1] == opening.bus.folder + "/config")
        #expect(written[2].hasPrefix(#"app-todaycenter-org.example.My\x2dApp-"#) && written[2].hasSuffix(".service"))
        #expect(opening.lines == ["unit \(written[2]) fail app.slice inactive-or-failed cgroup"])
    }

    @Test func twoOfThemHaveTwoNames() async throws {
        let opening = try await Self.start()
        try await Self.startManager(opening)
        var units: Set<String> = []
        for number in 1...2 {
            #expect(try await opening.open("x-app:\(number)"))
            units.insert(try await opening.written()[2])
        }
        #expect(units.count == 2)
    }

    @Test func whatTheManagerRefusesIsStartedAllTheSame() async throws {
        let opening = try await Self.start(variables: ["REFUSES": "it"])
        try await Self.startManager(opening)
        #expect(try await opening.open("x-app:1"))
        #expect(try await opening.written()[2] == "no unit")
        #expect(opening.lines.count == 1)
    }

    @Test func aProgramThatIsNotThereIsNoUnit() async throws {
        let opening = try await OpeningTestCenter.start("MimeType=x-scheme-handler/x-app;\nExec=absent %u")
        try await Self.startManager(opening)
        try opening.addProgram("gio", "echo \"gio $*\" >>\"$OPENING_LOG\"")
        #expect(try await opening.open("x-app:1"))
        #expect(opening.lines == ["gio open x-app:1"])
    }
}
