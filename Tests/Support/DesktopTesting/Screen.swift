package import DBusTesting
import TodayPlatform

/// An X server of one test's own, which draws into memory.
package final class Screen: Sendable {
    /// For the variable `DISPLAY`.
    package let display: String
    private let server: ToolRun

    private init(display: String, server: ToolRun) {
        self.display = display
        self.server = server
    }

    /// Starts a server on an unused display, and returns when it listens. Every user of this machine may draw on it,
    /// such as a compositor that refuses to run for root.
    package static func start(width: Int = 900, height: Int = 800) async throws -> Screen {
        let server = try await ToolRun.start(
            [
                "Xvfb", "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp",
                "-noreset", "-ac",
            ], environment: Environment.current)
        let number = try await server.output { $0.hasSuffix("\n") }
        return Screen(display: ":" + number.filter { !$0.isWhitespace }, server: server)
    }

    /// Ends the server.
    package func stop() async throws {
        server.signal(15)
        _ = try await server.finished()
    }

    // MARK: Looking

    /// Returns the number of pixels of each color, by its name as in CSS, in lower case.
    package func colors(_ bus: PrivateBus) async throws -> [String: Int] {
        let run = try await bus.run(
            ["sh", "-c", "import -window root ppm:- | convert ppm:- -depth 8 -format %c histogram:info:-"],
            with: ["DISPLAY": display])
        var counts: [String: Int] = [:]
        for line in run.output.split(separator: "\n") {
            // "  1234: (192,28,40) #C01C28 srgb(192,28,40)"
            guard let count = line.split(separator: ":").first.flatMap({ Int($0.filter { $0 != " " }) }),
                let name = line.split(separator: " ").first(where: { $0.hasPrefix("#") })
            else { continue }
            counts[name.lowercased(), default: 0] += count
        }
        return counts
    }

    /// Keeps a picture for people to look at, if the variable `TODAY_SCREENSHOTS` names a folder.
    package func keepPicture(_ name: String, _ bus: PrivateBus) async throws {
        guard let folder = Environment["TODAY_SCREENSHOTS"] else { return }
        let run = try await bus.run(
            ["import", "-window", "root", "\(folder)/\(name).png"], with: ["DISPLAY": display])
        if run.exit != .status(0) { throw Accessibility.AbsentError(description: "no picture: \(run)") }
    }
}
