internal import TodayPlatform
internal import DBus

/// The processes of providers that the center has started, until they are gone with all that they have started; also of
/// widgets that are gone. It knows which names they may still own, and which widgets each provides. Touched by the center
/// alone.
struct ProviderProcesses {
    /// A widget that a process provides, or has provided.
    struct User {
        let widget: ObjectPath
        /// The provider's object, and where it is called from.
        let object: ObjectPath?
        let endpoint: Endpoint
    }

    struct Entry {
        let process: RunningProcess
        /// Who its descendants are.
        let family: ProcessFamilies.Family
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

    private(set) var entries: [ObjectIdentifier: Entry] = [:]
    private var waiters: [Waiter] = []

    var isEmpty: Bool { entries.isEmpty }

    mutating func add(_ process: RunningProcess, _ family: ProcessFamilies.Family, _ name: BusName) {
        entries[ObjectIdentifier(process)] = Entry(process: process, family: family, name: name)
    }

    subscript(process: RunningProcess) -> Entry? { entries[ObjectIdentifier(process)] }

    /// Notes that a process provides a widget.
    mutating func note(_ user: User, of process: RunningProcess) {
        entries[ObjectIdentifier(process)]?.users.removeAll { $0.widget == user.widget }
        entries[ObjectIdentifier(process)]?.users.append(user)
    }

    /// Notes as whom a process is on the bus.
    mutating func note(_ owner: BusName, of process: RunningProcess) {
        entries[ObjectIdentifier(process)]?.owner = owner
    }

    mutating func markEnding(_ process: RunningProcess) { entries[ObjectIdentifier(process)]?.isEnding = true }

    func users(of process: RunningProcess) -> [User] { entries[ObjectIdentifier(process)]?.users ?? [] }

    /// The process that owns a name, or was started to: another widget of the same program joins it. A program may own
    /// a name for each of its widgets.
    ///
    /// - Parameter owner: who owns the name at present.
    func shared(_ name: BusName, ownedBy owner: BusName?) -> RunningProcess? {
        if let owner, let process = process(of: owner) { return process }
        return entries.values.first { isUsable($0) && $0.name == name && $0.owner == nil }?.process
    }

    /// The process that is this owner of names.
    func process(of owner: BusName) -> RunningProcess? {
        entries.values.first { isUsable($0) && $0.owner == owner }?.process
    }

    private func isUsable(_ entry: Entry) -> Bool { !entry.isEnding && !entry.process.wasSignalled }

    /// As whom those processes are on the bus that are being ended and may own a name still.
    func endingOwners(of name: BusName) -> [BusName] {
        entries.values.filter { $0.name == name && $0.isEnding }.compactMap(\.owner)
    }

    /// Takes out a process that is gone with its descendants, and tells whoever waits for that.
    mutating func remove(_ process: RunningProcess) {
        entries[ObjectIdentifier(process)] = nil
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
