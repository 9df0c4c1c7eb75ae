internal import DBus
internal import DBusTesting
internal import Glibc
internal import TodayPlatform

/// The center under test, on its own bus and with its own folders.
actor CenterSubject {
    nonisolated let bus: PrivateBus
    private let command: [String]
    private let observer: Connection
    private var process: ToolRun?

    private init(_ command: [String], _ bus: PrivateBus, _ observer: Connection) {
        self.command = command
        self.bus = bus
        self.observer = observer
    }

    /// Starts a bus, and the center on it.
    static func start(_ command: [String]) async throws -> CenterSubject {
        let bus = try await PrivateBus.start()
        let subject = CenterSubject(command, bus, try await bus.connect())
        try await subject.start()
        return subject
    }

    /// Starts the center, and waits until it owns its names.
    ///
    /// - Throws: ``BailOut`` if it doesn't start, so that no check can run.
    func start() async throws {
        // With this, a write beyond a limit fails instead of ending the center.
        let wrapper = ["/bin/sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh"]
        let process = try await bus.start(wrapper + command)
        self.process = process
        let deadline = ContinuousClock.now + .seconds(20)
        for name in [CenterNames.apps, CenterNames.center] {
            while (try? await observer.waitForOwner(of: name, timeout: .milliseconds(250))) == nil {
                if ContinuousClock.now < deadline, kill(process.id, 0) == 0 { continue }
                process.signal(SIGKILL)
                let output = try? await process.finished(within: .seconds(5))
                let said = (output?.error ?? "").split(separator: "\n").suffix(3).joined(separator: " / ")
                throw BailOut(
                    reason: "the command didn't own \(name): \(output?.exit.description ?? "still running"): \(said)")
            }
        }
    }

    /// Ends the center, and waits until its names are free.
    ///
    /// - Parameter isKilled: Whether to kill it, so that it can't clean up.
    func end(isKilled: Bool) async throws {
        guard let process = process.take() else { return }
        process.signal(isKilled ? SIGKILL : SIGTERM)
        do {
            _ = try await process.finished(within: .seconds(10))
        } catch {
            process.signal(SIGKILL)
            throw Failure(expected: "the center ends on SIGTERM", seen: "still running after 10 s")
        }
        for name in [CenterNames.apps, CenterNames.center] {
            while try await observer.owner(of: name) != nil { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    /// Starts the command a second time beside the center. Returns when the second process has ended.
    func startSecond() async throws {
        let second = try await bus.start(command)
        do { _ = try await second.finished(within: .seconds(15)) } catch {
            second.signal(SIGKILL)
            throw Failure(expected: "a second center ends", seen: "still running after 15 s")
        }
    }

    /// Kills the center if it is running.
    func discard() async {
        if let process = process.take() {
            process.signal(SIGKILL)
            _ = try? await process.finished(within: .seconds(5))
        }
        await observer.close()
        bus.stop()
    }

    // MARK: Files

    /// Makes the center's file writes fail, as on a full disk, or succeed again.
    func setDisk(isFull: Bool) async throws {
        guard let process else { throw BadTranscript("the center isn't running") }
        let limit = isFull ? "0" : "unlimited"
        let run = try await bus.run("prlimit", "--pid", "\(process.id)", "--fsize=\(limit):unlimited")
        if run.exit != .status(0) { throw BailOut(reason: "prlimit: \(run)") }
    }

    /// Writes a file below `$XDG_DATA_HOME`, or below `$XDG_DATA_DIRS`, as system packages do.
    nonisolated func install(_ name: String, _ text: String, inSystem: Bool) throws {
        let path = "\(bus.folder)/\(inSystem ? "data-dirs" : "data")/\(name)"
        UserFolders.make(String(path[..<(path.unicodeScalars.lastIndex(of: "/") ?? path.endIndex)]))
        // The file appears with its complete text at once.
        let file = open(path + "~", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(file) }
        guard file >= 0, writeAll(text, to: file) == 0, rename(path + "~", path) == 0 else {
            throw BailOut(reason: "cannot write \(path)")
        }
    }

    nonisolated func uninstall(_ identifier: String) {
        unlink("\(bus.folder)/data/todaycenter/widgets/\(identifier).widget")
    }
}
