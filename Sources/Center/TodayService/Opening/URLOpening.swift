internal import DBus
internal import Logging
internal import TodayModel

/// One URL on its way: asks whom ``OpeningWays`` names, until one settles it.
struct URLOpening: Sendable {
    let url: WidgetURL
    let token: String?
    let deadline: MonotonicTime
    let connection: Connection
    let applications: Applications
    let logger: Logger
    /// Held until this has ended, and what it has started.
    let place: OpeningPlace

    /// Returns whether somebody took the URL.
    ///
    /// - Throws: `NotSupported` when it would be the turn of a program that cannot be given the URL safely. The ways behind
    ///   it lead to the same program.
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
            // The desktop would have the bus start the app too, where nobody sees it.
            if answer == .absent, let inTerminal, handler?.name != nil, handler?.program == nil {
                throw unseen(inTerminal, handler)
            }
            step = ways.take(answer)
        }
        if step != .finish(opened: true), let inTerminal { throw unseen(inTerminal, handler) }
        return step == .finish(opened: true)
    }

    /// Why an app that is shown in a terminal was not shown.
    private func unseen(_ name: String, _ handler: Applications.Handler?) -> RemoteError {
        let terminal = handler?.program?.arguments.first
        let reason = terminal.map { "\($0) could not be opened" } ?? "no terminal is installed"
        logger.notice("\(url.string.quoted) is not opened: \(name) runs in a terminal, and \(reason)")
        return RemoteError(.notSupported, "\(name) runs in a terminal, and \(reason)")
    }

    /// How long a terminal gets to fail, as it does without a screen.
    private static let terminalPatience: Duration = .milliseconds(700)

    private func refused(_ reason: String) -> RemoteError {
        logger.warning("\(url.string.quoted) is not opened: \(reason)")
        return RemoteError(.notSupported, "url: \(url.string.quoted) is not opened: \(reason)")
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

    /// What is left until the deadline.
    var timeLeft: Duration { deadline - .now }

    private func run(_ arguments: [String], endsAtDeadline: Bool) async -> OpeningWays.Answer {
        // A program that hangs keeps the place until it has been ended; one that stays is no longer opening anything.
        let kept = endsAtDeadline ? place : nil
        return await beforeDeadline(else: .silent) { [token, timeLeft] applications in
            let answer = await applications.run(arguments, token: token, limit: endsAtDeadline ? timeLeft : nil)
            withExtendedLifetime(kept) {}
            return answer
        }
    }

    /// What the applications answer, or `late` when they take longer than there is time.
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
