package import TodayManifests
package import TodayModel

/// All manifests found at one moment. They are sorted on the thread that reads files, not on the bus thread.
package struct ManifestReading: Sendable {
    /// At most one per widget; without those in ``withoutBusName``.
    package private(set) var manifests: [WidgetIdentifier: Manifest]
    /// The identifiers, sorted.
    package private(set) var order: [WidgetIdentifier]
    /// The manifests whose `TryBusName` isn't on the bus: those widgets don't exist.
    package private(set) var withoutBusName: [WidgetIdentifier: Manifest] = [:]

    package init(_ manifests: [Manifest] = []) {
        self.manifests = Dictionary(manifests.map { ($0.identifier, $0) }) { first, _ in first }
        order = self.manifests.keys.sorted()
    }

    /// The names that its manifests wait for on the buses.
    package var busNames: Set<BusNameCondition> {
        var names: Set<BusNameCondition> = []
        for manifest in manifests.values { names.formUnion(manifest.tryBusNames) }
        for manifest in withoutBusName.values { names.formUnion(manifest.tryBusNames) }
        return names
    }

    /// Returns the same reading while other names are on the buses.
    ///
    /// - Parameter isPresent: Whether such a name is owned or activatable.
    package func filtered(_ isPresent: (BusNameCondition) -> Bool) -> ManifestReading {
        var reading = self
        reading.manifests.merge(withoutBusName) { $1 }
        reading.withoutBusName = reading.manifests.filter { _, manifest in
            !manifest.tryBusNames.isEmpty && !manifest.tryBusNames.contains(where: isPresent)
        }
        for identifier in reading.withoutBusName.keys { reading.manifests[identifier] = nil }
        if reading.manifests.count != order.count || reading.withoutBusName.keys != withoutBusName.keys {
            reading.order = reading.manifests.keys.sorted()
        }
        return reading
    }
}
