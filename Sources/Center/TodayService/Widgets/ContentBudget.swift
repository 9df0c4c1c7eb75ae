package import DBus
package import TodayModel

/// The size of the content of all widgets, and of those of each sandboxed app. Pure.
///
/// Content that was accepted and isn't applied yet counts as well: it has to fit when it is applied.
package struct ContentBudget: Sendable {
    private struct Entry {
        var bytes = 0
        /// The additional size when accepted content is applied.
        var reserved = 0
        /// The sandboxed app whose share it counts against.
        var app: String?
    }

    private var entries: [ObjectPath: Entry] = [:]
    private var total = 0
    private var totals: [String: Int] = [:]

    package init() {}

    /// Sets the size of a widget's content, and its sandboxed app, if any.
    package mutating func set(_ bytes: Int, of app: String?, at path: ObjectPath) {
        update(path) { entry in
            entry.bytes = bytes
            entry.app = app
        }
    }

    /// Reserves room for a widget's additional content; 0 ends the reservation.
    package mutating func reserve(_ bytes: Int, at path: ObjectPath) { update(path) { $0.reserved = max(0, bytes) } }

    /// Removes a widget that is gone.
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

    /// Checks that a widget may have content of this size, beside the content of the others.
    ///
    /// - Parameter app: the sandboxed app whose share it counts against.
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
