internal import DBus
internal import Logging
internal import TodayModel

/// The opening of one URL: tries the ways of ``OpeningWays`` until one decides.
struct URLOpening: Sendable {
    let url: WidgetURL
    let token: String?
    let deadline: MonotonicTime
    let connection: Connection
    let applications: Applications
    let logger: Logger
    /// Kept until this opening, and all that it has started, ends.
    let place: OpeningPlace

    /// Returns whether a program opened the URL.
    ///
    /// - Throws: `NotSupported` if the next way is a program that can't be given the URL safely. The remaining ways
    ///   lead to the same program.
    func run(app: String?) async throws -> Bool {
        var handler: Applications.Handler?
        if let app {
            handler = await beforeDeadline(else: nil) { [url] in await $0.handler(app, of: url) }
        }
        var ways = OpeningWays(
            app: handler?.name, hasProgram: handler?.program != nil || handler?.refusal != nil,
            isForPortal: !url.isFile || url.localPath != nil)
        let inTerminal = handler?.nameInTerminal
        var step = ways.next
        while case .ask(let way) = step {
            if way == .program, let refusal = handler?.refusal { throw refused(refusal) }
            let answer = await ask(way, app, handler)
            logger.debug("\(url): \(way): \(answer)")
            // The desktop would also let the bus start the app, where the user can't see it.
            if answer == .absent, let inTerminal, handler?.name != nil, handler?.program == nil {
                throw terminalError(inTerminal, handler)
            }
            step = ways.advance(after: answer)
        }
        if step != .finish(opened: true), let inTerminal { throw terminalError(inTerminal, handler) }
        return step == .finish(opened: true)
    }

    /// Returns the reason why an app that runs in a terminal was not shown.
    private func terminalError(_ name: String, _ handler: Applications.Handler?) -> RemoteError {
        let terminal = handler?.program?.arguments.first
        let reason = terminal.map { "\($0) could not be opened" } ?? "no terminal is installed"
        logger.notice("cannot open \(url.string.quoted): \(name) runs in a terminal, and \(reason)")
        return RemoteError(.notSupported, "\(name) runs in a terminal, and \(reason)")
    }

    /// The time that a terminal gets to fail, as it does without a display.
    private static let terminalPatience: Duration = .milliseconds(700)

    private func refused(_ reason: String) -> RemoteError {
        logger.warning("cannot open \(url.string.quoted): \(reason)")
        return RemoteError(.notSupported, "url: cannot open \(url.string.quoted): \(reason)")
    }

    private func ask(
        _ way: OpeningWays.Way, _ app: String?, _ handler: Applications.Handler?
    ) async -> OpeningWays.Answer {
        switch way {
        case .activation(let name): return await activate(name, isStarted: handler?.nameInTerminal == nil)
        case .program:
            guard let app, let program = handler?.program else { return .absent }
            let answer = await startUnit(program, of: app)
            if answer != .absent { return answer }
            let patience: Duration? = handler?.nameInTerminal == nil ? nil : Self.terminalPatience
            return await beforeDeadline(else: .silent) { [token] in
                await $0.launch(program, token: token, patience: patience)
            }
        case .portal: return await askPortal()
        case .gio: return await run(["gio", "open", url.string], endsAtDeadline: true)
        case .xdgOpen: return await run(["xdg-open", url.string], endsAtDeadline: false)
        }
    }

    /// The time left until the deadline.
    var timeLeft: Duration { deadline - .now }

    private func run(_ arguments: [String], endsAtDeadline: Bool) async -> OpeningWays.Answer {
        // A program that hangs keeps the slot until it is ended; one that keeps running no longer opens anything.
        let kept = endsAtDeadline ? place : nil
        return await beforeDeadline(else: .silent) { [token, timeLeft] applications in
            let answer = await applications.run(arguments, token: token, limit: endsAtDeadline ? timeLeft : nil)
            withExtendedLifetime(kept) {}
            return answer
        }
    }

    /// Returns the result of the applications, or `late` after the deadline.
    func beforeDeadline<Value: Sendable>(
        else late: Value, _ body: @escaping @Sendable (Applications) async -> Value
    ) async -> Value {
        let answer = FirstAnswer<Value>()
        let timer = connection.loop.schedule(at: deadline) { answer.settle(late) }
        Task { [applications] in answer.settle(await body(applications)) }
        let value = await answer.value
        connection.loop.cancel(timer)
        return value
    }
}
