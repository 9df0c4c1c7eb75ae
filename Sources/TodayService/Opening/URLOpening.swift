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

    /// Returns whether somebody took the URL.
    func run(app: String?) async -> Bool {
        var handler: Applications.Handler?
        if let app {
            handler = await beforeDeadline(else: nil) { [url] in await $0.handler(app, of: url) }
        }
        var ways = OpeningWays(
            app: handler?.name, hasProgram: handler?.program != nil, isForPortal: !url.isFile || url.localPath != nil)
        var step = ways.next
        while case .ask(let way) = step {
            let answer = await ask(way, app, handler)
            logger.debug("\(url): \(way): \(answer)")
            step = ways.take(answer)
        }
        return step == .finish(opened: true)
    }

    private func ask(
        _ way: OpeningWays.Way, _ app: String?, _ handler: Applications.Handler?
    ) async -> OpeningWays.Answer {
        switch way {
        case .activation(let name): return await activate(name)
        case .program:
            guard let app, let program = handler?.program else { return .absent }
            let answer = await startUnit(program, of: app)
            if answer != .absent { return answer }
            return await beforeDeadline(else: .silent) { [token] in await $0.launch(program, token: token) }
        case .portal: return await askPortal()
        case .gio: return await run(["gio", "open", url.string], endsAtDeadline: true)
        case .xdgOpen: return await run(["xdg-open", url.string], endsAtDeadline: false)
        }
    }

    /// What is left until the deadline.
    var timeLeft: Duration { deadline - .now }

    private func run(_ arguments: [String], endsAtDeadline: Bool) async -> OpeningWays.Answer {
        await beforeDeadline(else: .silent) { [token, timeLeft] in
            await $0.run(arguments, token: token, limit: endsAtDeadline ? timeLeft : nil)
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
