internal import DBus
package import TodayModel

/// The memory that the content of one source takes. Pure.
package struct ContentBudget: Sendable {
    private let limit: Int
    private var costs: [WidgetIdentifier: Int] = [:]
    /// The sum of all costs.
    package private(set) var total = 0

    /// Makes a budget of so many bytes.
    package init(bytes limit: Int) { self.limit = limit }

    /// Sets the content of a widget. Returns false, and changes nothing, if all content would be too large.
    package mutating func set(_ content: Content, of widget: WidgetIdentifier) -> Bool {
        let cost = content.memoryCost
        let sum = total - (costs[widget] ?? 0) + cost
        guard sum <= limit else { return false }
        (costs[widget], total) = (cost, sum)
        return true
    }

    /// Forgets a widget that was removed.
    package mutating func remove(_ widget: WidgetIdentifier) { total -= costs.removeValue(forKey: widget) ?? 0 }
}

extension Content {
    /// The bytes that a tree takes at least. Many tiny values take much more than ``byteCount``.
    fileprivate var memoryCost: Int {
        let own = attributes.reduce(kind.utf8.count + 64) { $0 + $1.key.utf8.count + $1.value.memoryCost }
        return children.reduce(own) { $0 + $1.memoryCost }
    }
}

extension DBusValue {
    /// The bytes that a value takes at least.
    var memoryCost: Int {
        switch self {
        case .array(let elements, _), .structure(let elements): elements.reduce(48) { $0 + $1.memoryCost }
        case .dictionary(let entries, _, _):
            entries.reduce(48) { $0 + $1.key.memoryCost + $1.value.memoryCost }
        case .variant(let value): 48 + value.memoryCost
        case .string(let text): 48 + text.utf8.count
        case .bytes(let bytes): 48 + bytes.count
        default: 48
        }
    }
}
