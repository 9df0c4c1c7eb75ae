internal import Glibc
internal import TodayPlatform

/// A program that answers each line on its standard input with one on its standard output.
///
/// Waiting for a line blocks a thread of the pool, so nothing else runs in the meantime.
actor LineSubject {
    private let command: [String]
    private var process: (child: ChildProcess, input: Int32, output: Int32)?
    private var buffer: [UInt8] = []
    /// The number of consecutive requests without an answer.
    private var failures = 0

    private static let seconds = 10
    private static let mostFailures = 3
    private static let longestAnswer = 1 << 22

    init(_ command: [String]) { self.command = command }

    deinit {
        guard let process else { return }
        close(process.input)
        close(process.output)
        process.child.signal(SIGKILL)
        _ = process.child.wait()
    }

    /// Sends a line, and returns the line that answers it.
    ///
    /// - Throws: ``Failure`` if no answer arrives, and ``BailOut`` if the program can't be started, or has been silent
    ///   too often.
    func answer(to request: String) throws -> String {
        let process = try process ?? start()
        self.process = process
        switch try exchange(request + "\n", process.input, process.output) {
        case .line(let text):
            failures = 0
            return text
        case .ended:
            let exit = end(hasEnded: true)
            return try fail("the program ended\(exit.map { " with \($0)" } ?? "")", request)
        case .late:
            end()
            return try fail("no line within \(Self.seconds) seconds", request)
        case .tooLong:
            end()
            return try fail("a line of more than \(Self.longestAnswer) bytes", request)
        }
    }

    private enum Answer {
        case line(String)
        case ended, late, tooLong
    }

    private func fail(_ seen: String, _ request: String) throws -> String {
        failures += 1
        if failures >= Self.mostFailures { throw BailOut(reason: "the subject doesn't answer: \(seen)") }
        throw Failure(given: request, expected: "a line", seen: seen)
    }

    private func start() throws -> (child: ChildProcess, input: Int32, output: Int32) {
        var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard pipe(&input) == 0, pipe(&output) == 0 else {
            throw BailOut(reason: "cannot create a pipe: \(String(cString: strerror(errno)))")
        }
        var request = ChildProcess.Request(command)
        (request.input, request.output) = (input[0], output[1])
        // The cases have the wall time of this zone, and the words of this locale.
        request.environment["TZ"] = "UTC"
        request.environment["LC_ALL"] = "C.UTF-8"
        // It ends with its input; the thread that starts it may end earlier.
        request.diesWithParent = false
        defer {
            close(input[0])
            close(output[1])
        }
        buffer = []
        _ = fcntl(input[1], F_SETFL, O_NONBLOCK)
        do { return (try ChildProcess.spawn(request), input[1], output[0]) } catch {
            close(input[1])
            close(output[0])
            throw BailOut(reason: "\(error)")
        }
    }

    /// Writes a whole text while reading a line: a program may begin to answer before it has read everything.
    private func exchange(_ text: String, _ input: Int32, _ output: Int32) throws -> Answer {
        let deadline = ContinuousClock.now + .seconds(Self.seconds)
        var pending = Array(text.utf8)[...]
        var piece = [UInt8](repeating: 0, count: 65536)
        var searched = 0
        while true {
            if pending.isEmpty, let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let text = String(decoding: buffer[..<end], as: UTF8.self)
                buffer = Array(buffer[(end + 1)...])
                return .line(text)
            }
            if pending.isEmpty { searched = buffer.count }
            if buffer.count > Self.longestAnswer { return .tooLong }
            let left = Int32(max((deadline - .now) / .milliseconds(1), 0))
            var entries = [
                pollfd(fd: output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: pending.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
            ]
            let ready = poll(&entries, 2, left)
            if ready == 0 { return .late }
            if ready < 0 { continue }
            if entries[1].revents != 0 {
                let count = pending.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
                // A program that stops reading may still have answered.
                if count < 0, errno != EAGAIN, errno != EINTR { pending = [] }
                pending = pending.dropFirst(max(count, 0))
            }
            if entries[0].revents != 0 {
                let count = read(output, &piece, piece.count)
                if count <= 0 { return .ended }
                buffer += piece[..<count]
            }
        }
    }

    /// Ends the program, by force unless it `hasEnded`, or is about to. Returns how it ended.
    @discardableResult private func end(hasEnded: Bool = false) -> ChildProcess.Exit? {
        guard let process else { return nil }
        self.process = nil
        close(process.input)
        close(process.output)
        if !hasEnded || !ends(process.child) { process.child.signal(SIGKILL) }
        return process.child.wait()
    }

    /// Returns whether a program ends by itself within a second.
    private func ends(_ child: ChildProcess) -> Bool {
        guard let descriptor = child.openDescriptor() else { return false }
        defer { close(descriptor) }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 1000) == 1
    }
}
