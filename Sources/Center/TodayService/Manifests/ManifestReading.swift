package import TodayManifests
package import TodayModel

/// All manifests found at one moment. They are sorted on the thread that reads files, not on the bus thread.
package struct ManifestReading: Sendable {
    /// At most one per widget.
    package let manifests: [WidgetIdentifier: Manifest]
    /// The identifiers, sorted.
    package let order: [WidgetIdentifier]

    package init(_ manifests: [Manifest] = []) {
        self.manifests = Dictionary(manifests.map { ($0.identifier, $0) }) { first, _ in first }
        order = self.manifests.keys.sorted()
    }
}
