import DBus
import DBusTesting
import Dispatch
import Glibc
import TodayPlatform
import TodayModel

/// A program that a test started, with its output in files.
struct Program: Sendable {
    let child: ChildProcess
    private let stem: String

    /// Starts a built program on a bus, or without one.
    static func start(
        _ name: String, _ arguments: [String] = [], on bus: PrivateBus, environment: [String: String] = [:]
    ) async throws -> Program {
        try await withCheckedThrowingContinuation { continuation in
            SpawningThread.shared.run {
                continuation.resume(
                    with: Result { try spawn(name, arguments, bus.environment.merging(environment) { $1 }, bus.folder) }
                )
            }
        }
    }

    private static func spawn(
        _ name: String, _ arguments: [String], _ environment: [String: String], _ folder: String
    ) throws -> Program {
        let path = name.contains("/") ? name : try Programs.path(name)
        var template = Array("\(folder)/program.XXXXXX".utf8CString)
        close(mkstemp(&template))
        let stem = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        var request = ChildProcess.Request([path] + arguments, environment: environment)
        request.output = open(stem + ".out", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        request.error = open(stem + ".err", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { for file in [request.output, request.error] { close(file ?? -1) } }
        return Program(child: try ChildProcess.spawn(request), stem: stem)
    }

    /// Waits for the end of the program.
    func exit() async throws -> ChildProcess.Exit? {
        let child = child
        return try await withDeadline {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async { continuation.resume(returning: child.wait()) }
            }
        }
    }

    var output: String { Self.read(stem + ".out") }
    var errors: String { Self.read(stem + ".err") }

    private static func read(_ path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var text: [UInt8] = []
        while case let byte = getc(file), byte != EOF { text.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: text, as: UTF8.self)
    }
}

/// A connection that plays the center to one provider.
struct Center: Sendable {
    let connection: Connection
    let name: BusName
    var path: ObjectPath { ObjectPath(derivedFrom: name) }

    func context(_ reason: UpdateReason, _ change: (inout UpdateContext) -> Void = { _ in }) throws -> [String:
        DBusValue]
    {
        var context = UpdateContext(identifier: try WidgetIdentifier(name.rawValue), reason: reason)
        context.proposedMarginInsets = EdgeInsets(top: 4, left: 47, bottom: 39, right: 8)
        change(&context)
        return context.dictionary
    }

    func begin(_ change: (inout UpdateContext) -> Void = { _ in }) async throws -> WidgetChanges {
        try await changes(ProviderMember.beginRequest, context(.start, change))
    }

    func update(_ reason: UpdateReason = .visible) async throws -> (result: UpdateResult?, changes: WidgetChanges) {
        let (word, values): (String, [String: DBusValue]) = try await connection.call(
            name, path: path, interface: TodayBus.provider, ProviderMember.performUpdate, context(reason))
        return (UpdateResult(rawValue: word), try WidgetChanges(values))
    }

    func changes<each Argument: DBusType>(
        _ member: MemberName, _ arguments: repeat each Argument
    ) async throws -> WidgetChanges {
        let values: [String: DBusValue] = try await connection.call(
            name, path: path, interface: TodayBus.provider, member, repeat each arguments)
        return try WidgetChanges(values)
    }

    func end() async throws {
        try await connection.call(name, path: path, interface: TodayBus.provider, ProviderMember.endRequest)
    }

    /// Waits until the name has an owner.
    func waitForOwner() async throws {
        let rule = MatchRule(sender: .bus, member: "NameOwnerChanged", firstArgument: name.rawValue)
        let recorder = try await SignalRecorder(connection, rule)
        if try await connection.owner(of: name) != nil { return }
        try await recorder.wait()
    }
}
