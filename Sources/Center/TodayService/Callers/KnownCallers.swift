internal import DBus

/// The callers behind unique names, and the latest time at which each name can have joined the bus. Pure.
///
/// It is notified of connections that join and leave. A known caller is kept as long as its connection is on the bus.
/// The latest ones that left are kept too, because their calls may still be pending. A bus never reuses a unique name.
struct KnownCallers {
    private var present: [BusName: Caller] = [:]
    private var departed = RecentCallers()
    /// The times at which connections with unknown callers joined, in nanoseconds of the boot clock.
    private var arrivals: [BusName: UInt64] = [:]
    /// The time from which joins are reported. A name that isn't in `arrivals` joined before that, at an unknown time.
    private var beginning = UInt64.max

    var count: Int { present.count + arrivals.count + departed.count }

    subscript(name: BusName) -> Caller? {
        mutating get { present[name] ?? departed[name] }
    }

    /// Starts: joins and departures are reported from now on.
    mutating func begin(at time: UInt64) { beginning = time }

    mutating func joined(_ name: BusName, at time: UInt64) {
        if present[name] == nil { arrivals[name] = time }
    }

    mutating func left(_ name: BusName) {
        arrivals[name] = nil
        if let caller = present.removeValue(forKey: name) { departed.add(name, caller) }
    }

    /// Returns the latest time at which a connection with an unknown caller can have joined.
    func arrival(of name: BusName) -> UInt64 { arrivals[name] ?? beginning }

    /// - Parameter hasLeft: whether the connection has left meanwhile.
    mutating func add(_ name: BusName, _ caller: Caller, hasLeft: Bool) {
        arrivals[name] = nil
        if hasLeft { departed.add(name, caller) } else { present[name] = caller }
    }
}
