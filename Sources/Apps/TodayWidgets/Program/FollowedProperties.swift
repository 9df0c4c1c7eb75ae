#if Widgets
    internal import DBus
    internal import NotificationCenter

    /// The properties of one interface of several objects: each is read once, and then kept current by signals.
    @WidgetActor
    final class FollowedProperties<Key: Hashable & Sendable, Values: DBusDictionary & Equatable & Sendable> {
        /// The properties of the objects that exist.
        private(set) var values: [Key: Values] = [:]
        private var following: [Key: Task<Void, Never>] = [:]
        private var wanted: Set<Key> = []
        private let proxy: (Key) -> Proxy
        private let changed: @WidgetActor (Key) async -> Void

        /// - Parameters:
        ///   - proxy: Returns the interface of an object.
        ///   - changed: Called after the properties of an object have changed.
        init(_ proxy: @escaping (Key) -> Proxy, changed: @escaping @WidgetActor (Key) async -> Void) {
            self.proxy = proxy
            self.changed = changed
        }

        /// Follows these objects, and no others. Returns when their properties are known, or when another call has
        /// replaced the objects.
        func follow(_ keys: Set<Key>) async throws {
            wanted = keys
            for key in Set(following.keys).subtracting(keys) {
                following.removeValue(forKey: key)?.cancel()
                values[key] = nil
            }
            for key in keys where following[key] == nil {
                let cache = try await proxy(key).properties()
                let now = await cache.values(as: Values.self)
                guard wanted.contains(key), following[key] == nil else { continue }
                values[key] = now
                following[key] = Task { [weak self] in
                    for await now in await cache.updates(as: Values.self) { await self?.set(now, for: key) }
                }
            }
        }

        private func set(_ now: Values?, for key: Key) async {
            if Task.isCancelled || values[key] == now { return }
            values[key] = now
            await changed(key)
        }

        /// Stops following. The values stay.
        func stop() {
            for task in following.values { task.cancel() }
            following = [:]
            wanted = []
        }
    }
#endif
