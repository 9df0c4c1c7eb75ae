internal import CTodaySystem
internal import Glibc

/// A program that this process started.
public struct ChildProcess: Sendable {
    /// The process id. It stays reserved until ``reap()`` collects the process.
    public let id: Int32

    /// A request to start a program.
    public struct Request: Sendable {
        /// The program and its arguments. A name without a slash is looked up in `PATH` of `environment`.
        public var arguments: [String]
        /// The whole environment.
        public var environment: [String: String]
        /// The descriptor that becomes 0 of the program, its standard input; nil is `/dev/null`.
        public var input: Int32?
        /// The descriptor that becomes 1 of the program, its standard output; nil is `/dev/null`.
        public var output: Int32?
        /// The descriptor that becomes 2 of the program, its error output; nil is `/dev/null`.
        public var error: Int32?
        /// A descriptor that becomes 3 of the program.
        public var extra: Int32?
        /// Whether it leads its own process group, so that it can be ended with its children.
        public var ownGroup = false
        /// Whether it leads its own session, and so its own process group. It then outlives the terminal of this
        /// process.
        public var ownSession = false
        /// Whether the processes that it starts end with it, regardless of their session, process group or environment.
        ///
        /// A supervisor then runs between this process and the program, and ``ChildProcess/id`` is its id. It exits
        /// with the program's status, or with 128 plus the number of the signal that ended the program. It forwards
        /// SIGTERM to the program's process group. The program leads a session.
        public var isSupervised = false
        /// The working directory; nil for that of this process.
        public var directory: String?
        /// Whether it is killed when the *thread* that starts it ends (`PR_SET_PDEATHSIG`).
        public var diesWithParent = true

        /// Starts `arguments[0]` with the rest as its arguments, this process's environment, and error output shared.
        public init(_ arguments: [String], environment: [String: String] = Environment.current) {
            self.arguments = arguments
            self.environment = environment
            error = 2
        }
    }

    /// The reason why a program could not be started.
    public struct SpawnError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The program.
        public let program: String
        /// The `errno` value.
        public let code: Int32

        /// Makes an error.
        public init(program: String, code: Int32) {
            self.program = program
            self.code = code
        }

        public var description: String { "cannot start \(program): \(String(cString: strerror(code)))" }
    }

    /// Starts a program.
    public static func spawn(_ request: Request) throws(SpawnError) -> ChildProcess {
        let name = request.arguments.first ?? ""
        guard let program = Environment.locate(name, path: request.environment["PATH"]) else {
            throw SpawnError(program: name.isEmpty ? "a program without a name" : name, code: ENOENT)
        }
        let strings = request.arguments + request.environment.map { "\($0.key)=\($0.value)" }
        let directory = request.directory
        if (strings + [directory ?? ""]).contains(where: { $0.utf8.contains(0) }) {
            throw SpawnError(program: name, code: EINVAL)
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = request.arguments.map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] =
            request.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        let folder = directory.flatMap { strdup($0) }
        defer { for string in arguments + environment + [folder] { free(string) } }
        let result = program.withCString { path in
            arguments.withUnsafeMutableBufferPointer { arguments in
                environment.withUnsafeMutableBufferPointer { environment in
                    var raw = csystem_spawn()
                    raw.path = path
                    raw.arguments = UnsafePointer(arguments.baseAddress)
                    raw.environment = UnsafePointer(environment.baseAddress)
                    raw.descriptors = (
                        request.input ?? -1, request.output ?? -1, request.error ?? -1, request.extra ?? -1
                    )
                    raw.directory = folder.map { UnsafePointer($0) }
                    raw.new_process_group = request.ownGroup ? 1 : 0
                    raw.new_session = request.ownSession ? 1 : 0
                    raw.supervised = request.isSupervised ? 1 : 0
                    raw.parent_death_signal = request.diesWithParent ? SIGKILL : 0
                    return csystem_spawn(&raw)
                }
            }
        }
        if result < 0 { throw SpawnError(program: name, code: -result) }
        return ChildProcess(id: result)
    }

    private init(id: Int32) { self.id = id }

    /// Returns a process that another program started: it can be watched and signaled, but not collected.
    package static func existing(_ id: Int32) -> ChildProcess { ChildProcess(id: id) }

    /// Opens a descriptor that becomes readable when the process ends; nil if the kernel can't provide one.
    public func openDescriptor() -> Int32? {
        let descriptor = csystem_pidfd_open(id)
        return descriptor < 0 ? nil : descriptor
    }

    /// Sends a signal, to the process or to the group it leads.
    public func signal(_ number: Int32, group: Bool = false) {
        kill(group ? -id : id, number)
    }

    /// Kills a supervised program and all processes that it started. The supervisor ends after them.
    package func killSupervised() {
        kill(id, SIGHUP)
        // The program may have stopped its supervisor.
        kill(id, SIGCONT)
    }

    /// The way a process ended.
    public enum Exit: Hashable, Sendable, CustomStringConvertible {
        /// It returned this status.
        case status(Int32)
        /// This signal ended it.
        case signal(Int32)

        fileprivate init(waitStatus: Int32) {
            let signal = waitStatus & 0x7F
            self = signal == 0 ? .status((waitStatus >> 8) & 0xFF) : .signal(signal)
        }

        public var description: String {
            switch self {
            case .status(let code): "exit status \(code)"
            case .signal(let number): "signal \(number)"
            }
        }
    }

    /// Collects the process if it has ended. Returns nil while it runs.
    public func reap() -> Exit? {
        var status: Int32 = 0
        return csystem_reap(id, &status) == 1 ? Exit(waitStatus: status) : nil
    }

    /// Blocks until the process ends, and collects it. Not for cooperative threads.
    public func wait() -> Exit? {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 { if errno != EINTR { return nil } }
        return Exit(waitStatus: status)
    }
}

/// Environment variables.
public enum Environment {
    /// This process's environment.
    public static var current: [String: String] {
        var result: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let parts = String(cString: text).utf8.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
            ).map { String(Substring($0)) }
            if parts.count == 2 { result[parts[0]] = parts[1] }
            entry += 1
        }
        return result
    }

    /// One variable; nil if it is unset or empty, which the XDG specifications treat alike.
    public static subscript(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// Whether a program is found and may be run.
    public static func canRun(_ name: String, path: String? = Environment["PATH"]) -> Bool {
        locate(name, path: path).map { access($0, X_OK) == 0 } ?? false
    }

    /// Finds a program as a shell does, and returns its path. A name with a slash is returned unchanged. Returns nil if
    /// no executable file is found.
    public static func locate(_ name: String, path: String? = Environment["PATH"]) -> String? {
        if name.isEmpty { return nil }
        if name.utf8.contains(UInt8(ascii: "/")) { return name }
        for folder in (path ?? "/usr/local/bin:/usr/bin:/bin").utf8.split(separator: UInt8(ascii: ":")) {
            let candidate = "\(Substring(folder))/\(name)"
            if access(candidate, X_OK) == 0 { return candidate }
        }
        return nil
    }
}
