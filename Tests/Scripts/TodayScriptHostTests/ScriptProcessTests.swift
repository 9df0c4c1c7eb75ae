import DBus
import DBusTesting
import Glibc
import TodayPlatform
import TodayScriptHost
import Testing

/// The processes of a run, and what is written to them.
@Suite struct ScriptProcessTests {
    /// Where processes are started.
    private actor Starter {
        let loop = EventLoop(name: "scripts")
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        private var process: ScriptProcess?

        func start(_ text: String, _ output: WatchedValue<String>, _ exit: WatchedValue<ChildProcess.Exit?>) throws {
            var launch = ScriptProcess.Launch(
                arguments: ["/bin/sh", "-c", text], environment: Environment.current, directory: "/")
            launch.hasInputPipe = true
            process = try ScriptProcess.start(launch, on: loop) { bytes in
                output.change { $0 += String(decoding: bytes, as: UTF8.self) }
            } onEnd: { end, _ in
                exit.change { $0 = end }
            }
        }

        func start(path: String) throws {
            _ = try ScriptProcess.start(
                ScriptProcess.Launch(arguments: [path], environment: [:], directory: "/"), on: loop,
                onOutput: { _ in }, onEnd: { _, _ in })
        }

        func write(_ line: String) { process?.write(line: line) }

        func terminate() { process?.terminate() }

        func kill() { process?.kill() }
    }

    private let starter = Starter()
    private let output = WatchedValue("")
    private let exit = WatchedValue<ChildProcess.Exit?>(nil)

    private func start(_ text: String) async throws { try await starter.start(text, output, exit) }

    /// A line that does not fit into the pipe at once is not glued to the next one.
    @Test func longLinesStayLines() async throws {
        try await start("read -r word; echo ready; exec cat")
        let lines = (0..<3).map { String(repeating: "\($0)", count: 100_000) }
        for line in ["go"] + lines { await starter.write(line) }
        // A line is lost while the pipe is full.
        let found = await poll(within: .seconds(60), every: .milliseconds(5)) {
            await starter.write("last")
            let text = output.value
            return text.hasSuffix("\nlast\n") ? text : nil
        }
        let text = try #require(found, "\(output.value.utf8.count) bytes")
        #expect(text.split(separator: "\n").allSatisfy { (["ready", "last"] + lines).contains(String($0)) })
        #expect(text.hasPrefix("ready\n\(lines[0])\n"))
        await starter.kill()
        try await exit.wait { $0 != nil }
    }

    @Test func theStatusIsThatOfTheProgram() async throws {
        try await start("exit 7")
        #expect(try await exit.wait { $0 != nil } == .status(7))
    }

    @Test func whatCannotBeStartedSaysWhy() async throws {
        let starter = starter
        await #expect(throws: ChildProcess.SpawnError(program: "/nowhere", code: ENOENT)) {
            try await starter.start(path: "/nowhere")
        }
    }

    @Test func aGentleEndReachesTheProgram() async throws {
        try await start("trap 'echo bye; exit 3' TERM; echo ready; while :; do sleep 0.01; done")
        try await output.wait { $0 == "ready\n" }
        await starter.terminate()
        #expect(try await exit.wait { $0 != nil } == .status(3))
        #expect(output.value == "ready\nbye\n")
    }

    /// Also what has left the group, the session and the environment of the run, and has lost its parents.
    @Test(arguments: ["exit 0", "wait", "kill -STOP $$; wait", "kill -STOP $PPID; wait"])
    func allEndsWithTheRun(_ rest: String) async throws {
        try await start(
            """
            sleep 1000 >/dev/null 2>&1 & echo $!
            setsid sleep 1000 >/dev/null 2>&1 & echo $!
            (env -i setsid sh -c 'env -i setsid sleep 1000 >/dev/null 2>&1 & echo $!; exit 0' &)
            read -r word
            \(rest)
            """)
        let text = try await output.wait { $0.split(separator: "\n").count == 3 && $0.hasSuffix("\n") }
        let ids = text.split(separator: "\n").compactMap { Int32($0) }
        try #require(ids.count == 3)
        await starter.write("go")
        if rest != "exit 0" { await starter.kill() }
        for id in ids { try await end(of: id) }
        try await exit.wait { $0 != nil }
    }
}
