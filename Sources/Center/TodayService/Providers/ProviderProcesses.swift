internal import TodayPlatform
internal import DBus

/// The processes of providers that the center has started, including those of removed widgets, until they and their
/// descendants are gone. It records the names that they may still own, and the widgets that each provides. Used only by
/// the center.
struct ProviderProcesses {
    /// A widget that a process provides, or has provided.
    struct User {
        let widget: ObjectPath
        /// The provider's object, and below the endpoint that calls it.
        let object: ObjectPath?
        let endpoint: Endpoint
    }

    struct Entry {
        let process: RunningProcess
        /// The family of its descendants.
        let family: ProcessFamilies.Family
        /// The name that it will own.
        let name: BusName
        /// Its connection on the bus, once it owned its name.
        var owner: BusName?
        /// In the order in which they were added, including removed ones.
        var users: [User] = []
        /// Whether it is being ended, so that it provides nothing new.
        var isEnding = false
    }

    private struct Waiter {
        /// Nil waits for the end of all processes.
        let name: BusName?
        let continuation: CheckedContinuation<Void, Never>
    }

    private(set) var entries: [ObjectIdentifier: Entry] = [:]
    private var waiters: [Waiter] = []

    var isEmpty: Bool { entries.isEmpty }

    mutating func add(_ process: RunningProcess, _ family: ProcessFamilies.Family, _ name: BusName) {
        entries[ObjectIdentifier(process)] = Entry(process: process, family: family, name: name)
    }

    subscript(process: RunningProcess) -> Entry? { entries[ObjectIdentifier(process)] }

    /// Records that a process provides a widget.
    mutating func addUser(_ user: User, of process: RunningProcess) {
        entries[ObjectIdentifier(process)]?.users.removeAll { $0.widget == user.widget }
        entries[ObjectIdentifier(process)]?.users.append(user)
    }

    /// Records the bus connection of a process.
    mutating func setOwner(_ owner: BusName, of process: RunningProcess) {
        entries[ObjectIdentifier(process)]?.owner = owner
    }

    mutating func markEnding(_ process: RunningProcess) { entries[ObjectIdentifier(process)]?.isEnding = true }

    func users(of process: RunningProcess) -> [User] { entries[ObjectIdentifier(process)]?.users ?? [] }

    /// Returns the process that owns a name, or was started to own it: another widget of the same program joins that
    /// process. A program may own a name for each of its widgets.
    ///
    /// - Parameter owner: the current owner of the name.
    func shared(_ name: BusName, ownedBy owner: BusName?) -> RunningProcess? {
        if let owner, let process = process(of: owner) { return process }
        return entries.values.first { isUsable($0) && $0.name == name && $0.owner == nil }?.process
    }

    /// Returns the process behind an owner of names.
    func process(of owner: BusName) -> RunningProcess? {
        entries.values.first { isUsable($0) && $0.owner == owner }?.process
    }

    private func isUsable(_ entry: Entry) -> Bool { !entry.isEnding && !entry.process.wasSignalled }

    /// Returns the connections of processes that are being ended and may still own a name.
    func endingOwners(of name: BusName) -> [BusName] {
        entries.values.filter { $0.name == name && $0.isEnding }.compactMap(\.owner)
    }

    /// Removes a process that is gone with its descendants, and resumes the waiters.
    mutating func remove(_ process: RunningProcess) {
        entries[ObjectIdentifier(process)] = nil
        let all = waiters
        waiters = all.filter { isEnding($0.name) }
        for waiter in all where !isEnding(waiter.name) { waiter.continuation.resume() }
    }

    /// Adds a waiter until no process that may own `name` is being ended; nil means any process.
    mutating func wait(for name: BusName?, _ continuation: CheckedContinuation<Void, Never>) {
        if isEnding(name) {
            waiters.append(Waiter(name: name, continuation: continuation))
        } else {
            continuation.resume()
        }
    }

    /// Whether a process that may own `name` is being ended; nil means any process.
    func isEnding(_ name: BusName?) -> Bool {
        guard let name else { return !entries.isEmpty }
        return entries.values.contains { $0.name == name && $0.isEnding }
    }
}
