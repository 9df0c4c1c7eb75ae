import DBus
import Glibc
import NotificationCenter
import SimpleTimerKit

/// Waits for the end of a countdown that continues without the app, then shows a notification. It is a separate process
/// that the app starts before it leaves: the widget never wakes up for this, and no other program would do it.
enum CountdownWatch {
    /// The argument that starts the program in this role.
    static let argument = "--notify-at-end"

    /// `POSIX_SPAWN_SETSID` of spawn.h, which is only visible with `_GNU_SOURCE`.
    private static let setsid: Int16 = 0x80
    private static let name: BusName = "org.example.SimpleTimer.Watch"

    /// Starts the process. It has its own session, so that it survives if the terminal is closed.
    static func start() {
        var attributes = posix_spawnattr_t()
        var files = posix_spawn_file_actions_t()
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&files)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&files)
        }
        posix_spawnattr_setflags(&attributes, setsid)
        for file in 0...2 { posix_spawn_file_actions_addopen(&files, Int32(file), "/dev/null", O_RDWR, 0) }
        let words: [String] = ["simple-timer", argument]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        _ = posix_spawn(&process, "/proc/self/exe", &files, &attributes, &arguments, environ)
    }

    /// Waits for the end. Exits silently if the countdown no longer exists.
    static func run() async throws {
        let shared = try await SharedCountdown.open()
        guard let countdown = shared.countdown else { return }
        let bus = try await Connection.open(.session)
        // The newest process wins: it waits for the current countdown.
        try await bus.requestName(name, [.allowReplacement, .replaceExisting, .doNotQueue])
        let isOver = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                // Like the wall clock, this clock keeps running while the machine is suspended.
                let wait = countdown.timeLeft(at: .now)
                return (try? await Task.sleep(for: wait, clock: .continuous)) != nil
            }
            group.addTask {
                _ = await bus.closed
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
        // In the meantime, the app may have returned, and shows the alert itself, or may have begun another countdown.
        guard isOver, shared.countdown == countdown, try await bus.owner(of: name) == bus.uniqueName,
            try await bus.owner(of: BusName(SimpleTimerApp.applicationIdentifier)) == nil
        else { return }
        await AlertNotification.show("The time is up", app: SimpleTimerApp.applicationIdentifier)
    }
}
