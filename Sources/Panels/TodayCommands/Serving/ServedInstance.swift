internal import DBus
internal import TodayModel
internal import TodayPlatform

/// The commands that serve a widget.
struct ServingCommands: Sendable {
    var update: String
    var settings: String?
    var action: String?
    var mode: String?
    var appear: String?
    var disappear: String?
    /// The longest time for each command, in seconds.
    var limit: Int
}

/// One instance of a widget that commands serve: the object that the center calls.
actor ServedInstance {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let identifier: WidgetIdentifier
    private let commands: ServingCommands
    private let onEnd: @Sendable () -> Void
    private var context: [String: DBusValue] = [:]
    /// The last content that a command has printed.
    private var content = Content.empty
    private var wasUpdated = false
    /// How many commands other than updates have printed content.
    private var contentCount = 0
    private var runs: [ObjectIdentifier: ShellRun] = [:]

    /// - Parameter onEnd: called while `EndRequest` is being answered.
    init(
        _ identifier: WidgetIdentifier, _ commands: ServingCommands, on loop: EventLoop,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.identifier = identifier
        self.commands = commands
        self.loop = loop
        self.onEnd = onEnd
    }

    static let interface = Interface<ServedInstance>(TodayBus.provider) {
        Method.async(ProviderMember.beginRequest, in: ["context"], out: ["changes"]) {
            (it: isolated ServedInstance, _: MethodCall, context: [String: DBusValue]) in
            it.begin(context)
            return [String: DBusValue]()
        }
        Method.async(ProviderMember.performUpdate, in: ["context"], out: ["result", "changes"]) {
            (it: isolated ServedInstance, _: MethodCall, context: [String: DBusValue]) in
            await it.update(context)
        }
        Method.async(ProviderMember.displayModeChanged, in: ["mode", "maximum_size"], out: ["changes"]) {
            (it: isolated ServedInstance, _: MethodCall, mode: String, size: Size) in
            try await it.changeMode(mode, size)
        }
        Method.async(ProviderMember.invokeAction, in: ["action", "parameter", "platform_data"], out: ["changes"]) {
            (
                it: isolated ServedInstance, _: MethodCall, action: String, parameter: [DBusValue],
                data: [String: DBusValue]
            ) in
            try await it.invoke(action, parameter.first, data)
        }
        Method.async(ProviderMember.appear) { (it: isolated ServedInstance, _: MethodCall) in
            try await it.changeViewing(it.commands.appear, "appear")
        }
        Method.async(ProviderMember.disappear) { (it: isolated ServedInstance, _: MethodCall) in
            try await it.changeViewing(it.commands.disappear, "disappear")
        }
        Method(ProviderMember.endRequest) { (it: isolated ServedInstance) in it.onEnd() }
    }

    /// Ends the running commands.
    func stop() { for run in runs.values { run.kill("the program ends") } }

    // MARK: Calls

    private func begin(_ context: [String: DBusValue]) {
        self.context = context
    }

    private func update(_ context: [String: DBusValue]) async -> (String, [String: DBusValue]) {
        begin(context)
        var reason = UpdateReason.requested.rawValue
        if case .string(let word)? = context["Reason"]?.unwrapped { reason = word }
        // The first update is the one that the server itself requests at its start.
        if !wasUpdated, reason == UpdateReason.requested.rawValue { reason = UpdateReason.start.rawValue }
        wasUpdated = true
        let command = reason == UpdateReason.settings.rawValue ? commands.settings ?? commands.update : commands.update
        let count = contentCount
        do throws(RemoteError) {
            let changes = try await changes(of: command, reason)
            let result = ServedOutput.result(changes)
            // A tap during the update has changed the content. The update may have read the state before the tap.
            if result == .newData, contentCount != count { return (UpdateResult.noData.rawValue, changes) }
            return (result.rawValue, changes)
        } catch {
            return (UpdateResult.failed.rawValue, ["Error": .string(error.message)])
        }
    }

    private func changeMode(_ mode: String, _ size: Size) async throws(RemoteError) -> [String: DBusValue] {
        context["DisplayMode"] = .string(mode)
        context[mode == DisplayMode.compact.rawValue ? "CompactSize" : "ExpandedSize"] = size.dbusValue
        guard let command = commands.mode else { return [:] }
        return try await newContent(of: command, "mode")
    }

    private func invoke(
        _ action: String, _ parameter: DBusValue?, _ data: [String: DBusValue]
    ) async throws(RemoteError) -> [String: DBusValue] {
        guard let command = commands.action else { throw failure("no command handles actions; use --on-action") }
        guard let values = content.values(of: action, reported: parameter.map { [$0] } ?? []) else { return [:] }
        var variables = ["TODAYCENTER_ACTION": action]
        variables["TODAYCENTER_PARAMETER"] = values.first?.scriptJSON
        if case .string(let token)? = data["activation-token"]?.unwrapped {
            variables["XDG_ACTIVATION_TOKEN"] = token
        }
        return try await newContent(of: command, "action", variables)
    }

    private func changeViewing(_ command: String?, _ reason: String) async throws(RemoteError) {
        context["Viewing"] = .boolean(reason == "appear")
        if let command { _ = try await changes(of: command, reason) }
    }

    // MARK: Runs

    /// Returns the changes of a command whose content an update that started earlier does not replace.
    private func newContent(
        of command: String, _ reason: String, _ more: [String: String] = [:]
    ) async throws(RemoteError) -> [String: DBusValue] {
        let changes = try await changes(of: command, reason, more)
        if changes["Content"] != nil { contentCount += 1 }
        return changes
    }

    private func changes(
        of command: String, _ reason: String, _ more: [String: String] = [:]
    ) async throws(RemoteError) -> [String: DBusValue] {
        var variables = ServedContext.variables(context, reason: reason).merging(more) { $1 }
        variables[TodayBus.widgetVariable] = identifier.rawValue
        let result = await run(command, variables)
        if let message = result.failure { throw failure(message) }
        do throws(Fault) {
            var changes = try ServedOutput.changes(result.output)
            // The center refuses other content, and says why.
            if let value = changes["Content"], let printed = try? Content.validating(value) {
                content = printed
                content.addFallbacks(now: Timestamp(microseconds: SystemClock.microseconds))
                changes["Content"] = content.dbusValue
            }
            return changes
        } catch { throw failure("\(error)") }
    }

    private func run(_ command: String, _ variables: [String: String]) async -> ShellRun.Result {
        let (results, sink) = AsyncStream.makeStream(of: ShellRun.Result.self)
        let run = ShellRun(command, variables, limit: commands.limit, on: loop) { sink.yield($0) }
        runs[ObjectIdentifier(run)] = run
        defer { runs[ObjectIdentifier(run)] = nil }
        for await result in results { return result }
        return ShellRun.Result(failure: "the program ends")
    }

    /// Returns an error with a text that the bus accepts.
    private func failure(_ message: String) -> RemoteError {
        RemoteError(CenterError.Code.actionFailed.errorName, message.asErrorText)
    }
}

extension String {
    /// The end of the text, without characters that an error can't contain.
    fileprivate var asErrorText: String {
        let scalars = unicodeScalars.suffix(1000).map { $0.value < 0x20 && $0 != "\n" ? " " : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}
