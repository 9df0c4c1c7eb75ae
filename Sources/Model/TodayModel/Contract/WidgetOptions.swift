public import DBus

/// A size that a widget offers: an element of property `Sizes`.
public enum WidgetSize: String, CaseIterable, Sendable {
    /// Half of the panel's width. Two small widgets next to each other share a row if the panel has enough space.
    case small
    /// The full width of the panel. Every widget offers it.
    case regular

    /// Reads a list of sizes. Words of a later version are left out; ``regular`` is always included.
    package static func list(words: [String]) -> [WidgetSize] {
        let sizes = words.compactMap { WidgetSize(rawValue: $0) }
        return sizes.contains(.regular) ? sizes : sizes + [.regular]
    }
}

/// The current options of a widget: property `Options`.
public struct WidgetOptions: Hashable, Sendable {
    /// The size in panels.
    public var size = WidgetSize.regular
    /// The maximum age of content, in seconds; 0 for updates only while the widget is viewed.
    public var updateInterval: UInt32 = 900
    /// Whether the center updates the widget only on request.
    public var isPaused = false

    /// Makes the default options of a widget.
    public init() {}

    /// Puts choices in force.
    package mutating func apply(_ choices: WidgetOptionChoices) {
        size = choices.size ?? size
        updateInterval = choices.updateInterval ?? updateInterval
        isPaused = choices.isPaused ?? isPaused
    }

    /// The options as `a{sv}`, complete.
    public var dictionary: [String: DBusValue] {
        [
            Key.size.rawValue: .string(size.rawValue), Key.updateInterval.rawValue: .uint32(updateInterval),
            Key.paused.rawValue: .boolean(isPaused),
        ]
    }

    /// Reads the property. A missing key or a size of a later version has its default.
    ///
    /// - Throws: ``Fault`` that names the key.
    public init(_ dictionary: [String: DBusValue]) throws(Fault) {
        let values = VardictReader(dictionary)
        size = try values.text(Key.size.rawValue).flatMap { WidgetSize(rawValue: $0) } ?? size
        updateInterval = try values.integer(Key.updateInterval.rawValue, in: 0...UInt32.max) ?? updateInterval
        isPaused = try values.boolean(Key.paused.rawValue) ?? isPaused
    }

    /// The keys of the dictionary.
    package enum Key: String, CaseIterable, Sendable {
        case size = "Size"
        case updateInterval = "UpdateInterval"
        case paused = "Paused"
    }

    /// The intervals that a user can choose in addition to 0, in seconds: a minute to a week.
    public static let updateIntervals: ClosedRange<UInt32> = 60...604_800
}

/// The options of a widget that the user has chosen: the argument of `SetOptions`. The definition has the other
/// options.
public struct WidgetOptionChoices: Hashable, Sendable {
    public var size: WidgetSize?
    /// 0, or one of ``WidgetOptions/updateIntervals``, in seconds.
    public var updateInterval: UInt32?
    public var isPaused: Bool?

    /// Makes choices; nil for an option that isn't chosen.
    public init(size: WidgetSize? = nil, updateInterval: UInt32? = nil, isPaused: Bool? = nil) {
        self.size = size
        self.updateInterval = updateInterval
        self.isPaused = isPaused
    }

    /// Reads choices. Unknown keys are ignored.
    ///
    /// - Throws: ``Fault`` that names the key and the value.
    public init(_ dictionary: [String: DBusValue]) throws(Fault) {
        let values = VardictReader(dictionary)
        let key = WidgetOptions.Key.updateInterval.rawValue
        size = try values.word(WidgetOptions.Key.size.rawValue, WidgetSize.self)
        updateInterval = try values.integer(key, in: 0...UInt32.max)
        isPaused = try values.boolean(WidgetOptions.Key.paused.rawValue)
        let range = WidgetOptions.updateIntervals
        if let updateInterval, updateInterval > 0, !range.contains(updateInterval) {
            throw Fault(
                path: key, message: "\(updateInterval) isn't 0 or \(range.lowerBound)…\(range.upperBound)")
        }
    }

    /// The choices as `a{sv}`.
    public var dictionary: [String: DBusValue] {
        var values: [String: DBusValue] = [:]
        values[WidgetOptions.Key.size.rawValue] = size.map { .string($0.rawValue) }
        values[WidgetOptions.Key.updateInterval.rawValue] = updateInterval.map { .uint32($0) }
        values[WidgetOptions.Key.paused.rawValue] = isPaused.map { .boolean($0) }
        return values
    }

    /// Whether nothing is chosen.
    package var isEmpty: Bool { self == WidgetOptionChoices() }

    /// Returns these choices with others on top.
    package func merging(_ others: WidgetOptionChoices) -> WidgetOptionChoices {
        WidgetOptionChoices(
            size: others.size ?? size, updateInterval: others.updateInterval ?? updateInterval,
            isPaused: others.isPaused ?? isPaused)
    }

    /// Returns these choices without some. Unknown keys are ignored; no keys are all.
    package func removing(_ keys: [String]) -> WidgetOptionChoices {
        if keys.isEmpty { return WidgetOptionChoices() }
        var rest = self
        for key in keys.compactMap({ WidgetOptions.Key(rawValue: $0) }) {
            switch key {
            case .size: rest.size = nil
            case .updateInterval: rest.updateInterval = nil
            case .paused: rest.isPaused = nil
            }
        }
        return rest
    }
}
