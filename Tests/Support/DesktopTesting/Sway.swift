package import DBusTesting
import Foundation
import Glibc

/// A Wayland compositor of one test's own: sway, which draws into memory or into a window.
package struct Sway: Sendable {
    private let run: ToolRun
    private let bus: PrivateBus
    /// Its runtime folder, with its sockets.
    private let folder: String
    /// The value of `WAYLAND_DISPLAY`.
    package let display: String

    /// For the variable `SWAYSOCK`.
    package var socket: String { folder + "/control" }

    /// Sway refuses to run for root, as tests in containers do; it then runs as the user `nobody`. Its clients keep
    /// their user: the bus would refuse another one.
    private static let isRoot = getuid() == 0
    private static let nobody: uid_t = 65534

    /// Starts a compositor, and returns when it listens.
    ///
    /// - Parameters:
    ///   - screen: where its window is, which fills the screen and has the pointer; nil for no window, and no pointer.
    ///   - outputs: how many outputs there are.
    ///   - configuration: lines of its configuration file.
    package static func start(
        on bus: PrivateBus, in screen: Screen? = nil, outputs: Int = 1, _ configuration: String = ""
    ) async throws -> Sway {
        var template = Array("/tmp/sway.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Accessibility.AbsentError(description: "no folder") }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try writeFile("\(configuration)\nexec echo $WAYLAND_DISPLAY > \(folder)/told\n", to: folder + "/config")
        let user =
            isRoot
            ? ["setpriv", "--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups", "--pdeathsig=KILL"] : []
        if isRoot { _ = chown(folder, nobody, nobody) }
        var variables = [
            "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
            "WLR_HEADLESS_OUTPUTS": "\(outputs)", "WLR_X11_OUTPUTS": "\(outputs)",
            "XDG_RUNTIME_DIR": folder, "HOME": folder, "SWAYSOCK": folder + "/control",
        ]
        if let screen { variables.merge(["WLR_BACKENDS": "x11", "DISPLAY": screen.display]) { $1 } }
        let run = try await bus.start(user + ["sway", "--config", folder + "/config"], with: variables)
        let display: String? = try await Accessibility.poll(within: .seconds(60)) {
            let name = try await bus.run(["cat", folder + "/told"]).output.filter { !$0.isWhitespace }
            return name.isEmpty ? nil : name
        }
        guard let display else { throw Accessibility.AbsentError(description: "sway does not start: \(run.text)") }
        return Sway(run: run, bus: bus, folder: folder, display: folder + "/" + display)
    }

    /// Asks the compositor as `swaymsg` does, and returns its answer.
    @discardableResult
    package func message(_ arguments: String...) async throws -> String {
        try await bus.run(["swaymsg", "--socket", socket] + arguments).output
    }

    /// Ends the compositor.
    package func stop() async throws {
        run.signal(SIGTERM)
        _ = try await run.finished()
        try? FileManager.default.removeItem(atPath: folder)
    }
}
