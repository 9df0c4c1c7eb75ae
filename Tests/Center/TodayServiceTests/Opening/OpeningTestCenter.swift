import DBus
import DBusTesting
import Glibc
import Logging
import TodayModel
import TodayPlatform

@testable import TodayService

/// A center with a widget of an app, on a bus and in folders of its own, and a log of the programs that were asked to
/// open a URL.
struct OpeningTestCenter {
    static let app = "org.example.App"

    let test: TestCenter
    var bus: PrivateBus { test.bus }
    var log: String { bus.folder + "/opening.log" }

    /// - Parameters:
    ///   - desktopFile: the text below `[Desktop Entry]` of the containing app; `FOLDER` is the folder of the bus.
    ///   - app: the id of its file.
    ///   - variables: what differs in the environment; `FOLDER` too.
    static func start(
        _ desktopFile: String? = nil, app: String = app, variables: [String: String] = [:],
        logger: Logger = .silent, timing: (inout ServiceTiming) -> Void = { _ in }
    ) async throws -> OpeningTestCenter {
        let bus = try await PrivateBus.start()
        func place(_ text: String) -> String { text.replacing("FOLDER", with: bus.folder) }
        UserFolders.make(bus.folder + "/bin")
        UserFolders.make(bus.folder + "/data/applications")
        let environment = bus.environment.merging([
            "OPENING_LOG": bus.folder + "/opening.log", "PATH": bus.folder + "/bin", "TODAYCENTER_WIDGET": "stray",
        ]) { $1 }.merging(variables.mapValues(place)) { $1 }
        let test = try await TestCenter.start(on: bus, environment: environment, logger: logger) {
            // It includes the start of a program in Python, which takes time on a busy machine.
            $0.opening = .seconds(60)
            timing(&$0)
        }
        let opening = OpeningTestCenter(test: test)
        if let desktopFile { try opening.install(place(desktopFile), app) }
        try await test.client.registerWidget(.a, WidgetDefinition { $0.containingApp = app })
        return opening
    }

    /// Installs an app.
    func install(_ text: String, _ app: String = app) throws {
        try write(
            "[Desktop Entry]\nType=Application\nName=App\n" + text, to: "\(bus.folder)/data/applications/\(app).desktop"
        )
    }

    /// Makes a program of shell commands that finds `$OPENING_LOG` in its environment.
    func addProgram(_ name: String, _ commands: String) throws {
        let path = "\(bus.folder)/bin/\(name)"
        try write("#!/bin/sh\n\(commands)\n", to: path)
        chmod(path, 0o755)
    }

    /// Makes a name startable that is a script of these tests.
    func addService(_ name: BusName, _ arguments: String) async throws {
        try await bus.addService(
            name, exec: "/usr/bin/env OPENING_LOG=\(log) PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 \(arguments)")
    }

    /// Makes the desktop portal startable.
    func addPortal() async throws {
        try await addService(
            "org.freedesktop.portal.Desktop",
            "-m dbusmock --session --template \(TestCenter.script("portal.py"))")
    }

    /// Opens a URL for the widget.
    func open(_ url: String, token: String? = nil) async throws -> Bool {
        let options: [String: DBusValue] = token.map { ["activation-token": .string($0)] } ?? [:]
        do {
            // Longer than anything here takes on a busy machine.
            let isOpened: Bool = try await test.connection.call(
                TodayBus.name, path: TodayBus.path, interface: TodayBus.center, CenterMember.openURL,
                timeout: .seconds(120), WidgetIdentifier.a.rawValue, url, options)
            return isOpened
        } catch let error as RemoteError { throw CenterError(error) ?? error as any Error }
    }

    /// The lines that were logged so far.
    var lines: [String] { ((try? read(log)) ?? "").split(separator: "\n").map(String.init) }

    // MARK: Programs that run on their own

    /// Makes a pipe that ``written()`` reads.
    func addPipe() { mkfifo(bus.folder + "/pipe", 0o600) }

    /// Returns the lines that a program has written into the pipe, as soon as it has closed it.
    func written() async throws -> [String] {
        let output = try await bus.run("/bin/cat", bus.folder + "/pipe").output
        return output.split(separator: "\n").map(String.init)
    }
}
