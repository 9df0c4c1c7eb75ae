package import DBus
internal import TodayModel

/// The presence of the center and the state of panels that it reports.
@WidgetActor
package final class CenterWatch {
    /// Whether any panel is visible.
    package private(set) var isViewing = false
    /// The arranged widgets.
    package private(set) var arranged: Set<String> = []

    private let changed: () -> Void
    private let presence: (Bool) -> Void
    private let removed: (ObjectPath) -> Void
    private var tasks: [Task<Void, Never>] = []

    /// - Parameters:
    ///   - changed: Called after a change of either.
    ///   - presence: Receives whether a center is running, first at the start and then on each change.
    ///   - removed: Receives the path of each object that the center removes.
    package init(
        changed: @escaping () -> Void, presence: @escaping (Bool) -> Void, removed: @escaping (ObjectPath) -> Void
    ) {
        self.changed = changed
        self.presence = presence
        self.removed = removed
    }

    /// Begins to follow the center. Doesn't start one.
    package func begin(on connection: Connection) async throws {
        let center = NotificationCenter1(connection)
        let viewing = try await center.observeViewing()
        let arrangement = try await center.observeArrangement()
        let removals = try await connection.signals(
            matching: MatchRule(
                sender: TodayBus.name, path: TodayBus.path, interface: .objectManager, member: "InterfacesRemoved"))
        let owners = try await connection.owners(of: TodayBus.appsName)
        tasks = [
            Task { [weak self] in
                for await value in viewing {
                    self?.isViewing = value ?? false
                    self?.changed()
                }
            },
            Task { [weak self] in
                for await value in arrangement {
                    self?.arranged = Set(value ?? [])
                    self?.changed()
                }
            },
            Task { [weak self] in
                for await signal in removals {
                    if case .objectPath(let path)? = signal.body.first { self?.removed(path) }
                }
            },
            Task { [weak self] in for await owner in owners { self?.presence(owner != nil) } },
        ]
    }

    package func end() {
        for task in tasks { task.cancel() }
        tasks = []
    }
}
