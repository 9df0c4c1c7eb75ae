internal import DBus

/// The processes of providers that the center has started and not collected yet, also of widgets that are gone. It
/// knows which names they may still own, and which widgets each provides. Touched by the center alone.
struct ProviderProcesses {
    /// A widget that a process provides, or has provided.
    struct User {
        let widget: ObjectPath
        /// The provider's object, and where it is called from.
        let object: ObjectPath?
        let endpoint: Endpoint
    }

    struct Entry {
        let process: SpawnedProcess
        /// The name that it is to own.
        let name: BusName
        /// Who it was on the bus, once it owned its name.
        var owner: BusName?
        /// In the order in which they came, the removed ones too.
        var users: [User] = []
        /// Whether it is being ended: it provides nothing new.
        var isEnding = false
    }

    private struct Waiter {
        /// Nil waits for the end of all.
        let name: BusName?
        let continuation: CheckedContinuation<Void, Never>
    }

    /// By process id.
    private(set) var entries: [Int32: Entry] = [:]
    private var waiters: [Waiter] = []

    var isEmpty: Bool { entries.isEmpty }

    mutating func add(_ process: SpawnedProcess, _ name: BusName) {
        entries[process.id] = Entry(process: process, name: name)
    }

    /// Notes that a process provides a widget.
    mutating func note(_ user: User, of process: SpawnedProcess) {
        entries[process.id]?.users.removeAll { $0.widget == user.widget }
        entries[process.id]?.users.append(user)
    }

    /// Notes as whom a process is on the bus.
    mutating func note(_ owner: BusName, of process: SpawnedProcess) { entries[process.id]?.owner = owner }

    mutating func noteEnding(_ process: SpawnedProcess) { entries[process.id]?.isEnding = true }

    func users(of process: SpawnedProcess) -> [User] { entries[process.id]?.users ?? [] }

    /// The process that owns a name, or was started to: another widget of the same program joins it. A program may own
    /// a name for each of its widgets.
    ///
    /// - Parameter owner: who owns the name at present.
    func shared(_ name: BusName, ownedBy owner: BusName?) -> SpawnedProcess? {
        if let owner, let process = process(of: owner) { return process }
        return entries.values.first { isUsable($0) && $0.name == name && $0.owner == nil }?.process
    }

    /// The process that is this owner of names.
    func process(of owner: BusName) -> SpawnedProcess? {
        entries.values.first { isUsable($0) && $0.owner == owner }?.process
    }

    private func isUsable(_ entry: Entry) -> Bool { !entry.isEnding && !entry.process.wasSignalled }

    /// As whom those processes are on the bus that are being ended and may own a name still.
    func endingOwners(of name: BusName) -> [BusName] {
        entries.values.filter { $0.name == name && $0.isEnding }.compactMap(\.owner)
    }

    /// Takes out a process that was collected, and tells whoever waits for that.
    mutating func remove(_ process: SpawnedProcess) {
        entries[process.id] = nil
        let all = waiters
        waiters = all.filter { isEnding($0.name) }
        for waiter in all where !isEnding(waiter.name) { waiter.continuation.resume() }
    }

    /// Adds somebody who waits until no process is being ended that may own `name`; nil is any process.
    mutating func wait(for name: BusName?, _ continuation: CheckedContinuation<Void, Never>) {
        if isEnding(name) {
            waiters.append(Waiter(name: name, continuation: continuation))
        } else {
            continuation.resume()
        }
    }

    /// Whether a process is there that is being ended and may own `name`; nil is any process.
    func isEnding(_ name: BusName?) -> Bool {
        guard let name else { return !entries.isEmpty }
        return entries.values.contains { $0.name == name && $0.isEnding }
    }
}
