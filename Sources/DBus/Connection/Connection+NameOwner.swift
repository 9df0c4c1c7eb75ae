internal import Synchronization

extension Connection {
    /// Calls `handler` on the loop's thread with the owner of a name as it is now, then at every change; nil is nobody.
    ///
    /// Nothing is missed and nothing old is told: the rule is confirmed before the owner is asked for, and an answer
    /// that a change has overtaken is dropped. End it with ``cancel(_:)``.
    public func watchOwner(
        of name: BusName, handler: @escaping @Sendable (BusName?) -> Void
    ) async throws -> Subscription {
        let changed = OwnerChanges()
        let rule = MatchRule(
            sender: .bus, path: .bus, interface: .bus, member: "NameOwnerChanged", firstArgument: name.rawValue)
        let subscription = try await subscribe(rule) { signal in
            guard let (_, _, owner) = try? signal.arguments(as: String.self, String.self, String.self) else { return }
            changed.note()
            handler(BusName(rawValue: owner))
        }
        let current: BusName?
        do { current = try await owner(of: name) } catch {
            cancel(subscription)
            throw error
        }
        if !changed.any { handler(current) }
        return subscription
    }
}

/// Whether the owner of a name has changed since it is watched.
private final class OwnerChanges: Sendable {
    private let flag = Atomic<Bool>(false)
    var any: Bool { flag.load(ordering: .relaxed) }
    func note() { flag.store(true, ordering: .relaxed) }
}
