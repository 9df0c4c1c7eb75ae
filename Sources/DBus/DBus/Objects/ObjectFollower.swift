/// Follows the objects of an object manager, or one interface of one object: sends requests, handles signals, and
/// notifies listeners. Runs on the thread of the connection.
///
/// Replies are handled where they are received, between the signals before and after them, so that their order is that
/// of the stream.
actor ObjectFollower {
    /// The object manager or the interface to follow.
    private let proxy: Proxy
    /// An interface of the object manager's own object that is followed with the objects.
    private let included: InterfaceName?
    /// The reader of properties as dictionary types.
    nonisolated let skipped: SkippedKeys
    private(set) var state: FollowedObjects
    /// Requests that are in progress or scheduled for a retry.
    private var reads: [FollowedObjects.Question: Read] = [:]
    /// Whether the objects are known, or known not to exist.
    private(set) var isSettled = false
    private var isEnded = false
    /// Whether the service was started here. It may own its name before it exports its objects.
    private var isNewlyStarted = false
    private var subscriptions: [Connection.Subscription] = []
    private var listeners: [Int: Listener] = [:]
    private var lastListener = 0

    private struct Read {
        var attempts = ReadAttempts()
        /// The timer of the next retry; nil while a request is in progress.
        var timer: EventLoop.Timer?
    }

    private struct Listener {
        let deliver: (_ state: FollowedObjects, _ events: [ObjectEvent], _ isFirst: Bool) -> Void
        let finish: () -> Void
        var hasState = false
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { proxy.connection.unownedExecutor }

    init(_ proxy: Proxy, including included: InterfaceName? = nil) {
        self.proxy = proxy
        self.included = included
        skipped = SkippedKeys(proxy.connection.events, of: proxy.destination)
        state = FollowedObjects(asksForUnknown: proxy.interface != .objectManager, skipped: skipped)
    }

    isolated deinit { stop() }

    private var isManager: Bool { proxy.interface == .objectManager }

    // MARK: Start and end

    /// Subscribes to changes, and requests the current state.
    ///
    /// - Parameter startsService: whether to start a service that isn't running.
    func start(startsService: Bool = false) async throws {
        do {
            for rule in rules {
                let finished: @Sendable () -> Void = { [weak self] in self?.assumeIsolated { $0.end() } }
                subscriptions.append(
                    try await proxy.connection.subscribe(rule, finished: finished) { [weak self] signal in
                        self?.assumeIsolated { $0.receive(signal) }
                    })
            }
            guard let destination = proxy.destination, proxy.connection.uniqueName != nil else {
                return replace(owner: nil, isPeer: true)
            }
            if startsService, !destination.isUnique {
                // If the service can't be started, it has no objects.
                let started: UInt32? = try? await proxy.connection.call(
                    .bus, "StartServiceByName", timeout: proxy.timeout, destination.rawValue, UInt32(0))
                // D-Bus specification, "org.freedesktop.DBus.StartServiceByName": with 2, it is already running.
                isNewlyStarted = started == 1
            }
            subscriptions.append(
                try await proxy.connection.watchOwner(of: destination) { [weak self] owner in
                    self?.assumeIsolated { $0.replace(owner: owner, isPeer: false) }
                })
        } catch {
            stop()
            throw error
        }
    }

    private var rules: [MatchRule] {
        if isManager {
            return [
                MatchRule(sender: proxy.destination, path: proxy.path, interface: .objectManager),
                MatchRule(
                    sender: proxy.destination, pathNamespace: proxy.path, interface: .properties,
                    member: "PropertiesChanged"),
            ]
        }
        return [
            MatchRule(
                sender: proxy.destination, path: proxy.path, interface: .properties, member: "PropertiesChanged",
                firstArgument: proxy.interface.rawValue),
            // The path of its object manager is unknown; its signals contain the object's path.
            MatchRule(
                sender: proxy.destination, interface: .objectManager, arguments: [0: .path(proxy.path.rawValue)]),
        ]
    }

    private func stop() {
        forgetReads()
        let all = subscriptions
        subscriptions = []
        proxy.connection.assumeIsolated { connection in for subscription in all { connection.cancel(subscription) } }
    }

    /// Handles the end of the connection.
    private func end() {
        if isEnded { return }
        isEnded = true
        forgetReads()
        _ = state.replace(owner: nil)
        let all = listeners.values
        listeners = [:]
        for listener in all { listener.finish() }
    }

    /// Waits until the state is known.
    func settled() async throws {
        if !isSettled {
            for await _ in stream(.bufferingNewest(1), { _, _, _ in [()] }) { break }
            try Task.checkCancellation()
        }
        if isEnded { throw ConnectionError.isClosed }
    }

    // MARK: Messages

    private func replace(owner: BusName?, isPeer: Bool) {
        forgetReads()
        let events = state.replace(owner: owner, isPeer: isPeer)
        if owner == nil, !isPeer { isSettled = true }
        deliver(events)
        if owner != nil || isPeer { ask(.everything) }
    }

    private func receive(_ signal: Signal) {
        guard var news = FollowedObjects.News(signal) else { return }
        if !isManager {
            guard let part = news.about(proxy.path, proxy.interface) else { return }
            news = part
        }
        if case .changed(let path, let interface, let values, _) = news {
            // A property whose value has arrived needn't be read again.
            for name in values.keys { forget(.property(path, interface, name)) }
        }
        let (events, questions) = state.receive(news)
        if !events.isEmpty { deliver(events) }
        for question in questions { ask(question) }
    }

    private func deliver(_ events: [ObjectEvent]) {
        guard isSettled else { return }
        for (number, listener) in listeners {
            listeners[number]?.hasState = true
            listener.deliver(state, listener.hasState ? events : state.beginning, !listener.hasState)
        }
    }

    // MARK: Requests

    private func ask(_ question: FollowedObjects.Question) {
        forget(question)
        reads[question] = Read()
        send(question)
    }

    private func send(_ question: FollowedObjects.Question) {
        switch question {
        case .everything where isManager:
            call(.objectManager, at: proxy.path, "GetManagedObjects") {
                (follower, era, result: Result<[ObjectPath: [String: [String: DBusValue]]], any Error>) in
                let found = result.map { $0.mapValues(FollowedObjects.named) }
                guard let included = follower.included, case .success(let objects) = found else {
                    return follower.apply(found, era)
                }
                follower.readIncluded(included, after: objects, era)
            }
        case .everything:
            call(.properties, at: proxy.path, "GetAll", proxy.interface.rawValue) {
                [path = proxy.path, interface = proxy.interface]
                (follower, era, result: Result<[String: DBusValue], any Error>) in
                follower.apply(result.map { [path: [interface: $0]] }, era)
            }
        case .property(let path, let interface, let name):
            call(.properties, at: path, "Get", interface.rawValue, name) {
                (follower, era, result: Result<DBusValue, any Error>) in
                guard follower.settle(result, of: question, era) else { return }
                let events = follower.state.read(path, interface, name, try? result.get(), era: era)
                if !events.isEmpty { follower.deliver(events) }
            }
        }
    }

    private func apply(_ found: Result<[ObjectPath: FollowedObjects.Interfaces], any Error>, _ era: Int) {
        guard settle(found, of: .everything, era) else { return }
        if !(isNewlyStarted && reads[.everything]?.attempts.isEarly == true) { isSettled = true }
        switch found {
        case .success(let found): deliver(state.listed(found, era: era))
        case .failure(let error): deliver(state.listed(nil, because: error, era: era))
        }
    }

    /// Reads an interface of the object manager's own object. Until it is read, the question is not answered.
    private func readIncluded(
        _ included: InterfaceName, after objects: [ObjectPath: FollowedObjects.Interfaces], _ era: Int
    ) {
        guard era == state.era, !isEnded else { return }
        // Signals count from this answer on, before the other one has come.
        deliver(state.listed(objects, era: era))
        call(.properties, at: proxy.path, "GetAll", included.rawValue) {
            (follower, era, result: Result<[String: DBusValue], any Error>) in
            guard case .success(let values) = result else {
                return follower.apply(result.map { _ in [:] }, era)
            }
            guard follower.settle(result, of: .everything, era) else { return }
            follower.isSettled = true
            follower.deliver(follower.state.receive(.added(follower.proxy.path, [included: values])).events)
        }
    }

    /// Handles an answer: logs a failed read, and retries it if that may help. Returns whether the answer counts.
    private func settle<Value>(
        _ answer: Result<Value, any Error>, of question: FollowedObjects.Question, _ era: Int
    ) -> Bool {
        guard era == state.era, !isEnded else { return false }
        guard case .failure(let error) = answer else {
            forget(question)
            return true
        }
        // A signal that arrived meanwhile brought the value. The end of the connection is reported separately.
        if reads[question] == nil || (error as? ConnectionError)?.code == .closed { return false }
        let pause = reads[question]?.attempts.pause(after: error)
        if let pause {
            reads[question]?.timer = proxy.connection.loop.schedule(after: pause) { [weak self] in
                self?.assumeIsolated { $0.retry(question) }
            }
        } else {
            forget(question)
        }
        proxy.connection.events.record(
            .unread(question, of: proxy.remote, owner: state.owner, because: error, again: pause))
        return true
    }

    private func retry(_ question: FollowedObjects.Question) {
        reads[question]?.timer = nil
        switch question {
        case .everything:
            if !state.tryAgain() { return }
        case .property(let path, let interface, _):
            guard state.objects[path]?.interfaces[interface] != nil else { return forget(question) }
        }
        send(question)
    }

    private func forget(_ question: FollowedObjects.Question) {
        if let timer = reads.removeValue(forKey: question)?.timer { proxy.connection.loop.cancel(timer) }
    }

    private func forgetReads() { for question in Array(reads.keys) { forget(question) } }

    /// Calls the owner of the name, without starting a service.
    private func call<each Argument: DBusArgument, Value: DBusType>(
        _ interface: InterfaceName, at path: ObjectPath, _ member: MemberName, _ arguments: repeat each Argument,
        answer: @escaping @Sendable (isolated ObjectFollower, Int, Result<Value, any Error>) -> Void
    ) where repeat (each Argument).Wire: DBusWireType {
        let (era, remote) = (state.era, RemoteInterface(proxy.destination, path, interface))
        let (timeout, options) = (proxy.timeout, proxy.options.union(.noAutoStart))
        let finish: @Sendable (Result<Value, any Error>) -> Void = { [weak self] result in
            self?.assumeIsolated { answer($0, era, result) }
        }
        do {
            if timeout <= .zero { throw Connection.late(timeout) }
            try proxy.connection.assumeIsolated {
                try $0.call(remote, member, timeout: timeout, options: options, repeat each arguments, finish: finish)
            }
        } catch {
            answer(self, era, .failure(error))
        }
    }

    // MARK: Events

    /// Returns events as a sequence, which retains this follower and ends with the connection.
    ///
    /// - Parameter elements: makes elements from events and the state after them. It is first called when the state is
    ///   known, with the events that lead there from nothing.
    func stream<Element: Sendable>(
        _ bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy,
        _ elements: @escaping @Sendable (_ state: FollowedObjects, [ObjectEvent], _ isFirst: Bool) -> [Element]
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: bufferingPolicy)
        if isEnded {
            continuation.finish()
            return stream
        }
        let number = listen(
            { state, events, isFirst in
                for element in elements(state, events, isFirst) { continuation.yield(element) }
            }, finish: { continuation.finish() })
        continuation.onTermination = { _ in Task { await self.forget(number) } }
        return stream
    }

    /// Calls `notify` with the events that lead to what is known, as soon as that is settled, and at each change.
    @discardableResult
    func listen(
        _ notify: @escaping @Sendable (_ state: FollowedObjects, _ events: [ObjectEvent], _ isFirst: Bool) -> Void,
        finish: @escaping @Sendable () -> Void = {}
    ) -> Int {
        lastListener += 1
        listeners[lastListener] = Listener(deliver: notify, finish: finish, hasState: isSettled)
        if isSettled { notify(state, state.beginning, true) }
        return lastListener
    }

    private func forget(_ listener: Int) { listeners[listener] = nil }
}
