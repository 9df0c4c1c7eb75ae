import DBus
import TodayModel

extension FakeCenter {
    static let center = Interface<FakeCenter>(TodayBus.center) {
        Method.async(CenterMember.performUpdate, in: ["identifier"], out: ["result"]) {
            (it: isolated FakeCenter, _: MethodCall, identifier: String) in try await it.performUpdate(identifier)
        }
        Method.async(CenterMember.updateWidget) {
            (it: isolated FakeCenter, _: MethodCall, identifier: String, changes: [String: DBusValue]) in
            try await it.update(identifier, changes)
        }
        Method.async(CenterMember.setHasContent) {
            (it: isolated FakeCenter, _: MethodCall, identifier: String, flag: Bool) in
            try await it.setHasContent(identifier, flag)
        }
        Method.async(CenterMember.arrange) {
            (it: isolated FakeCenter, _: MethodCall, identifiers: [String], options: [String: DBusValue]) in
            try await it.arrange(identifiers, options)
        }
        Method(CenterMember.openURL, in: ["identifier", "url", "options"], out: ["opened"]) {
            (it: isolated FakeCenter, identifier: String, url: String, options: [String: DBusValue]) in
            try it.openURL(identifier, url, options)
        }
        Method.async(CenterMember.registerWidget) {
            (it: isolated FakeCenter, _: MethodCall, identifier: String, definition: [String: DBusValue]) in
            try await it.register(identifier, definition)
        }
        Method.async(CenterMember.unregisterWidget) {
            (it: isolated FakeCenter, _: MethodCall, identifier: String) in
            await it.remove(try it.find(identifier).0)
        }
        Method.async(CenterMember.invokeAction) {
            (
                it: isolated FakeCenter, _: MethodCall, identifier: String, action: String, parameter: [DBusValue],
                platformData: [String: DBusValue]
            ) in try await it.invokeAction(identifier, action, parameter, platformData)
        }
        Method.async(CenterMember.setDisplayMode) {
            (it: isolated FakeCenter, _: MethodCall, identifier: String, mode: String) in
            try await it.setDisplayMode(identifier, mode)
        }
        Method(CenterMember.explain, in: ["identifier"], out: ["explanation"]) {
            (it: isolated FakeCenter, identifier: String) in
            it.explanations[try it.find(identifier).0.rawValue] ?? [:]
        }
        Method.async(CenterMember.addInstance, in: ["identifier", "options"], out: ["instance"]) {
            (it: isolated FakeCenter, _: MethodCall, identifier: String, options: [String: DBusValue]) in
            try await it.addInstance(identifier, options)
        }
        Method.async(CenterMember.removeInstance) {
            (it: isolated FakeCenter, _: MethodCall, identifier: String) in
            await it.remove(try it.find(identifier).0)
        }
        Method.async(CenterMember.setSettings) {
            (it: isolated FakeCenter, _: MethodCall, identifier: String, values: [String: DBusValue]) in
            try await it.setSettings(identifier, values)
        }
        Method.async(CenterMember.resetSettings) {
            (it: isolated FakeCenter, _: MethodCall, identifier: String, names: [String]) in
            try await it.resetSettings(identifier, names)
        }
        Property(CenterMember.limits, .constant) { (_: isolated FakeCenter) in Limits.dictionary }
        Method(CenterMember.beginViewing) { (it: isolated FakeCenter, options: [String: DBusValue]) in
            if let error = it.viewingRefusal { throw error }
            it.note(viewing: try ViewingOptions(options))
        }
        Method(CenterMember.endViewing) { (it: isolated FakeCenter) in it.note(viewing: nil) }
        Property(CenterMember.version, .constant) { (_: isolated FakeCenter) in TodayBus.version }
        Property(CenterMember.arrangement) { (it: isolated FakeCenter) in it.arrangement }
        Property(CenterMember.today) { (it: isolated FakeCenter) in it.today }
        Property(CenterMember.viewing) { (it: isolated FakeCenter) in it.viewing.last.flatMap { $0 } != nil }
        Property(CenterMember.stateStored) { (it: isolated FakeCenter) in it.stateTrouble == nil }
        Property(CenterMember.stateError) { (it: isolated FakeCenter) in it.stateTrouble?.reason ?? "" }
        widgetUpdated
    }

    static let widgetUpdated = SignalDescription(
        TodayBus.center, CenterMember.widgetUpdated, ["identifier", "result", "details"], as: String.self, String.self,
        [String: DBusValue].self)

    func find(_ identifier: String) throws -> (WidgetIdentifier, WidgetProperties) {
        guard let valid = WidgetIdentifier(rawValue: identifier) else {
            throw CenterError(.invalidIdentifier, "\(identifier.debugDescription) is not a widget identifier")
        }
        guard let widget = widgets[TodayBus.path(of: valid)] else {
            throw CenterError(.unknownWidget, "there is no widget \(identifier.debugDescription)")
        }
        return (valid, widget)
    }

    private func performUpdate(_ identifier: String) async throws -> String {
        var (valid, widget) = try find(identifier)
        let result = await results[identifier]?(&widget) ?? .noData
        widget.lastResult = result
        let updated = widget
        await change(valid, [.content, .revision, .updatedAt, .lastResult, .error]) { $0 = updated }
        try await sendUpdated(identifier, result.rawValue, ["Revision": .uint64(widget.revision)])
        return result.rawValue
    }

    private func update(_ identifier: String, _ dictionary: [String: DBusValue]) async throws -> UInt64 {
        let (valid, widget) = try find(identifier)
        let changes: WidgetChanges
        do { changes = try WidgetChanges(dictionary) } catch { throw CenterError(.invalidContent, "\(error)") }
        pushed.append(dictionary)
        await change(valid, [.content, .revision]) {
            $0.content = changes.content ?? $0.content
            $0.revision += 1
        }
        return widget.revision + 1
    }

    private func openURL(_ identifier: String, _ url: String, _ options: [String: DBusValue]) throws -> Bool {
        _ = try find(identifier)
        do { _ = try WidgetURL(url) } catch { throw CenterError(.invalidURL, "url: \(error)") }
        opened.append(options["activation-token"].map { "\(url) \($0)" } ?? url)
        return url.hasPrefix("https:")
    }

    private func setHasContent(_ identifier: String, _ flag: Bool) async throws {
        let (valid, _) = try find(identifier)
        await change(valid, [.hasContent]) { $0.hasContent = flag }
        today.removeAll { $0 == identifier }
        if flag { today.append(identifier) }
        await announceOrder()
    }

    private func arrange(_ identifiers: [String], _ options: [String: DBusValue]) async throws {
        if !interferences.isEmpty {
            let other = interferences.removeFirst()
            await arrange(other, today: other)
        }
        if let expected = options["Expected"], expected != .strings(arrangement) {
            throw CenterError(.conflict, "the arrangement is another one")
        }
        let valid = try identifiers.map { try find($0).0 }
        await arrange(valid, today: valid.filter { widgets[TodayBus.path(of: $0)]?.hasContent == true })
    }
}
