#if Panel
    internal import CTodayGtk
    internal import DBus
    internal import Glibc
    internal import TodayHost
    internal import TodayPlatform

    /// A run of `todayctl`, whose output is read without blocking the loop.
    @MainActor final class CommandRun {
        /// The most output that is read, in bytes.
        private static let limit = 1 << 20

        private let process: ChildProcess
        private let pipe: Int32
        private var listening: UInt32 = 0
        private var output: [UInt8] = []
        private let onEnd: @MainActor (Result) -> Void

        /// The result of a run.
        struct Result {
            /// The exit status; nil if a signal ended the command.
            var status: Int32?
            /// Whether the command exited with status 0.
            var isSuccess: Bool { status == 0 }
            /// Whether an argument was wrong.
            var isRefusal: Bool { status == EX_USAGE }
            /// The output, with the errors.
            var output: String
            /// Whether the command reported anything.
            var hasReports: Bool { output.split(at: "\n").contains { $0.utf8.starts(with: Self.prefix.utf8) } }
            /// Returns the lines of the output, without the name of the program or the subject at their start.
            func sentences(about subject: String = "") -> String {
                output.split(at: "\n").map { line in
                    let start = [Self.prefix, subject + ": "].first { line.hasPrefix($0) }
                    return String(line.dropFirst(start?.count ?? 0)).printable
                }.joined(separator: "\n")
            }

            private static let prefix = "todayctl: "
        }

        /// Starts `todayctl`, which is beside this program or in `PATH`.
        ///
        /// - Parameter ended: called once with the result, unless the run is released before.
        init?(_ arguments: [String], _ ended: @escaping @MainActor (Result) -> Void) {
            var ends: [Int32] = [-1, -1]
            guard Glibc.pipe(&ends) == 0 else { return nil }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            defer { close(ends[1]) }
            var request = ChildProcess.Request([Self.program] + arguments)
            request.output = ends[1]
            request.error = ends[1]
            request.ownGroup = true
            guard let process = try? ChildProcess.spawn(request) else {
                close(ends[0])
                return nil
            }
            self.process = process
            pipe = ends[0]
            onEnd = ended
            _ = fcntl(pipe, F_SETFL, O_NONBLOCK)
            listening = Callback.whenReadable(pipe) { [weak self] in self?.receive() ?? false }
        }

        private static var program: String {
            let folder = (ProcessFile.executable ?? "").split(at: "/").dropLast().joined(separator: "/")
            let beside = "/\(folder)/todayctl"
            return access(beside, X_OK) == 0 ? beside : "todayctl"
        }

        private func receive() -> Bool {
            var buffer = [UInt8](repeating: 0, count: 16384)
            let count = read(pipe, &buffer, buffer.count)
            if count < 0, errno == EAGAIN || errno == EINTR { return true }
            if count > 0 {
                if output.count < Self.limit { output += buffer[..<count] }
                return true
            }
            listening = 0
            let status: Int32? = if case .status(let status) = process.wait() { status } else { nil }
            onEnd(Result(status: status, output: String(decoding: output, as: UTF8.self)))
            return false
        }

        isolated deinit {
            if listening != 0 {
                g_source_remove(listening)
                process.signal(SIGTERM, group: true)
                _ = process.wait()
            }
            close(pipe)
        }
    }
#endif
