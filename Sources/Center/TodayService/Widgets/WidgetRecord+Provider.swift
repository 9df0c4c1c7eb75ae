package import DBus
internal import TodayModel

extension WidgetRecord {
    /// The name and object that provide a widget, which no other widget may share.
    package struct ProviderPlace: Hashable, Sendable {
        package let name: BusName
        package let path: ObjectPath
        /// The key of the definition that names it.
        package let key: String
    }

    package var providerPlace: ProviderPlace? {
        switch provider {
        case .none: nil
        case .callingConnection(let path): registrant.map { ProviderPlace(name: $0, path: path, key: "ObjectPath") }
        case .bus(let name, let path), .exec(_, let name, let path):
            ProviderPlace(name: name, path: path, key: "BusName")
        }
    }

    /// Whether the center starts a program for it. The program may be installed at any time.
    package var isSpawnable: Bool { if case .exec = provider { true } else { false } }

    /// The provider's object; nil for a push-only widget.
    package var providerPath: ObjectPath? {
        switch provider {
        case .none: nil
        case .callingConnection(let path), .bus(_, let path), .exec(_, _, let path): path
        }
    }
}
