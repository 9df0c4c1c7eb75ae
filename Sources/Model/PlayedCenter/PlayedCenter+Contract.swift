internal import DBus
internal import DBusTesting
internal import TodayModel

extension PlayedCenter {
    /// The interface of a widget's object in a version of the contract.
    static func widget(_ version: UInt32, hasLater: Bool) -> Interface<PlayedCenter> {
        Interface(TodayBus.widget) {
            return WidgetMember.allCases.filter { $0.declaration.version <= version }
                .flatMap { InterfaceBuilder<PlayedCenter>.buildExpression(property($0)) }
                + (hasLater ? ofLaterVersion : [])
        }
    }

    private static func property(_ member: WidgetMember) -> Property<PlayedCenter> {
        let declaration = member.declaration
        func property<Value: DBusType>(like _: Value) -> Property<PlayedCenter> {
            Property(member.memberName, declaration.changeSignal) { (it: isolated PlayedCenter, path: ObjectPath) in
                guard let widget = it.widgets[path], let value = declaration.value(widget) as? Value else {
                    throw RemoteError(.unknownObject, "the object \(path) doesn't exist")
                }
                return value
            }
        }
        return property(like: declaration.value(WidgetProperties(identifier: "org.example.Widget")))
    }

    /// A property that no version of the contract has yet.
    @InterfaceBuilder<PlayedCenter> static var ofLaterVersion: [InterfaceMember<PlayedCenter>] {
        Property("Later") { (_: isolated PlayedCenter) in Struct("later", UInt32(3)) }
    }

    @InterfaceBuilder<PlayedCenter> static var forApps: [InterfaceMember<PlayedCenter>] {
        method(CenterMember.registerWidget, String.self, [String: DBusValue].self, returns: ObjectPath.self)
        method(CenterMember.unregisterWidget, String.self)
        method(CenterMember.updateWidget, String.self, [String: DBusValue].self, returns: UInt64.self)
        method(CenterMember.setHasContent, String.self, Bool.self)
        method(CenterMember.openURL, String.self, String.self, [String: DBusValue].self, returns: Bool.self)
        Property(CenterMember.version, .constant) { (_: isolated PlayedCenter) in TodayBus.version }
    }

    @InterfaceBuilder<PlayedCenter> static var forPanels: [InterfaceMember<PlayedCenter>] {
        method(CenterMember.performUpdate, String.self, returns: String.self)
        method(CenterMember.invokeAction, String.self, String.self, [DBusValue].self, [String: DBusValue].self)
        method(CenterMember.arrange, [String].self, [String: DBusValue].self)
        method(CenterMember.addInstance, String.self, [String: DBusValue].self, returns: String.self)
        method(CenterMember.removeInstance, String.self)
        method(CenterMember.listRemoved, returns: [[String: DBusValue]].self)
        method(CenterMember.restoreInstance, String.self)
        method(CenterMember.deleteRemoved, [String].self)
        method(CenterMember.setOptions, String.self, [String: DBusValue].self)
        method(CenterMember.resetOptions, String.self, [String].self)
        method(CenterMember.setSettings, String.self, [String: DBusValue].self)
        method(CenterMember.resetSettings, String.self, [String].self)
        method(CenterMember.setDisplayMode, String.self, String.self)
        method(CenterMember.beginViewing, [String: DBusValue].self)
        method(CenterMember.endViewing)
        method(CenterMember.explain, String.self, returns: [String: DBusValue].self)
        method(CenterMember.getSample, String.self, returns: Content.self)
        Property(CenterMember.arrangement) { (it: isolated PlayedCenter) in it.arrangement }
        Property(CenterMember.today) { (it: isolated PlayedCenter) in it.today }
        Property(CenterMember.viewing) { (it: isolated PlayedCenter) in it.isViewed }
        Property(CenterMember.stateStored) { (it: isolated PlayedCenter) in it.stateTrouble == nil }
        Property(CenterMember.stateError) { (it: isolated PlayedCenter) in it.stateTrouble?.reason ?? "" }
        Property(CenterMember.stateErrorKind) { (it: isolated PlayedCenter) in
            it.stateTrouble?.kind.rawValue ?? ""
        }
        Property(CenterMember.limits, .constant) { (_: isolated PlayedCenter) in Limits.dictionary }
        NotificationCenter1Interface.widgetUpdated
    }

    private static func method<each Input: DBusType, Output: DBusType>(
        _ name: MemberName, _: repeat (each Input).Type, returns _: Output.Type
    ) -> Method<PlayedCenter> {
        .async(name) { (it: isolated PlayedCenter, call: MethodCall, input: repeat each Input) -> Output in
            guard let output = try await it.answer(PlayedCall(call, repeat each input)) as? Output else {
                throw RemoteError(.failed, "\(name) has no answer")
            }
            return output
        }
    }

    private static func method<each Input: DBusType>(
        _ name: MemberName, _: repeat (each Input).Type
    ) -> Method<PlayedCenter> {
        .async(name) { (it: isolated PlayedCenter, call: MethodCall, input: repeat each Input) -> Void in
            _ = try await it.answer(PlayedCall(call, repeat each input))
        }
    }

    /// Notes a call, and answers it by the contract.
    private func answer(_ call: PlayedCall) async throws -> Any {
        calls.change { $0.append(call) }
        await beforeAnswers(self, call)
        try throwRefusal(of: call.member)
        switch call.member {
        case CenterMember.registerWidget: return try await register(call)
        case CenterMember.arrange:
            if let expected = call.values["Expected"], expected != .strings(arrangement) {
                throw CenterError(.conflict, "the arrangement has changed")
            }
            let widgets = try call.names.map { try find($0) }
            return arrange(widgets.map(\.identifier), today: widgets.filter(\.hasContent).map(\.identifier))
        case CenterMember.beginViewing:
            _ = try ViewingOptions(call.values)
            return isViewed = true
        case CenterMember.endViewing: return isViewed = false
        case CenterMember.listRemoved: return listRemoved().map(\.dictionary)
        case CenterMember.restoreInstance: return try await restore(call.identifier)
        case CenterMember.deleteRemoved: return try deleteRemoved(call.names)
        default: break
        }
        var widget = try find(call.identifier)
        let (identifier, schema) = (widget.identifier, widget.settingsSchema)
        switch call.member {
        case CenterMember.unregisterWidget:
            removed.removeAll { $0.widget.identifier.widget == identifier }
            await remove(identifier)
        case CenterMember.removeInstance:
            let index = arrangement.firstIndex(of: identifier.rawValue) ?? arrangement.count
            removed.append((widget, index, Timestamp(microseconds: UInt64(removed.count + 1))))
            await remove(identifier)
        case CenterMember.updateWidget:
            let changes = try Self.converting(.invalidContent) { try WidgetChanges(call.values) }
            change(identifier, Self.changed(by: changes)) {
                $0.content = changes.content ?? $0.content
                $0.revision += 1
                $0.apply(changes)
            }
            return widget.revision + 1
        case CenterMember.setHasContent:
            change(identifier, [.hasContent]) { $0.hasContent = call.flag }
            let others = today.compactMap { WidgetIdentifier(rawValue: $0) }.filter { $0 != identifier }
            arrange(today: others + (call.flag ? [identifier] : []))
        case CenterMember.openURL:
            do { _ = try WidgetURL(call.text) } catch { throw CenterError(.invalidURL, "url: \(error)") }
            return opens(call.text)
        case CenterMember.performUpdate:
            let result = await updates[identifier]?(&widget) ?? .noData
            widget.lastResult = result
            let updated = widget
            let members: [WidgetMember] = [
                .content, .revision, .updatedAt, .lastResult, .error, .errorKind, .attention, .badge,
            ]
            change(identifier, members) { $0 = updated }
            let details: [String: DBusValue] = [
                "Revision": .uint64(widget.revision), "Error": .string(widget.error),
                "ErrorKind": .string(widget.errorKind?.rawValue ?? ""),
            ]
            try await sendUpdated(call.identifier, result.rawValue, details)
            return result.rawValue
        case CenterMember.addInstance:
            let known = widgets.values.map(\.identifier) + removed.map(\.widget.identifier)
            let last = known.filter { $0.widget == identifier.widget }.map(\.instance).max()
            var instance = WidgetProperties(identifier: identifier.instance((last ?? 1) + 1))
            (instance.name, instance.instances, instance.settingsSchema) = (widget.name, true, schema)
            instance.settings = schema.values([:]).dictionary
            if call.values["DryRun"] != .boolean(true) { await add([instance]) }
            return instance.identifier.rawValue
        case CenterMember.setSettings:
            if !isLenient {
                _ = try Self.converting(.invalidSetting) { try schema.check(call.values, beside: [:]) }
            }
            change(identifier, [.settings]) { $0.settings.merge(call.values.mapValues(\.unwrapped)) { $1 } }
        case CenterMember.resetSettings:
            let defaults = schema.values([:]).dictionary
            let names = call.names.isEmpty ? Array(defaults.keys) : call.names
            change(identifier, [.settings]) { widget in for name in names { widget.settings[name] = defaults[name] } }
        case CenterMember.setOptions:
            let choices: WidgetOptionChoices
            do { choices = try WidgetOptionChoices(call.values) } catch { throw RemoteError(.invalidArgs, "\(error)") }
            if let size = choices.size, !widget.sizes.contains(size) {
                throw RemoteError(.invalidArgs, "Size: \(size.rawValue) isn't among this widget's sizes")
            }
            change(identifier, [.options]) { $0.options.apply(choices) }
        case CenterMember.resetOptions:
            let options = widget.options
            let chosen = WidgetOptionChoices(
                size: options.size, updateInterval: options.updateInterval, isPaused: options.isPaused)
            let kept = chosen.removing(call.names)
            change(identifier, [.options]) { widget in
                widget.options = WidgetOptions()
                widget.options.apply(kept)
            }
        case CenterMember.setDisplayMode:
            guard let mode = DisplayMode(rawValue: call.text), mode <= widget.largestDisplayMode else {
                throw RemoteError(.invalidArgs, "DisplayMode: \(call.text) is above LargestDisplayMode")
            }
            change(identifier, [.displayMode]) { $0.displayMode = mode }
        case CenterMember.explain: return explanations[identifier] ?? [:]
        case CenterMember.getSample: return samples[identifier] ?? .empty
        default: break
        }
        return ()
    }

    private func listRemoved() -> [RemovedInstance] {
        removed.reversed().map { removed in
            RemovedInstance(
                identifier: removed.widget.identifier, name: removed.widget.name, icon: removed.widget.icon,
                removedAt: removed.at,
                expiresAt: Timestamp(microseconds: removed.at.microseconds + Limits.removedUsec))
        }
    }

    private func findRemoved(_ text: String) throws -> Int {
        if let index = removed.firstIndex(where: { $0.widget.identifier.rawValue == text }) { return index }
        throw CenterError(.unknownWidget, "\(text.debugDescription) is not among the removed instances")
    }

    private func restore(_ text: String) async throws {
        let index = try findRemoved(text)
        guard widgets[path(of: removed[index].widget.identifier.widget)] != nil else {
            throw RemoteError(.notSupported, "the definition of \(text) no longer exists")
        }
        var (widget, place, _) = removed.remove(at: index)
        widget.revision += 1
        widget.isSnapshot = !widget.content.isEmpty
        await add([widget])
        arrangement.removeAll { $0 == text }
        arrangement.insert(text, at: min(place, arrangement.count))
        let shown = arrangement.filter { today.contains($0) }
        today = shown
        emit([CenterMember.arrangement, CenterMember.today])
    }

    private func deleteRemoved(_ texts: [String]) throws {
        for text in texts { _ = try findRemoved(text) }
        removed.removeAll { texts.isEmpty || texts.contains($0.widget.identifier.rawValue) }
    }

    private func register(_ call: PlayedCall) async throws -> ObjectPath {
        let identifier = try Self.converting(.invalidIdentifier) { try WidgetIdentifier(call.identifier) }
        let definition = try Self.converting(.invalidDefinition) { try WidgetDefinition(call.values) }
        for group in definition.appGroups where groups[TodayBus.path(ofGroup: group)] == nil {
            try await addGroup(group)
        }
        if widgets[path(of: identifier)] == nil {
            var widget = WidgetProperties(identifier: identifier)
            widget.name = definition.name ?? call.identifier
            widget.content = definition.changes.content ?? widget.content
            widget.updatedAt = definition.changes.content == nil ? .never : clock()
            await add([widget])
        }
        return path(of: identifier)
    }

    /// The properties that a push sets.
    private static func changed(by changes: WidgetChanges) -> [WidgetMember] {
        let hasError = changes.error != nil || changes.content != nil
        let hasAttention = changes.attention != nil || changes.badge != nil
        return [.content, .revision] + (hasError ? [.error, .errorKind] : [])
            + (hasAttention ? [.attention, .badge] : [])
    }

    /// Returns a widget that a call names.
    private func find(_ text: String) throws -> WidgetProperties {
        let identifier = try Self.converting(.invalidIdentifier) { try WidgetIdentifier(text) }
        if let widget = widgets[path(of: identifier)] { return widget }
        if isLenient { return WidgetProperties(identifier: identifier) }
        throw CenterError(.unknownWidget, "unknown widget \(text.debugDescription)")
    }

    private static func converting<Value>(_ code: CenterError.Code, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw CenterError(code, "\(error)") }
    }
}

extension WidgetProperties {
    /// Applies the error and the attention of a push.
    fileprivate mutating func apply(_ changes: WidgetChanges) {
        if let text = changes.error ?? (changes.content == nil ? nil : "") {
            error = text
            errorKind = text.isEmpty ? nil : changes.errorKind ?? .app
        }
        badge = changes.badge ?? badge
        attention = changes.attention ?? changes.badge.map { $0 > 0 ? .badge : .none } ?? attention
    }
}
