internal import DBus

/// The recently used callers by unique name. Pure.
///
/// A name is dropped if it isn't looked up while `limit` others are added.
struct RecentCallers {
    private var recent: [BusName: Caller] = [:]
    private var older: [BusName: Caller] = [:]
    private let limit: Int

    init(limit: Int = 1024) { self.limit = limit }

    var count: Int { recent.count + older.count }

    subscript(name: BusName) -> Caller? {
        mutating get {
            if let caller = recent[name] { return caller }
            guard let caller = older.removeValue(forKey: name) else { return nil }
            add(name, caller)
            return caller
        }
    }

    mutating func add(_ name: BusName, _ caller: Caller) {
        if recent.count >= limit {
            older = recent
            recent = [:]
        }
        recent[name] = caller
    }
}
