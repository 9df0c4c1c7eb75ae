import DBus
import TodayModel

extension FakeCenter {
    func register(_ identifier: String, _ dictionary: [String: DBusValue]) async throws -> ObjectPath {
        guard let valid = WidgetIdentifier(rawValue: identifier) else {
            throw CenterError(.invalidIdentifier, "\(identifier.debugDescription) is not a widget identifier")
        }
        let definition: WidgetDefinition
        do { definition = try WidgetDefinition(dictionary) } catch { throw CenterError(.invalidDefinition, "\(error)") }
        definitions[identifier] = dictionary
        if widgets[TodayBus.path(of: valid)] == nil {
            var widget = WidgetProperties(identifier: valid)
            widget.name = definition.name ?? identifier
            widget.content = definition.changes.content ?? widget.content
            await add(widget)
        }
        return TodayBus.path(of: valid)
    }

    func invokeAction(
        _ identifier: String, _ action: String, _ parameter: [DBusValue], _ platformData: [String: DBusValue]
    ) async throws {
        _ = try find(identifier)
        let data = platformData.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let parameters = parameter.map { "\($0.signature) \($0)" }
        actions.append((["\(identifier) \(action)"] + parameters + data).joined(separator: " "))
        await answering()
        if action == "fail" { throw CenterError(.actionFailed, "\(identifier): it cannot") }
    }

    func setDisplayMode(_ identifier: String, _ mode: String) async throws {
        let (valid, widget) = try find(identifier)
        guard let mode = DisplayMode(rawValue: mode), mode <= widget.largestDisplayMode else {
            throw RemoteError(.invalidArgs, "DisplayMode: \(mode) is above LargestDisplayMode")
        }
        await change(valid, [.displayMode]) { $0.displayMode = mode }
    }
}
