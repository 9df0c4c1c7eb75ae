/// Why the list was not changed.
public enum ListError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A title that cannot stand on the list, and why.
    case invalidTitle(String, String)
    /// It is there already.
    case alreadyListed(ListItem)
    /// It is not there.
    case notListed(ListItem)

    public var description: String {
        switch self {
        case .invalidTitle(let title, let reason): "\(title.debugDescription) cannot be on the list: \(reason)"
        case .alreadyListed(let item): "\(item.title.debugDescription) is on the list already"
        case .notListed(let item): "\(item.title.debugDescription) is not on the list"
        }
    }
}
