package import DBus
package import TodayModel

/// How much content all widgets have together, and those of each sandboxed app. Pure.
///
/// What was accepted and is not applied yet counts as well: it has to fit then.
package struct ContentBudget: Sendable {
    private struct Entry {
        var bytes = 0
        /// How much more it will be.
        var reserved = 0
        /// The sandboxed app that it counts for.
        var app: String?
    }

    private var entries: [ObjectPath: Entry] = [:]
    private var total = 0
    private var totals: [String: Int] = [:]

    package init() {}

    /// Notes what a widget has, and of which sandboxed app it is, if it is of one.
    package mutating func set(_ bytes: Int, of app: String?, at path: ObjectPath) {
        update(path) { entry in
            entry.bytes = bytes
            entry.app = app
        }
    }

    /// Keeps room for what a widget will have more; 0 ends it.
    package mutating func reserve(_ bytes: Int, at path: ObjectPath) { update(path) { $0.reserved = max(0, bytes) } }

    /// Forgets a widget that is gone.
    package mutating func remove(_ path: ObjectPath) {
        update(path) { $0 = Entry() }
        entries[path] = nil
    }

    private mutating func update(_ path: ObjectPath, _ body: (inout Entry) -> Void) {
        var entry = entries[path] ?? Entry()
        count(entry, -1)
        body(&entry)
        count(entry, 1)
        entries[path] = entry
    }

    private mutating func count(_ entry: Entry, _ sign: Int) {
        let bytes = sign * (entry.bytes + entry.reserved)
        total += bytes
        guard let app = entry.app, bytes != 0 else { return }
        let sum = totals[app, default: 0] + bytes
        totals[app] = sum == 0 ? nil : sum
    }

    /// Checks that a widget may have so much, beside what the others have.
    ///
    /// - Parameter app: the sandboxed app that it counts for.
    /// - Throws: ``CenterError`` `LimitExceeded`, which names the limit.
    package func check(_ bytes: Int, of app: String?, at path: ObjectPath) throws(CenterError) {
        let own = entries[path] ?? Entry()
        let all = total - own.bytes - own.reserved + bytes
        guard all <= Limits.totalContentBytes else {
            throw CenterError(
                .limitExceeded,
                "Content: all widgets together would have \(all) bytes, TotalContentBytes is \(Limits.totalContentBytes)"
            )
        }
        guard let app else { return }
        let share = totals[app, default: 0] - (own.app == app ? own.bytes + own.reserved : 0) + bytes
        guard share <= Limits.contentBytesPerApp else {
            throw CenterError(
                .limitExceeded,
                "Content: the widgets of the app \(app) would have \(share) bytes, "
                    + "ContentBytesPerApp is \(Limits.contentBytesPerApp)")
        }
    }
}
