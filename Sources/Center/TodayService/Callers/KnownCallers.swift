internal import DBus

/// Who is behind which unique name, and since when that name is there at the latest. Pure.
///
/// It is told who comes to the bus and who leaves: what is known of a connection is kept as long as that is there. Of those
/// that have left the last are kept too, because calls of them may still be at hand. A unique name is never used again
/// on its bus.
struct KnownCallers {
    private var present: [BusName: Caller] = [:]
    private var gone = RecentCallers()
    /// When those came of whom nobody knows yet who they are, in nanoseconds of the boot clock.
    private var arrivals: [BusName: UInt64] = [:]
    /// From when on it was told; whoever is not in `arrivals` was there by then, nobody knows since when.
    private var beginning = UInt64.max

    var count: Int { present.count + arrivals.count + gone.count }

    subscript(name: BusName) -> Caller? {
        mutating get { present[name] ?? gone[name] }
    }

    /// From now on it is told who comes and leaves.
    mutating func begin(at time: UInt64) { beginning = time }

    mutating func came(_ name: BusName, at time: UInt64) {
        if present[name] == nil { arrivals[name] = time }
    }

    mutating func left(_ name: BusName) {
        arrivals[name] = nil
        if let caller = present.removeValue(forKey: name) { gone.add(name, caller) }
    }

    /// When a connection that is not known yet was there at the latest.
    func arrival(of name: BusName) -> UInt64 { arrivals[name] ?? beginning }

    /// - Parameter hasLeft: whether the connection has gone meanwhile.
    mutating func add(_ name: BusName, _ caller: Caller, hasLeft: Bool) {
        arrivals[name] = nil
        if hasLeft { gone.add(name, caller) } else { present[name] = caller }
    }
}
