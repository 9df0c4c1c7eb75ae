internal import DBus
internal import DBusTesting
internal import Glibc
internal import PlayedCenter
internal import TodayPlatform
internal import TodayModel

/// A panel on its own bus, with a scripted center. The first check that needs the panel starts it.
actor PanelTrial {
    let hooks: PanelHooks
    let limits: PanelHooks.TimeLimits

    private var bus: PrivateBus?
    private var center: PlayedCenter?
    private var lock: StageLock?
    private var panel: ToolRun?
    /// The reason why no further check can run.
    private var reasonToStop: String?
    private var isViewerLate = false
    /// The number of waits that timed out.
    private var timeouts = 0

    init(_ hooks: PanelHooks, limits: PanelHooks.TimeLimits = .init()) {
        self.hooks = hooks
        self.limits = limits
    }

    /// Ends everything.
    func close() async {
        if let panel, panel.isRunning { panel.signal(SIGTERM) }
        _ = try? await panel?.finished(within: .seconds(2))
        if let panel, panel.isRunning { panel.signal(SIGKILL) }
        bus?.stop()
    }

    // MARK: Stage

    /// The widget that exists from the start.
    static let first: WidgetIdentifier = "org.example.First"

    /// Returns the center, with a panel that shows it.
    func stage() async throws -> PlayedCenter {
        if let reasonToStop { throw BailOut(reason: reasonToStop) }
        if let output = await panelEnd(), output.exit != .status(0) {
            throw BailOut(reason: "the panel has ended with \(output)")
        }
        if let center { return center }
        let bus = try await PrivateBus.start()
        self.bus = bus
        lock = try await StageLock.start(on: bus)
        let widget = WidgetProperties(Self.first, "Hedgehog", text: "before the reading")
        let center = try await PlayedCenter.takeOver(bus, [widget])
        // Between the reply with all objects and the reply with the order of the widgets.
        await center.afterObjects { center in
            center.change(Self.first, .content) {
                $0.content = Content(kind: .text, [.text: .string("during the reading")])
            }
        }
        self.center = center
        do {
            panel = try await bus.start(["sh", "-c", hooks.start], with: PanelHooks.environment(bus))
        } catch {
            reasonToStop = "\(error)"
            throw error
        }
        do { try await shown("Hedgehog", within: limits.start) } catch {
            reasonToStop = "the panel shows nothing"
            throw error
        }
        return center
    }

    /// Replaces the center with another one that has these widgets.
    func restart(with widgets: [WidgetProperties]) async throws -> PlayedCenter {
        await (try await stage()).stop()
        guard let bus else { throw BailOut(reason: "the bus isn't running") }
        let center = try await PlayedCenter.takeOver(bus, widgets)
        self.center = center
        return center
    }

    /// Returns another connection on the bus.
    func stranger() async throws -> Connection {
        _ = try await stage()
        guard let bus else { throw BailOut(reason: "the bus isn't running") }
        return try await bus.connect()
    }

    /// Locks or unlocks the session.
    func setLocked(_ isLocked: Bool) async throws {
        _ = try await stage()
        try await lock?.set(isLocked)
    }

    /// Returns the connection that called `BeginViewing`.
    func viewer() async throws -> BusName {
        // If the panel was late once, don't wait the full time again.
        let limit = isViewerLate ? Duration.milliseconds(1) : limits.change
        let calls = try? await stage().calls.wait(within: limit) { calls in
            calls.contains { $0.member == "BeginViewing" }
        }
        isViewerLate = calls == nil
        guard let sender = calls?.first(where: { $0.member == "BeginViewing" })?.sender else {
            throw Failure(expected: "a call of BeginViewing", seen: "none")
        }
        return sender
    }

    // MARK: Output

    /// Returns what is shown now.
    func dump() async throws -> ShownText {
        guard let bus else { throw BailOut(reason: "the bus isn't running") }
        let output: ToolRun.Output
        do {
            output = try await bus.start(["sh", "-c", hooks.dump], with: PanelHooks.environment(bus))
                .finished(within: limits.crowd)
        } catch {
            throw Failure(expected: "the shown text", seen: "the command didn't end: \(error)")
        }
        if output.exit != .status(0) {
            throw Failure(expected: "the shown text", seen: "the command ended with \(output)")
        }
        return ShownText(output.output)
    }

    /// Waits until the output fulfills a condition, and returns it.
    @discardableResult
    func shown(
        _ wish: String, within limit: Duration? = nil, where condition: @Sendable (ShownText) -> Bool
    ) async throws -> ShownText {
        var last: ShownText?
        var failure: (any Error)?
        // A panel that often times out gets less time.
        let limit = (limit ?? limits.change) / (timeouts > 2 ? 4 : 1)
        let seen: ShownText? = await poll(within: limit, every: .milliseconds(40)) {
            do {
                let text = try await dump()
                last = text
                failure = nil
                return condition(text) ? text : nil
            } catch {
                // The panel may still be starting.
                failure = error
                return nil
            }
        }
        if let seen { return seen }
        timeouts += 1
        if let failure, last == nil { throw failure }
        throw Failure(expected: wish, seen: String((last?.whole ?? "nothing").prefix(4000)))
    }

    /// Waits until a text is shown.
    @discardableResult
    func shown(_ text: String, within limit: Duration? = nil) async throws -> ShownText {
        try await shown("\(text.debugDescription) is shown", within: limit) { $0.has(text) }
    }

    /// Waits until a text is not shown.
    @discardableResult
    func gone(_ text: String, within limit: Duration? = nil) async throws -> ShownText {
        try await shown("\(text.debugDescription) is not shown", within: limit) { !$0.has(text) }
    }

    // MARK: Taps

    /// Taps a node, and returns when its command has ended.
    func tap(_ node: PanelHooks.Node) async throws {
        guard let activate = hooks.activate else { throw Skipped(reason: "--activate is missing") }
        guard let bus else { throw BailOut(reason: "the bus isn't running") }
        let run = try await bus.start(["sh", "-c", activate], with: PanelHooks.environment(bus, node))
        // A command that waits for the answer may keep running.
        let output = try? await run.finished(within: limits.change)
        // The shell's statuses for a command that it can't run.
        if let output, output.exit == .status(126) || output.exit == .status(127) {
            throw BailOut(reason: "--activate: \(output.error)")
        }
        if node.value != nil, output?.exit == .status(PanelHooks.cannotEnter) {
            throw Skipped(reason: "--activate can't enter a value")
        }
    }

    /// Taps a node, and waits for the resulting call.
    func call(from node: PanelHooks.Node, _ member: MemberName, _ text: String) async throws -> PlayedCall {
        let center = try await stage()
        let former = center.calls.value.count
        try await tap(node)
        let calls = try? await center.calls.wait(within: limits.change) { calls in
            calls.dropFirst(former).contains { $0.member == member && $0.text == text }
        }
        let later = (calls ?? center.calls.value).dropFirst(former)
        guard let call = later.first(where: { $0.member == member && $0.text == text }) else {
            let others = later.map { "\($0.member) \($0.text)" }
            throw Failure(
                given: "a tap on \(node.text.debugDescription)", expected: "\(member) \(text)",
                seen: others.isEmpty ? "no call" : others.joined(separator: ", "))
        }
        return call
    }

    /// Returns the output of the panel's command if it has ended; nil while it is running.
    func panelEnd() async -> ToolRun.Output? {
        guard let panel, !panel.isRunning else { return nil }
        return try? await panel.finished()
    }
}
