/// The reason why the list was not changed.
public enum ListError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An invalid title, and the reason.
    case invalidTitle(String, String)
    /// The item is already on the list.
    case alreadyListed(ListItem)
    /// The item isn't on the list.
    case notListed(ListItem)

    public var description: String {
        switch self {
        case .invalidTitle(let title, let reason): "\(title.debugDescription) can't be on the list: \(reason)"
        case .alreadyListed(let item): "\(item.title.debugDescription) is already on the list"
        case .notListed(let item): "\(item.title.debugDescription) is not on the list"
        }
    }
}
