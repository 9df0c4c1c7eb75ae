internal import DBus
internal import NotificationCenter
internal import TodayModel

/// What the center says of panels, and whether it is there.
@WidgetActor
final class CenterWatch {
    /// Whether any panel is visible.
    private(set) var isViewing = false
    /// The widgets that panels show.
    private(set) var arranged: Set<String> = []

    private let changed: () -> Void
    private let presence: (Bool) -> Void
    private let removed: (ObjectPath) -> Void
    private var tasks: [Task<Void, Never>] = []

    /// - Parameters:
    ///   - changed: called after a change of either.
    ///   - presence: told whether there is a center, first and whenever that changes.
    ///   - removed: told of each object that the center removes.
    init(
        changed: @escaping () -> Void, presence: @escaping (Bool) -> Void, removed: @escaping (ObjectPath) -> Void
    ) {
        self.changed = changed
        self.presence = presence
        self.removed = removed
    }

    /// Begins to follow the center. Nothing starts one.
    func begin(on connection: Connection) async throws {
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

    func end() {
        for task in tasks { task.cancel() }
        tasks = []
    }
}
