internal import DBus

/// Who is behind which unique name, of the senders that called last. Pure.
///
/// A unique name is never used again on its bus, so nothing here becomes wrong when its connection goes, and nobody is
/// watched for it. What keeps it small is that a name goes that was not asked for while `limit` others came; it is found
/// out again when it calls.
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
