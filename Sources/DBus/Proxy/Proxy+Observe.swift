extension Proxy {
    /// The value of a property now, and whenever it changes, as a sequence.
    ///
    /// The current value comes first, and nothing between it and the first change is missed. A change that comes without
    /// the value (`invalidates`) has it read. When the destination gets a new owner the value is read anew; while it has
    /// no owner, and when the property cannot be read or has another type, the value is nil. Where an object manager tells
    /// that the object or its interface goes and comes (`InterfacesRemoved`, `InterfacesAdded`), the value is nil meanwhile.
    /// Equal values in a row are told once. The sequence ends with the connection, and when its task is cancelled.
    ///
    /// - Parameters:
    ///   - property: its name.
    ///   - type: what it is read as.
    ///   - bufferingPolicy: what happens to values that nobody has taken yet. The default keeps the newest.
    public func observe<Value: DBusType & Equatable>(
        _ property: MemberName, as type: Value.Type = Value.self,
        bufferingPolicy: AsyncStream<Value?>.Continuation.BufferingPolicy = .bufferingNewest(1)
    ) async throws -> AsyncStream<Value?> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value?.self, bufferingPolicy: bufferingPolicy)
        let observer = PropertyObserver<Value>(self, property) { continuation.yield($0) }
        // Set before anything can end the stream; only the stream keeps the observer.
        continuation.onTermination = { _ in Task { await observer.stop() } }
        do { try await observer.start { continuation.finish() } } catch {
            continuation.finish()
            throw error
        }
        return stream
    }
}

/// Follows one property. Lives on the loop's thread.
private actor PropertyObserver<Value: DBusType & Equatable> {
    private let proxy: Proxy
    private let property: MemberName
    private let tell: @Sendable (Value?) -> Void
    private var subscriptions: [Connection.Subscription] = []
    /// What was told last; the outer nil is nothing yet.
    private var told: Value??
    /// Counts what is newer than a read that is under way: an owner, a change.
    private var generation = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { proxy.connection.unownedExecutor }

    init(_ proxy: Proxy, _ property: MemberName, tell: @escaping @Sendable (Value?) -> Void) {
        self.proxy = proxy
        self.property = property
        self.tell = tell
    }

    func start(finished: @escaping @Sendable () -> Void) async throws {
        let rule = MatchRule(
            sender: proxy.destination, path: proxy.path, interface: .properties, member: "PropertiesChanged",
            firstArgument: proxy.interface.rawValue)
        subscriptions.append(
            try await proxy.connection.subscribe(rule, finished: finished) { [weak self] signal in
                self?.assumeIsolated { $0.receive(signal) }
            })
        // Which object manager it has nobody knows; the path is in its signals.
        let objects = MatchRule(
            sender: proxy.destination, interface: .objectManager, arguments: [0: .path(proxy.path.rawValue)])
        subscriptions.append(
            try await proxy.connection.subscribe(objects) { [weak self] signal in
                self?.assumeIsolated { $0.receiveObjects(signal) }
            })
        guard let destination = proxy.destination, proxy.connection.uniqueName != nil else { return read() }
        subscriptions.append(
            try await proxy.connection.watchOwner(of: destination) { [weak self] owner in
                self?.assumeIsolated { $0.ownerChanged(owner) }
            })
    }

    func stop() {
        let all = subscriptions
        subscriptions = []
        proxy.connection.assumeIsolated { connection in for subscription in all { connection.cancel(subscription) } }
    }

    private func ownerChanged(_ owner: BusName?) {
        if owner == nil {
            generation += 1
            note(nil)
        } else {
            read()
        }
    }

    private func receive(_ signal: Signal) {
        guard
            let (_, changed, invalidated) = try? signal.arguments(
                as: String.self, [String: DBusValue].self, [String].self)
        else { return }
        if let value = changed[property.rawValue] {
            generation += 1
            note(try? Value(variant: value))
        } else if invalidated.contains(property.rawValue) {
            read()
        }
    }

    private func receiveObjects(_ signal: Signal) {
        let interface = proxy.interface.rawValue
        if signal.member == "InterfacesAdded",
            let (path, interfaces) = try? signal.arguments(as: ObjectPath.self, [String: [String: DBusValue]].self),
            path == proxy.path, let properties = interfaces[interface]
        {
            guard let value = properties[property.rawValue] else { return read() }
            generation += 1
            note(try? Value(variant: value))
        } else if signal.member == "InterfacesRemoved",
            let (path, interfaces) = try? signal.arguments(as: ObjectPath.self, [String].self), path == proxy.path,
            interfaces.contains(interface)
        {
            generation += 1
            note(nil)
        }
    }

    private func read() {
        generation += 1
        let number = generation
        Task {
            let value = try? await proxy.get(property, as: Value.self)
            // Whatever came meanwhile is newer than this answer.
            if number == generation { note(value) }
        }
    }

    private func note(_ value: Value?) {
        if let told, told == value { return }
        told = .some(value)
        tell(value)
    }
}
