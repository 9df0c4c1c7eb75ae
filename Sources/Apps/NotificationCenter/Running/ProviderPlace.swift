internal import DBus
internal import TodayPlatform
internal import TodayModel

/// A widget that a process provides, and its address on the bus.
struct ProviderPlace {
    let type: any NCWidgetProviding.Type
    let identifier: WidgetIdentifier
    let busName: BusName
    let path: ObjectPath

    struct UsageError: Error { let message: String }

    /// - Parameter name: The identifier from the center; nil if the center didn't set one.
    init(_ type: any NCWidgetProviding.Type, name: String? = Environment[TodayBus.widgetVariable]) throws(UsageError) {
        guard let name = name ?? type.widgetIdentifier else {
            throw UsageError(
                message: "unknown identifier: set \(TodayBus.widgetVariable), as the center does, or the "
                    + "widgetIdentifier of the class; --print works without it")
        }
        self.type = type
        do { identifier = try WidgetIdentifier(name) } catch { throw UsageError(message: error.description) }
        let busName = type.busName ?? name
        if let fault = BusName.fault(in: busName) {
            throw UsageError(message: "\(busName.debugDescription) isn't a bus name: \(fault)")
        }
        self.busName = BusName(unchecked: busName)
        guard let text = type.objectPath else {
            path = ObjectPath(derivedFrom: self.busName)
            return
        }
        guard let path = ObjectPath(rawValue: text) else {
            throw UsageError(message: "\(text.debugDescription) isn't an object path")
        }
        self.path = path
    }

    /// Returns the places of the widgets that one process of a bundle provides.
    ///
    /// - Parameter chosen: The identifier from the center; nil if the center didn't set one, which means all widgets.
    static func places(
        of types: [any NCWidgetProviding.Type], chosen: String? = Environment[TodayBus.widgetVariable]
    ) throws(UsageError) -> [ProviderPlace] {
        // A program with one widget accepts any identifier from the center.
        if types.count == 1 { return [try ProviderPlace(types[0], name: chosen)] }
        var places: [ProviderPlace] = []
        for type in types {
            guard type.widgetIdentifier != nil else {
                throw UsageError(message: "\(type) needs a widgetIdentifier, because the program has several widgets")
            }
            places.append(try ProviderPlace(type, name: nil))
        }
        for (index, place) in places.enumerated() {
            for other in places[..<index] where other.busName == place.busName && other.path == place.path {
                throw UsageError(
                    message: "\(other.identifier) and \(place.identifier) have the same object, \(place.path) of "
                        + "\(place.busName)")
            }
        }
        guard let chosen else { return places }
        guard let choice = places.first(where: { $0.identifier.rawValue == chosen }) else {
            let names = places.map(\.identifier.rawValue).joined(separator: ", ")
            throw UsageError(message: "unknown widget \(chosen.debugDescription); this program has \(names)")
        }
        return places.filter { $0.busName == choice.busName }
    }
}
