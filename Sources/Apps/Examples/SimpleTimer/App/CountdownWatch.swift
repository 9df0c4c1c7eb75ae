import DBus
import Glibc
import NotificationCenter
import SimpleTimerKit

/// Waits for the end of a countdown that goes on without the app, and has the desktop say that the time is up. It is a
/// process of its own, which the app leaves behind: a widget never wakes up for that, and nobody else would.
enum CountdownWatch {
    /// What the program is started with to be one.
    static let argument = "--notify-at-end"

    /// `POSIX_SPAWN_SETSID` of spawn.h, which only `_GNU_SOURCE` shows.
    private static let setsid: Int16 = 0x80
    private static let name: BusName = "org.example.SimpleTimer.Watch"

    /// Leaves one behind. It is in a session of its own, so that it stays when the terminal is closed.
    static func leave() {
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

    /// Waits, and ends without a word when there is nothing to wait for any more.
    static func run() async throws {
        let shared = try await SharedCountdown.open()
        guard let countdown = shared.countdown else { return }
        let bus = try await Connection.open(.session)
        // Of several, the last one counts: it waits for what is shared now.
        try await bus.requestName(name, [.allowReplacement, .replaceExisting, .doNotQueue])
        let isOver = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                // It counts while the machine is suspended, as the wall clock does.
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
        // The app may have come back meanwhile, which then says it itself, or have begun another countdown.
        guard isOver, shared.countdown == countdown, try await bus.owner(of: name) == bus.uniqueName,
            try await bus.owner(of: BusName(SimpleTimerApp.applicationIdentifier)) == nil
        else { return }
        await AlertNotification.show("The time is up", app: SimpleTimerApp.applicationIdentifier)
    }
}
