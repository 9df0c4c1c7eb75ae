package import TodayManifests
package import TodayModel

/// All manifests that were found at one moment. It is put in order where files are read, so that the thread of the bus need
/// not.
package struct ManifestReading: Sendable {
    /// At most one for each widget.
    package let manifests: [WidgetIdentifier: Manifest]
    /// The identifiers, sorted.
    package let order: [WidgetIdentifier]

    package init(_ manifests: [Manifest] = []) {
        self.manifests = Dictionary(manifests.map { ($0.identifier, $0) }) { first, _ in first }
        order = self.manifests.keys.sorted()
    }
}
