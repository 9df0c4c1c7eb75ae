internal import DBus
internal import TodayPlatform
internal import TodayModel

/// The checks of changes from a provider. Each returns the fault, or nil.
enum ChangesFault {
    /// The keys of changes.
    static let keys: Set<String> = [
        "Content", "HasContent", "PreferredContentSize", "LargestDisplayMode", "DisplayMode", "MarginInsets",
        "NextUpdate", "Error", "ErrorKind", "Attention", "Badge", "UpdatedAt",
    ]

    /// Checks the types and ranges of all keys that have no rule of their own.
    static func values(of changes: [String: DBusValue]) -> String? {
        fault(in: changes) { !["Content", "ErrorKind", "Attention", "Badge", "UpdatedAt"].contains($0) }
    }

    /// Checks `ErrorKind`, which comes with `Error`.
    static func errorKind(of changes: [String: DBusValue]) -> String? {
        fault(in: changes) { ["Error", "ErrorKind"].contains($0) }
    }

    static func attention(of changes: [String: DBusValue]) -> String? {
        fault(in: changes) { ["Attention", "Badge"].contains($0) }
    }

    /// Checks `UpdatedAt`.
    ///
    /// - Parameter isNew: whether the changes come with the result `new-data`.
    static func age(of changes: [String: DBusValue], isNew: Bool) -> String? {
        if changes["UpdatedAt"] != nil, changes["Content"] == nil, !isNew { return "UpdatedAt without Content" }
        return fault(in: changes) { $0 == "UpdatedAt" }
    }

    private static func fault(in changes: [String: DBusValue], _ isChecked: (String) -> Bool) -> String? {
        do { _ = try WidgetChanges(changes.filter { isChecked($0.key) }) } catch { return "\(error)" }
        return nil
    }

    static func content(of changes: [String: DBusValue]) -> String? { fault(in: changes) { $0 == "Content" } }

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
    /// Whether panels of version 2 report it without its value.
    let isInput: Bool

    /// Returns the distinct taps on all nodes that call the widget.
    static func all(in content: Content) -> [ContentTap] {
        var taps: [ContentTap] = []
        func collect(from node: Content) {
            if node[.enabled]?.unwrapped == .boolean(false) { return }
            if case .string(let action)? = node[.action]?.unwrapped, !action.hasPrefix("today.") {
                let kind = ContentKind(rawValue: node.kind)
                var parameter = node[.parameter].map { [$0] } ?? []
                switch kind {
                case .toggle, .checkbox: parameter = [.boolean(node[.value]?.unwrapped != .boolean(true))]
                case .slider: parameter = node[.value].map { [$0.unwrapped] } ?? []
                case .entry: parameter = [.string("a word")]
                default: break
                }
                var data: [String: DBusValue] = ["revision": .uint64(1)]
                data["node"] = node[.id]?.unwrapped
                let isInput = kind == .checkbox || kind == .slider || kind == .entry
                let tap = ContentTap(action: action, parameter: parameter, data: data, isInput: isInput)
                if !taps.contains(tap) { taps.append(tap) }
            }
            for child in node.children { collect(from: child) }
        }
        collect(from: content)
        return taps
    }
}
