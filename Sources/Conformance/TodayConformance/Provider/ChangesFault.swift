internal import DBus
internal import TodayPlatform
internal import TodayModel

/// The checks of changes from a provider. Each returns the fault, or nil.
enum ChangesFault {
    /// The keys of changes.
    static let keys: Set<String> = [
        "Content", "HasContent", "PreferredContentSize", "LargestDisplayMode", "DisplayMode", "MarginInsets",
        "NextUpdate", "Error",
    ]

    /// Checks the types and ranges of all keys but `Content`.
    static func values(of changes: [String: DBusValue]) -> String? {
        let others = changes.filter { $0.key != "Content" }
        do { _ = try WidgetChanges(others) } catch { return "\(error)" }
        return nil
    }

    static func content(of changes: [String: DBusValue]) -> String? {
        do { _ = try WidgetChanges(changes.filter { $0.key == "Content" }) } catch { return "\(error)" }
        return nil
    }

    static func mode(of changes: [String: DBusValue], largest: String) -> String? {
        guard case .string(let mode)? = changes["DisplayMode"]?.unwrapped, mode == "expanded" else { return nil }
        var largest = largest
        if case .string(let mode)? = changes["LargestDisplayMode"]?.unwrapped { largest = mode }
        return largest == "compact" ? "DisplayMode is expanded, LargestDisplayMode is compact" : nil
    }

    /// Finds a time before 2001 or after 5000, which results from a value in seconds or milliseconds.
    static func unit(of changes: [String: DBusValue]) -> String? {
        guard let moment = moment(of: changes), moment != 0 else { return nil }
        return (1_000_000_000_000_000...100_000_000_000_000_000).contains(moment) ? nil : "NextUpdate is \(moment)"
    }

    /// Finds a time that was at least a minute ago.
    static func past(of changes: [String: DBusValue]) -> String? {
        guard unit(of: changes) == nil, let moment = moment(of: changes), moment != 0 else { return nil }
        let limit = SystemClock.microseconds - 60_000_000
        return moment < limit ? "NextUpdate is \(moment), which is past" : nil
    }

    private static func moment(of changes: [String: DBusValue]) -> UInt64? {
        switch changes["NextUpdate"]?.unwrapped {
        case .uint64(let value)?: value
        case .int64(let value)?: UInt64(exactly: value)
        case .uint32(let value)?: UInt64(value)
        case .int32(let value)?: UInt64(exactly: value)
        default: nil
        }
    }

    /// Returns the first kind in a tree that the contract doesn't define and that has no fallback.
    static func unknownKind(in content: Content) -> String? {
        if content.isEmpty { return nil }
        if ContentKind(rawValue: content.kind) == nil, content[.fallback] == nil { return content.kind }
        for child in content.children {
            if let kind = unknownKind(in: child) { return kind }
        }
        return nil
    }
}

/// A tap on a node of a tree, as a panel reports it.
struct ContentTap: Hashable {
    let action: String
    let parameter: [DBusValue]
    let data: [String: DBusValue]

    /// Returns the distinct taps on all nodes that call the widget.
    static func all(in content: Content) -> [ContentTap] {
        var taps: [ContentTap] = []
        func collect(from node: Content) {
            if node[.enabled]?.unwrapped == .boolean(false) { return }
            if case .string(let action)? = node[.action]?.unwrapped, !action.hasPrefix("today.") {
                var parameter = node[.parameter].map { [$0] } ?? []
                if node.kind == "toggle" { parameter = [.boolean(node[.value]?.unwrapped != .boolean(true))] }
                var data: [String: DBusValue] = ["revision": .uint64(1)]
                data["node"] = node[.id]?.unwrapped
                let tap = ContentTap(action: action, parameter: parameter, data: data)
                if !taps.contains(tap) { taps.append(tap) }
            }
            for child in node.children { collect(from: child) }
        }
        collect(from: content)
        return taps
    }
}
