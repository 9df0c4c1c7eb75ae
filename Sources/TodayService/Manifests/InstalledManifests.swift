package import TodayModel

/// Which widgets are installed, and what a reading of the manifests changes about that. Pure: times are given, in
/// nanoseconds of one steady clock.
package struct InstalledManifests: Sendable {
    /// What to do about one widget.
    package enum Step: Equatable, Sendable {
        case install(Manifest)
        /// Its manifest says something else now.
        case redefine(Manifest)
        /// Its manifest has gone; it goes at this time, unless the manifest returns.
        case removeLater(WidgetIdentifier, at: UInt64)
        case keep(WidgetIdentifier)
    }

    /// How long a widget stays without its manifest: programs that upgrade it remove the file, and write it anew.
    private let patience: UInt64
    /// What the files said last.
    private var wanted: [WidgetIdentifier: Manifest] = [:]
    /// What was carried out.
    private var installed: [WidgetIdentifier: Manifest] = [:]
    /// When those go whose manifests have gone.
    private var leaving: [WidgetIdentifier: UInt64] = [:]
    /// What was said about those that could not be carried out.
    private var complaints: [WidgetIdentifier: String] = [:]

    package init(patience: UInt64) { self.patience = patience }

    /// Takes over what was read: at most one manifest for each widget.
    ///
    /// - Returns: what to do, in the order of the identifiers. What was carried out of it is to be told by
    ///   ``carriedOut(_:)``, and what was not by ``refused(_:_:)``.
    package mutating func read(_ manifests: [Manifest], at now: UInt64) -> [Step] {
        wanted = Dictionary(manifests.map { ($0.identifier, $0) }) { first, _ in first }
        complaints = complaints.filter { wanted[$0.key] != nil }
        for identifier in wanted.keys { leaving[identifier] = nil }
        for identifier in installed.keys where wanted[identifier] == nil && leaving[identifier] == nil {
            let (time, overflow) = now.addingReportingOverflow(patience)
            leaving[identifier] = overflow ? .max : time
        }
        return Set(wanted.keys).union(installed.keys).sorted().map(step)
    }

    private func step(_ identifier: WidgetIdentifier) -> Step {
        guard let manifest = wanted[identifier] else {
            return .removeLater(identifier, at: leaving[identifier] ?? 0)
        }
        guard let current = installed[identifier] else { return .install(manifest) }
        return current == manifest ? .keep(identifier) : .redefine(manifest)
    }

    /// What could not be carried out when it was read. It may be possible when another widget goes.
    package var waiting: [Step] {
        complaints.keys.sorted().map(step).filter { step in
            switch step {
            case .install, .redefine: true
            case .keep, .removeLater: false
            }
        }
    }

    /// A widget is as its manifest says.
    package mutating func carriedOut(_ manifest: Manifest) {
        installed[manifest.identifier] = manifest
        complaints[manifest.identifier] = nil
    }

    /// A manifest could not be carried out; the widget is as it was. Returns whether that is news.
    package mutating func refused(_ manifest: Manifest, _ reason: String) -> Bool {
        complaints.updateValue(reason, forKey: manifest.identifier) != reason
    }

    /// When the next widget goes; nil while none is to.
    package var nextRemoval: UInt64? { leaving.values.min() }

    /// Takes out the widgets that are to go by now.
    package mutating func takeRemovals(at now: UInt64) -> [WidgetIdentifier] {
        let gone = leaving.filter { $0.value <= now }.keys.sorted()
        for identifier in gone {
            leaving[identifier] = nil
            installed[identifier] = nil
        }
        return gone
    }
}
