internal import DBus

/// Who was behind a unique name, of those asked for last. Pure.
///
/// A name goes that was not asked for while `limit` others came.
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
