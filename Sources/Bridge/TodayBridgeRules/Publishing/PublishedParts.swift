internal import DBus
package import TodayModel

/// The definition of a published widget, as JSON.
package struct PublishedDefinition: Hashable, Sendable {
    package var name = ""
    package var description = ""
    /// The plain name of an icon; empty without one.
    package var icon = ""
    package var category = ""
    package var largestDisplayMode = DisplayMode.compact
    package var sizes = [WidgetSize.regular]
    /// Whether the machine accepts taps.
    package var taps = false

    /// Makes the definition of a widget of this machine. A path of an icon is left out.
    package init(_ widget: WidgetProperties, taps: Bool) {
        name = widget.title
        description = widget.description
        icon = IconRule.isPath(widget.icon) ? "" : widget.icon
        category = widget.category
        largestDisplayMode = widget.largestDisplayMode
        sizes = widget.sizes
        self.taps = taps
    }

    /// Reads JSON. Values that a sandboxed app couldn't use are left out.
    ///
    /// - Throws: ``Fault`` if it isn't a JSON object.
    package init(json: String) throws(Fault) {
        guard let members = try Payload.document(json).members else {
            throw Fault(message: "the definition isn't a JSON object")
        }
        func text(_ key: String) -> String {
            guard case .string(let text)? = members[key] else { return "" }
            return ForeignText.title(text)
        }
        name = text("Name")
        description = text("Description")
        let icon = text("Icon")
        self.icon = icon.isEmpty || IconRule.fault(in: icon, isSandboxed: true) != nil ? "" : icon
        category = text("Category")
        largestDisplayMode = DisplayMode(rawValue: text("LargestDisplayMode")) ?? .compact
        let words = members["Sizes"]?.elements?.compactMap {
            if case .string(let word) = $0.unwrapped { word } else { nil }
        }
        sizes = WidgetSize.list(words: words ?? [])
        taps = members["Taps"] == .boolean(true)
    }

    package var json: String {
        JSON.object([
            .init("Name", .string(name)), .init("Description", .string(description)), .init("Icon", .string(icon)),
            .init("Category", .string(category)), .init("LargestDisplayMode", .string(largestDisplayMode.rawValue)),
            .init("Sizes", .array(sizes.map { .string($0.rawValue) })), .init("Taps", .boolean(taps)),
        ]).line
    }
}

/// The state of a published widget, as JSON.
package struct PublishedState: Hashable, Sendable {
    package var hasContent = true
    package var error = ""
    package var errorKind: ErrorKind?
    package var attention = WidgetAttention.none
    package var badge: UInt32 = 0
    /// The time of the content by the clock of its machine.
    package var updatedAt = Timestamp.never
    /// The time of this message by the same clock.
    package var sentAt = Timestamp.never

    package init(_ widget: WidgetProperties, at now: Timestamp) {
        hasContent = widget.hasContent
        error = widget.error
        errorKind = widget.errorKind
        attention = widget.attention
        badge = widget.badge
        updatedAt = widget.updatedAt
        sentAt = now
    }

    /// Reads JSON.
    ///
    /// - Throws: ``Fault`` if it isn't a JSON object.
    package init(json: String) throws(Fault) {
        guard let members = try Payload.document(json).members else {
            throw Fault(message: "the state isn't a JSON object")
        }
        func text(_ key: String) -> String {
            if case .string(let text)? = members[key] { ForeignText.cleaned(text, keepsLines: true) } else { "" }
        }
        func time(_ key: String) -> Timestamp {
            Timestamp(microseconds: members[key]?.integer.map { UInt64(clamping: $0) } ?? 0)
        }
        hasContent = members["HasContent"] != .boolean(false)
        error = text("Error")
        errorKind = ErrorKind(ofWidget: text("ErrorKind"))
        let attention = text("Attention")
        self.attention = attention.isEmpty ? .none : WidgetAttention(word: attention)
        badge = UInt32(clamping: members["Badge"]?.integer ?? 0)
        updatedAt = time("UpdatedAt")
        sentAt = time("SentAt")
    }

    package var json: String {
        JSON.object([
            .init("HasContent", .boolean(hasContent)), .init("Error", .string(error)),
            .init("ErrorKind", .string(errorKind?.rawValue ?? "")),
            .init("Attention", .string(attention.rawValue)), .init("Badge", .integer(Int64(badge))),
            .init("UpdatedAt", .unsigned(updatedAt.microseconds)), .init("SentAt", .unsigned(sentAt.microseconds)),
        ]).line
    }

    /// The first line of the error, which is for users.
    package var errorLine: String { ForeignText.title(String(error.prefix { !$0.isNewline })) }

    /// Returns the time of the content by the clock of this machine; never if it is unknown.
    ///
    /// - Parameters:
    ///   - isRetained: Whether the broker kept the message, so that its time of travel is unknown. The clock of the
    ///     other machine then counts, unless it is ahead.
    ///   - now: The time of the reception.
    package func time(isRetained: Bool, at now: Timestamp) -> Timestamp {
        guard updatedAt != .never else { return .never }
        if isRetained || sentAt < updatedAt { return min(updatedAt, now) }
        let age = sentAt.microseconds - updatedAt.microseconds
        return Timestamp(microseconds: now.microseconds > age ? now.microseconds - age : 0)
    }
}

extension Content {
    /// Returns the content as other machines may see it: without private nodes, and without the URLs of files.
    ///
    /// - Parameter isPrivate: Whether private nodes stay.
    package func published(isPrivate: Bool) -> Content {
        if !isPrivate, boolean(.private) { return .empty }
        var content = self
        if case .string(let text)? = self[.url]?.unwrapped, let url = try? WidgetURL(text), url.isFile {
            content[.url] = nil
        }
        content.children = children.map { $0.published(isPrivate: isPrivate) }.filter { !$0.isEmpty }
        return content
    }
}
