internal import DBus
package import TodayModel

/// The user's preferences for the place and the shape of a panel, with the names and words of `panel.conf`. Pure.
package struct PanelPreferences: Hashable, Sendable {
    /// The edge of the screen.
    package enum Side: String, CaseIterable, Sendable {
        /// The edge at the end of a line of text: the right one, but the left one in a right-to-left language.
        case automatic = "Automatic"
        case left = "Left"
        case right = "Right"
    }

    /// The keys of the preferences.
    package enum Key: String, CaseIterable, Sendable {
        case side = "Side"
        case width = "Width"
        case monitor = "Monitor"
        case columns = "Columns"
    }

    package var side = Side.automatic
    /// The width of the panel, in logical pixels at the usual text size; nil for 380 a column.
    package var width: Int?
    /// The connector of the monitor, such as `DP-1`; empty for the monitor with the pointer.
    package var monitor = ""
    /// The number of columns of cards; nil for as many as have room.
    package var columns: Int?

    /// Creates the preferences of a user who has set none.
    package init() {}

    /// The allowed widths, in logical pixels at the usual text size.
    package static let widths = 280...1600
    package static let columnCounts = 1...4
    private static let columnWidth = 380
    /// The word for a preference that the panel chooses itself, as it is stored.
    package static let automatic = "Automatic"

    /// The width in force, in logical pixels at the usual text size.
    package var shownWidth: Int { width ?? Self.columnWidth * (columns ?? 1) }

    /// Returns whether the panel is at the left edge.
    ///
    /// - Parameter isMirrored: whether the language runs from right to left.
    package func isAtLeft(isMirrored: Bool) -> Bool {
        switch side {
        case .automatic: isMirrored
        case .left: true
        case .right: false
        }
    }

    /// Returns a preference as people write it.
    package subscript(key: Key) -> String {
        switch key {
        case .side: side.rawValue
        case .width: width.map { String($0) } ?? Self.automatic
        case .monitor: monitor.isEmpty ? Self.automatic : monitor
        case .columns: columns.map { String($0) } ?? Self.automatic
        }
    }

    /// Sets a preference from the text that a person wrote, without regard to case.
    ///
    /// - Throws: A fault whose path is the key.
    package mutating func set(_ key: Key, _ text: String) throws(Fault) {
        let isAutomatic = text.isEmpty || text.lowercased() == Self.automatic.lowercased()
        switch key {
        case .side:
            guard let side = isAutomatic ? .automatic : Side.allCases.first(where: { $0.word == text.lowercased() })
            else { throw Fault(path: key.rawValue, message: "\(text.quoted) is not left, right or automatic") }
            self.side = side
        case .width: width = isAutomatic ? nil : try Self.number(key, text, Self.widths)
        case .columns: columns = isAutomatic ? nil : try Self.number(key, text, Self.columnCounts)
        case .monitor: monitor = isAutomatic ? "" : text
        }
    }

    private static func number(_ key: Key, _ text: String, _ range: ClosedRange<Int>) throws(Fault) -> Int {
        guard let number = Int(text), range.contains(number) else {
            let limits = "a whole number from \(range.lowerBound) to \(range.upperBound), or automatic"
            throw Fault(path: key.rawValue, message: "\(text.quoted) is not \(limits)")
        }
        return number
    }

    /// Returns the fields of a form.
    ///
    /// - Parameter monitors: the connectors of the monitors.
    package func fields(monitors: [String]) -> [SettingsField] {
        Key.allCases.compactMap { key in
            var choices = [Self.automatic]
            switch key {
            case .side: choices = Side.allCases.map(\.rawValue)
            case .width: choices += stride(from: 320, through: 1600, by: 40).map { String($0) }
            case .monitor: choices += monitors
            case .columns: choices += Self.columnCounts.map { String($0) }
            }
            let current = self[key]
            if !choices.contains(current) { choices.append(current) }
            let declaration = try? SettingDeclaration(
                key.rawValue, .choice, name: key.label, choices: choices,
                choiceNames: choices.map { Self.names[$0] ?? $0 }, description: key.details)
            return declaration.map { SettingsField($0, .string(current)) }
        }
    }
}

extension PanelPreferences {
    /// The names of the words that are stored.
    private static var names: [String: String] {
        [
            automatic: tr("Automatic"),
            // Translators: an edge of the screen.
            Side.left.rawValue: tr("Left"),
            // Translators: an edge of the screen.
            Side.right.rawValue: tr("Right"),
        ]
    }
}

extension PanelPreferences.Side {
    /// The word on the command line.
    fileprivate var word: String { rawValue.lowercased() }
}

extension PanelPreferences.Key {
    /// The name for users.
    fileprivate var label: String {
        switch self {
        // Translators: the edge of the screen at which the panel is.
        case .side: tr("Side")
        case .width: tr("Width")
        case .monitor: tr("Monitor")
        case .columns: tr("Columns")
        }
    }

    /// One sentence about the preference.
    fileprivate var details: String {
        switch self {
        case .side: tr("The edge of the screen.")
        case .width: tr("In pixels, at the default text size.")
        // Translators: ‘Automatic’ is one of the choices.
        case .monitor: tr("Automatic: the monitor with the pointer.")
        // Translators: ‘Automatic’ is one of the choices.
        case .columns: tr("Automatic: as many as fit.")
        }
    }
}
