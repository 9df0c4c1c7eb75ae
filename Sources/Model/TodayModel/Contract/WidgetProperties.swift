public import DBus

/// All properties of a widget's object, as a panel reads them.
public struct WidgetProperties: Hashable, Sendable {
    public var identifier: WidgetIdentifier
    public var name = ""
    public var description = ""
    /// The plain name of an icon in the theme or an absolute path; may be empty.
    public var icon = ""
    /// A desktop file id without `.desktop`; may be empty.
    public var containingApp = ""
    public var hasContent = true
    public var arranged = true
    public var displayMode = DisplayMode.compact
    public var largestDisplayMode = DisplayMode.compact
    public var preferredContentSize = Size(width: 0, height: 0)
    public var marginInsets = EdgeInsets.asProposed
    public var content = Content.empty
    public var revision: UInt64 = 0
    public var updatedAt = Timestamp(microseconds: 0)
    public var nextUpdate = Timestamp(microseconds: 0)
    public var isSnapshot = false
    /// Nil before the first run.
    public var lastResult: UpdateResult?
    public var state = WidgetState.idle
    /// The reason for the last failure: the first line is for users, the rest is detail. Empty if the last update succeeded.
    public var error = ""
    /// The kind of the error; nil without an error, and from a center of version 2.
    public var errorKind: ErrorKind?
    /// The time of the center's next attempt after a failure; never if it doesn't retry.
    public var retryAt = Timestamp.never
    /// How strongly the widget asks for attention.
    public var attention = WidgetAttention.none
    /// The count beside ``attention``; 0 for none.
    public var badge: UInt32 = 0
    /// The current options.
    public var options = WidgetOptions()
    /// The sizes that the widget offers; never empty.
    public var sizes = [WidgetSize.regular]
    /// A main category of the freedesktop menu specification, or another word; may be empty.
    public var category = ""
    public var source = WidgetSource.registered
    /// Whether the widget may be added more than once.
    public var instances = false
    /// The current settings by key, in their form on the bus.
    public var settings: [String: DBusValue] = [:]
    /// The declarations of its settings, in the order of a form.
    public var settingsSchema = SettingsSchema()

    /// Makes the properties of a widget with their defaults.
    public init(identifier: WidgetIdentifier) { self.identifier = identifier }

    /// The name as it is shown; the identifier when nothing is seen of the name.
    package var title: String {
        let title = ForeignText.title(name)
        return title.isEmpty ? identifier.rawValue : title
    }

    /// Reads the properties of a widget's object.
    ///
    /// - Throws: ``Fault`` that names the property.
    public init(_ properties: [String: DBusValue]) throws(Fault) {
        let text = try VardictReader(properties).text(WidgetMember.identifier.rawValue) ?? ""
        guard let identifier = WidgetIdentifier(rawValue: text) else {
            throw Fault(
                path: WidgetMember.identifier.rawValue, message: "\(text.quoted) is not a widget identifier")
        }
        self.init(identifier: identifier)
        try apply(properties)
    }

    /// Applies changed properties from `PropertiesChanged`. Unknown properties are ignored.
    ///
    /// - Throws: ``Fault`` that names the property; the properties before it have been applied.
    public mutating func apply(_ changed: [String: DBusValue]) throws(Fault) {
        let values = VardictReader(changed)
        for key in WidgetMember.allCases where changed[key.rawValue] != nil { try apply(key, values) }
    }

    private static func options(_ values: [String: DBusValue]) throws(Fault) -> WidgetOptions {
        do { return try WidgetOptions(values) } catch { throw error.below(WidgetMember.options.rawValue) }
    }

    /// Applies one changed property.
    ///
    /// - Throws: ``Fault`` that names the property.
    package mutating func apply(_ key: WidgetMember, _ values: VardictReader) throws(Fault) {
        let name = key.rawValue
        switch key {
        case .identifier: break
        case .name: self.name = try values.text(name) ?? ""
        case .description: description = try values.text(name) ?? ""
        case .icon: icon = try values.text(name) ?? ""
        case .containingApp: containingApp = try values.text(name) ?? ""
        case .hasContent: hasContent = try values.boolean(name) ?? hasContent
        case .arranged: arranged = try values.boolean(name) ?? arranged
        case .displayMode: displayMode = try values.displayMode(name) ?? displayMode
        case .largestDisplayMode: largestDisplayMode = try values.displayMode(name) ?? largestDisplayMode
        case .preferredContentSize: preferredContentSize = try values.size(name) ?? preferredContentSize
        case .marginInsets: marginInsets = try values.insets(name) ?? marginInsets
        case .content: if let value = values.dictionary[name] { content = try Content.validating(value) }
        case .revision: revision = try values.integer(name, in: 0...UInt64.max) ?? revision
        case .updatedAt: updatedAt = Timestamp(microseconds: try values.integer(name, in: 0...UInt64.max) ?? 0)
        case .nextUpdate: nextUpdate = Timestamp(microseconds: try values.integer(name, in: 0...UInt64.max) ?? 0)
        case .isSnapshot: isSnapshot = try values.boolean(name) ?? isSnapshot
        case .lastResult: lastResult = UpdateResult(rawValue: try values.text(name) ?? "")
        case .state: state = WidgetState(rawValue: try values.text(name) ?? "") ?? .idle
        case .error: error = try values.text(name) ?? ""
        case .source: source = try values.word(name, WidgetSource.self) ?? source
        case .instances: instances = try values.boolean(name) ?? instances
        case .settings: settings = try values.vardict(name) ?? settings
        case .settingsSchema:
            if let value = values.dictionary[name] { settingsSchema = SettingsSchema(understoodOf: value) }
        case .errorKind: errorKind = ErrorKind(ofWidget: try values.text(name) ?? "")
        case .retryAt: retryAt = Timestamp(microseconds: try values.integer(name, in: 0...UInt64.max) ?? 0)
        case .attention: attention = WidgetAttention(word: try values.text(name) ?? WidgetAttention.none.rawValue)
        case .badge: badge = try values.integer(name, in: 0...UInt32.max) ?? badge
        case .options: if let value = try values.vardict(name) { options = try Self.options(value) }
        case .sizes: sizes = WidgetSize.list(words: try values.strings(name) ?? [])
        case .category: category = try values.text(name) ?? ""
        }
    }
}
