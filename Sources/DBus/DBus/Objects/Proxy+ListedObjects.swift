extension Proxy {
    /// Returns the objects that a service lists with a method and announces with two signals: the current set, then the
    /// new set after each change. Use it for services without an object manager:
    ///
    /// ```swift
    /// let power = Proxy(bus, "org.freedesktop.UPower", "/org/freedesktop/UPower", "org.freedesktop.UPower")
    /// for await devices in try await power.objects(
    ///     listedBy: "EnumerateDevices", added: "DeviceAdded", removed: "DeviceRemoved")
    /// { … }
    /// ```
    ///
    /// It also works with `GetDevices` of NetworkManager and `ListSessions` of logind. The set is empty while the name
    /// has no owner; it doesn't start a service. The sequence ends with the connection, or when the iterating task is
    /// canceled. If the method fails, the error is logged and the set is empty; reading is retried as described for
    /// ``ObjectManagerClient/failure``.
    ///
    /// - Parameters:
    ///   - method: a method without arguments that returns an array. The first object path in each element is used.
    ///   - added: the signal of a new object, which has its path among its arguments.
    ///   - removed: the signal of a removed object, likewise.
    public func objects(
        listedBy method: MemberName, added: MemberName, removed: MemberName
    ) async throws -> AsyncStream<Set<ObjectPath>> {
        // Only the current set matters to a slow reader.
        let (sets, sink) = AsyncStream<Set<ObjectPath>>.makeStream(bufferingPolicy: .bufferingNewest(1))
        try await ListedObjects(self, method, sink).start(added, removed)
        return sets
    }
}

/// The objects that a service lists and announces.
private actor ListedObjects {
    private let proxy: Proxy
    private let method: MemberName
    private let sink: AsyncStream<Set<ObjectPath>>.Continuation
    private var known: Set<ObjectPath>?
    /// The number of the last request. Answers to earlier ones are outdated.
    private var request = 0
    private var isListing = false
    private var attempts = ReadAttempts()

    nonisolated var unownedExecutor: UnownedSerialExecutor { proxy.connection.unownedExecutor }

    init(_ proxy: Proxy, _ method: MemberName, _ sink: AsyncStream<Set<ObjectPath>>.Continuation) {
        self.proxy = proxy
        self.method = method
        self.sink = sink
    }

    func start(_ added: MemberName, _ removed: MemberName) async throws {
        let connection = proxy.connection
        var subscriptions: [Connection.Subscription] = []
        do {
            for member in [added, removed] {
                let rule = MatchRule(
                    sender: proxy.destination, path: proxy.path, interface: proxy.interface, member: member)
                subscriptions.append(
                    try await connection.subscribe(rule, finished: { [sink] in sink.finish() }) { signal in
                        self.assumeIsolated { $0.apply(signal, isAdded: member == added) }
                    })
            }
            if let name = proxy.destination {
                subscriptions.append(
                    try await connection.watchOwner(of: name) { owner in
                        self.assumeIsolated { $0.ownerChanged(isThere: owner != nil) }
                    })
            } else {
                ownerChanged(isThere: true)
            }
        } catch {
            for subscription in subscriptions { await connection.cancel(subscription) }
            throw error
        }
        sink.onTermination = { [subscriptions] _ in
            Task { for subscription in subscriptions { await connection.cancel(subscription) } }
        }
    }

    private func ownerChanged(isThere: Bool) {
        attempts = ReadAttempts()
        if isThere { return list() }
        request += 1
        isListing = false
        show([])
    }

    private func list() {
        request += 1
        isListing = true
        let number = request
        do {
            try proxy.connection.assumeIsolated {
                // The answer is handled in order with the signals.
                try $0.call(
                    proxy.destination, path: proxy.path, interface: proxy.interface, method, timeout: proxy.timeout,
                    options: proxy.options.union(.noAutoStart), values: []
                ) { outcome in self.assumeIsolated { $0.apply(outcome, to: number) } }
            }
        } catch {
            apply(.failure(error), to: number)
        }
    }

    private func apply(_ outcome: Result<[DBusValue], any Error>, to number: Int) {
        if request != number { return }
        isListing = false
        switch outcome {
        case .success(let values): show(Set((values.first?.elements ?? []).compactMap(\.firstPath)))
        case .failure(let error):
            show([])
            let pause = attempts.pause(after: error)
            proxy.connection.events.record(
                .unread(
                    .objectsUnreadable,
                    Subject(.method, proxy.interface, method, at: proxy.path, of: proxy.destination),
                    "the objects of \(proxy.remote.place) cannot be listed", because: error, again: pause))
            guard let pause else { return }
            _ = proxy.connection.loop.schedule(after: pause) { [weak self] in
                self?.assumeIsolated { if $0.request == number { $0.list() } }
            }
        }
    }

    private func apply(_ signal: Signal, isAdded: Bool) {
        // The answer to the request is newer.
        if isListing { return }
        guard let path = signal.body.lazy.compactMap(\.firstPath).first else { return }
        var paths = known ?? []
        if isAdded { paths.insert(path) } else { paths.remove(path) }
        show(paths)
    }

    private func show(_ paths: Set<ObjectPath>) {
        if known == paths { return }
        known = paths
        sink.yield(paths)
    }
}

extension DBusValue {
    fileprivate var elements: [DBusValue] { if case .array(let elements, _) = self { elements } else { [] } }

    /// The first object path in this value.
    fileprivate var firstPath: ObjectPath? {
        switch self {
        case .objectPath(let path): path
        case .structure(let fields): fields.lazy.compactMap(\.firstPath).first
        case .variant(let value): value.firstPath
        default: nil
        }
    }
}
