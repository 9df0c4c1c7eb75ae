internal import DBus
internal import TodayManifests
internal import TodayModel

/// Reads the values of a group, and finds the keys that nothing has read.
struct BridgeValues {
    let group: DesktopEntry.Group
    private var known: Set<String> = []

    init(_ group: DesktopEntry.Group) { self.group = group }

    /// A warning for each line whose key isn't a key of the group.
    var unknown: [ManifestFault] {
        group.lines.filter { !known.contains($0.key) || $0.isLocalized }.map {
            ManifestFault(line: $0.number, key: $0.key, message: "the key has no effect in [\(group.name)]")
        }
    }

    /// Returns a fault at the line of a key.
    func fault(_ key: String, _ message: String) -> ManifestFault {
        ManifestFault(line: line(key)?.number ?? group.number, key: key, message: message)
    }

    private func line(_ key: String) -> DesktopEntry.Line? { group.lines.first { $0.key == key && !$0.isLocalized } }

    private mutating func parse<Value>(
        _ key: String, _ read: (Substring) throws(ManifestValue.Reason) -> Value
    ) throws(ManifestFault) -> Value? {
        known.insert(key)
        guard let line = line(key) else { return nil }
        do { return try read(line.value) } catch { throw fault(key, error.text) }
    }

    /// Returns a text; nil if the key is missing or empty.
    mutating func text(_ key: String) throws(ManifestFault) -> String? {
        let text = try parse(key) { (raw) throws(ManifestValue.Reason) in try ManifestValue.unescape(raw) }
        guard let text, !text.isEmpty else { return nil }
        if let reason = TextRule.fault(in: text) { throw fault(key, reason) }
        return text
    }

    mutating func required(_ key: String) throws(ManifestFault) -> String {
        if let text = try text(key) { return text }
        throw fault(key, line(key) == nil ? "the key is required" : "the value is empty")
    }

    mutating func path(_ key: String) throws(ManifestFault) -> String? {
        guard let path = try text(key) else { return nil }
        if !path.hasPrefix("/") { throw fault(key, "\(path.excerpt) isn't an absolute path") }
        return path
    }

    mutating func boolean(_ key: String) throws(ManifestFault) -> Bool? {
        try parse(key) { (raw) throws(ManifestValue.Reason) in try ManifestValue.boolean(raw) }
    }

    mutating func integer(_ key: String, in range: ClosedRange<UInt64>) throws(ManifestFault) -> UInt64? {
        guard case .uint64(let number)? = try value(key, .integer) else { return nil }
        if !range.contains(number) {
            throw fault(key, "\(number) isn't between \(range.lowerBound) and \(range.upperBound)")
        }
        return number
    }

    mutating func number(_ key: String) throws(ManifestFault) -> Double? {
        if case .double(let number)? = try value(key, .number) { number } else { nil }
    }

    mutating func duration(_ key: String) throws(ManifestFault) -> Duration? {
        guard case .uint64(let seconds)? = try value(key, .interval) else { return nil }
        if !(1...UInt64(UInt32.max)).contains(seconds) {
            throw fault(key, "\(seconds) seconds aren't between 1 and \(UInt32.max)")
        }
        return .seconds(Int64(seconds))
    }

    mutating func patterns(_ key: String) throws(ManifestFault) -> [WidgetPattern]? {
        let list = try parse(key) { (raw) throws(ManifestValue.Reason) in try ManifestValue.list(raw) }
        guard let list, !list.isEmpty else { return nil }
        return list.map { WidgetPattern($0) }
    }

    mutating func jsonPath(_ key: String) throws(ManifestFault) -> JSONPath? {
        guard let text = try text(key) else { return nil }
        guard let path = JSONPath(text) else {
            throw fault(key, "\(text.excerpt) isn't a path such as sensors.0.temperature")
        }
        return path
    }

    private mutating func value(
        _ key: String, _ form: ManifestValue.Form
    ) throws(ManifestFault) -> DBusValue? {
        try parse(key) { (raw) throws(ManifestValue.Reason) in try ManifestValue.parse(raw, as: form) }
    }
}
