package import DBus
package import TodayModel

/// A widget of another machine, as it is shown here. It has no more rights than the widget of a sandboxed app. Pure.
package struct MirroredWidget: Hashable, Sendable {
    /// The part that the center here stores as the widget's definition.
    package struct Definition: Hashable, Sendable {
        package var name = ""
        package var description = ""
        /// The plain name of an icon; may be empty.
        package var icon = ""
        package var category = ""
        package var sizes = [WidgetSize.regular]
        package var largestDisplayMode = DisplayMode.compact
        package var preferredContentSize = Size(width: 0, height: 0)
        /// The settings, without those that name files of the other machine.
        package var settings = SettingsSchema()
    }

    /// The identifier on the other machine.
    package let identifier: WidgetIdentifier
    package private(set) var definition = Definition()
    package private(set) var content = Content.empty
    package private(set) var hasContent = true
    /// The time there when the content was last confirmed.
    package private(set) var updatedAt = Timestamp.never
    /// The error there; empty without one.
    package private(set) var error = ""
    /// Whether the widget shows a third machine, which can't be reached.
    package private(set) var isUnreachable = false
    package private(set) var attention = WidgetAttention.none
    package private(set) var badge: UInt32 = 0
    /// The current settings that ``Definition/settings`` declares.
    package private(set) var settings: [String: SettingValue] = [:]

    init(_ identifier: WidgetIdentifier) { self.identifier = identifier }

    /// Makes a widget from what the center here has stored, until the other machine lists it.
    init(stored widget: WidgetProperties) {
        identifier = widget.identifier
        definition = Definition(
            name: widget.name, description: widget.description, icon: widget.icon, category: widget.category,
            sizes: widget.sizes, largestDisplayMode: widget.largestDisplayMode,
            preferredContentSize: widget.preferredContentSize, settings: widget.settingsSchema)
        (content, hasContent, updatedAt) = (widget.content, widget.hasContent, widget.updatedAt)
    }

    /// The properties that matter here.
    static let members: [WidgetMember] = [
        .name, .description, .icon, .category, .sizes, .largestDisplayMode, .preferredContentSize, .settingsSchema,
        .settings, .hasContent, .content, .updatedAt, .error, .errorKind, .attention, .badge,
    ]

    /// Applies each property that is valid. Returns the faults of the others.
    mutating func apply(_ values: [String: DBusValue]) -> [WidgetMember: Fault] {
        var properties = WidgetProperties(identifier: identifier)
        let reader = VardictReader(values)
        var faults: [WidgetMember: Fault] = [:]
        for member in Self.members where values[member.rawValue] != nil {
            do throws(Fault) {
                try properties.apply(member, reader)
                try take(member, from: properties)
            } catch {
                faults[member] = error
            }
        }
        return faults
    }

    private mutating func take(_ member: WidgetMember, from widget: WidgetProperties) throws(Fault) {
        switch member {
        case .name: definition.name = widget.name
        case .description: definition.description = widget.description
        case .icon:
            // Only a plain name: a path there is another file here.
            let isPlain = widget.icon.isEmpty || IconRule.fault(in: widget.icon, isSandboxed: true) == nil
            definition.icon = isPlain ? widget.icon : ""
        case .category: definition.category = widget.category
        case .sizes: definition.sizes = WidgetSize.allCases.filter(widget.sizes.contains)
        case .largestDisplayMode: definition.largestDisplayMode = widget.largestDisplayMode
        case .preferredContentSize: definition.preferredContentSize = widget.preferredContentSize
        case .settingsSchema:
            let kept = widget.settingsSchema.declarations.filter { ![.file, .folder].contains($0.type) }
            definition.settings = try SettingsSchema(kept)
            settings = definition.settings.fitting(settings)
        case .settings:
            settings = definition.settings.declarations.reduce(into: [:]) { values, declaration in
                values[declaration.key] = widget.settings[declaration.key].flatMap { try? declaration.value($0) }
            }
        case .hasContent: hasContent = widget.hasContent
        case .content: content = widget.content.withoutRights
        case .updatedAt: updatedAt = widget.updatedAt
        case .error: error = ForeignText.cleaned(widget.error, keepsLines: true)
        case .errorKind: isUnreachable = widget.errorKind == .unreachable
        case .attention: attention = widget.attention
        case .badge: badge = widget.badge
        default: break
        }
    }

    /// Returns the widget with the content of another one, because its own takes too much memory.
    func with(contentOf other: MirroredWidget?) -> MirroredWidget {
        var result = self
        (result.content, result.updatedAt) = (other?.content ?? .empty, other?.updatedAt ?? .never)
        return result
    }
}

extension MirroredWidget {
    /// The prefix of names of actions that would mean something else here.
    private static let actionPrefix = "remote:"

    /// The action here of a link to a file there. Its parameter is the URL.
    private static let fileAction = actionPrefix + "file"

    /// Returns the name here of an action there. The library takes `tap:` for a closure of this program.
    fileprivate static func actionHere(_ action: String) -> String {
        [actionPrefix, "tap:"].contains { action.utf8.starts(with: $0.utf8) } ? actionPrefix + action : action
    }

    /// Returns the name there of an action here.
    package static func actionThere(_ action: String) -> String {
        action.utf8.starts(with: actionPrefix.utf8) ? String(action.dropFirst(actionPrefix.count)) : action
    }

    /// Makes a tap on a node refuse a link to a file there, because it would open a file here.
    fileprivate static func refuseLink(_ url: String, in content: inout Content) {
        content[.url] = nil
        content[.action] = .string(fileAction)
        content[.parameter] = .string(url)
    }

    /// Returns the link to a file there that a tap would open; nil for other taps.
    package static func fileLink(_ action: String, _ parameter: DBusValue?) -> String? {
        guard action == fileAction else { return nil }
        return if case .string(let url)? = parameter?.unwrapped { url } else { "" }
    }

    /// Returns the settings there to change, so that they are those of the user here.
    package func changes(to values: [String: DBusValue]) -> [String: DBusValue] {
        definition.settings.declarations.reduce(into: [:]) { changes, declaration in
            guard let value = values[declaration.key].flatMap({ try? declaration.value($0) }),
                value != settings[declaration.key]
            else { return }
            changes[declaration.key] = value.dbusValue
        }
    }

    /// Returns the parameter of a tap in the type in which the content has it. The library reads all integers as one
    /// type.
    package func parameter(of action: String, _ parameter: DBusValue?) -> DBusValue? {
        guard let parameter, let given = content.node(calling: action)?[.parameter]?.unwrapped,
            let integer = given.integer, integer == parameter.integer
        else { return parameter }
        return given
    }
}

extension Content {
    /// The tree without `file:` URLs, which would open files here, and with unambiguous names of actions.
    fileprivate var withoutRights: Content {
        var result = self
        if case .string(let action)? = self[.action]?.unwrapped {
            result[.action] = .string(MirroredWidget.actionHere(action))
        }
        if case .string(let text)? = self[.url]?.unwrapped, (try? WidgetURL(text))?.isFile != false {
            MirroredWidget.refuseLink(text, in: &result)
        }
        result.children = children.map(\.withoutRights)
        return result
    }
}
