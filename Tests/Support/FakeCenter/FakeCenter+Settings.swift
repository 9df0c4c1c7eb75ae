import DBus
import TodayModel

extension FakeCenter {
    func addInstance(_ identifier: String, _ options: [String: DBusValue]) async throws -> String {
        let (valid, first) = try find(identifier)
        let last = widgets.values.filter { $0.identifier.widget == valid.widget }.map(\.identifier.instance).max()
        let new = valid.instance((last ?? 1) + 1)
        var widget = WidgetProperties(identifier: new)
        widget.name = first.name
        widget.instances = true
        widget.settingsSchema = first.settingsSchema
        widget.settings = first.settingsSchema.values([:]).dictionary
        await add(widget)
        return new.rawValue
    }

    func setSettings(_ identifier: String, _ values: [String: DBusValue]) async throws {
        let (valid, widget) = try find(identifier)
        settingsCalls.append(
            identifier + values.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value.unwrapped)" }.joined())
        if let settingsRefusal { throw settingsRefusal }
        do { _ = try widget.settingsSchema.check(values, beside: [:]) } catch {
            throw CenterError(.invalidSetting, "\(error)")
        }
        await change(valid, [.settings]) { $0.settings.merge(values.mapValues(\.unwrapped)) { $1 } }
    }

    func resetSettings(_ identifier: String, _ names: [String]) async throws {
        let (valid, widget) = try find(identifier)
        settingsCalls.append(identifier + " reset " + names.joined(separator: " "))
        let defaults = widget.settingsSchema.values([:]).dictionary
        await change(valid, [.settings]) { widget in
            for name in names.isEmpty ? Array(defaults.keys) : names { widget.settings[name] = defaults[name] }
        }
    }
}
