public import DBus

/// An error of the center, with its name on the bus. A refused call changes nothing, and the message names the field
/// and the value.
public struct CenterError: DBusErrorConvertible, Hashable, Sendable, CustomStringConvertible {
    /// The kind of refusal.
    public enum Code: String, CaseIterable, Sendable {
        case unknownWidget = "UnknownWidget"
        case invalidIdentifier = "InvalidIdentifier"
        /// A bad key in a definition.
        case invalidDefinition = "InvalidDefinition"
        /// A bad key in changes.
        case invalidContent = "InvalidContent"
        /// A setting that doesn't exist, or a value that doesn't fit it.
        case invalidSetting = "InvalidSetting"
        case invalidURL = "InvalidURL"
        case notAuthorized = "NotAuthorized"
        case alreadyRegistered = "AlreadyRegistered"
        case conflict = "Conflict"
        case limitExceeded = "LimitExceeded"
        case actionFailed = "ActionFailed"
        case unknownKey = "UnknownKey"
        /// Values of an App Group can't be written to disk.
        case notStored = "NotStored"

        /// The name on the bus.
        public var errorName: ErrorName {
            ErrorName(unchecked: "org.todaycenter.NotificationCenter1.Error." + rawValue)
        }
    }

    /// The kind of refusal.
    public let code: Code
    /// A sentence that names the field and the value.
    public let message: String
    /// The kind of problem that made an action fail; nil for other errors, and from a center of version 2.
    public let kind: ErrorKind?

    /// Makes an error, for the center to throw.
    public init(_ code: Code, _ message: String, kind: ErrorKind? = nil) {
        self.code = code
        self.message = message
        self.kind = kind
    }

    public var remoteError: RemoteError {
        guard let kind else { return RemoteError(code.errorName, message) }
        return RemoteError(code.errorName, message, arguments: kind.rawValue)
    }
    public var description: String { message }

    /// Converts a center error from the bus; nil for any other error.
    public init?(_ error: RemoteError) {
        guard let code = Code.allCases.first(where: { $0.errorName == error.name }) else { return nil }
        let word = code == .actionFailed ? try? error.arguments(as: String.self) : nil
        self.init(code, error.message, kind: word.map { ErrorKind(rawValue: $0) ?? .app })
    }
}

extension RemoteError {
    /// Whether the owner of the name doesn't implement the method.
    package var isMissingMethod: Bool { [.unknownMethod, .unknownObject, .unknownInterface].contains(name) }
}
