internal import DBus

/// The processes of providers that the center has started and not collected yet, also of widgets that are gone. It
/// knows which names they may still own. Touched by the center alone.
struct ProviderProcesses {
    struct Entry {
        let process: SpawnedProcess
        /// The widget it provides, or provided.
        let path: ObjectPath
        /// The name that it is to own.
        let name: BusName
        /// Who it was on the bus, once it owned its name.
        var owner: BusName?
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

    mutating func add(_ process: SpawnedProcess, _ path: ObjectPath, _ name: BusName) {
        entries[process.id] = Entry(process: process, path: path, name: name, owner: nil)
    }

    /// Notes as whom the process of a widget is on the bus.
    mutating func note(_ owner: BusName, of process: SpawnedProcess) { entries[process.id]?.owner = owner }

    /// Takes out a process that was collected, and tells whoever waits for that.
    mutating func remove(_ process: SpawnedProcess) {
        entries[process.id] = nil
        let all = waiters
        waiters = all.filter { isAlive($0.name) }
        for waiter in all where !isAlive(waiter.name) { waiter.continuation.resume() }
    }

    /// Adds somebody who waits until no process is there that may own `name`; nil is any name.
    mutating func wait(for name: BusName?, _ continuation: CheckedContinuation<Void, Never>) {
        if isAlive(name) {
            waiters.append(Waiter(name: name, continuation: continuation))
        } else {
            continuation.resume()
        }
    }

    private func isAlive(_ name: BusName?) -> Bool {
        guard let name else { return !entries.isEmpty }
        return entries.values.contains { $0.name == name }
    }
}
