public import DBus

/// The errors of the center, with their names on the bus. Every refusal changes nothing, and its message names the
/// field and the value.
public struct CenterError: DBusErrorConvertible, Hashable, Sendable, CustomStringConvertible {
    /// What kind of refusal it is.
    public enum Code: String, CaseIterable, Sendable {
        case unknownWidget = "UnknownWidget"
        case invalidIdentifier = "InvalidIdentifier"
        /// A bad key in a definition.
        case invalidDefinition = "InvalidDefinition"
        /// A bad key in changes.
        case invalidContent = "InvalidContent"
        /// A setting that is not there, or a value that does not fit it.
        case invalidSetting = "InvalidSetting"
        case invalidURL = "InvalidURL"
        case notAuthorized = "NotAuthorized"
        case alreadyRegistered = "AlreadyRegistered"
        case conflict = "Conflict"
        case limitExceeded = "LimitExceeded"
        case actionFailed = "ActionFailed"
        case unknownKey = "UnknownKey"
        /// Values of an App Group cannot be written to disk.
        case notStored = "NotStored"

        /// The name on the bus.
        public var errorName: ErrorName {
            ErrorName(unchecked: "org.todaycenter.NotificationCenter1.Error." + rawValue)
        }
    }

    /// What kind of refusal it is.
    public let code: Code
    /// A sentence that names the field and the value.
    public let message: String

    /// Makes an error, for the center to throw.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var remoteError: RemoteError { RemoteError(code.errorName, message) }
    public var description: String { message }

    /// The center's error that came over the bus; nil for any other error.
    public init?(_ error: RemoteError) {
        guard let code = Code.allCases.first(where: { $0.errorName == error.name }) else { return nil }
        self.init(code, error.message)
    }
}

extension RemoteError {
    /// Whether whoever owns the name has no such method there.
    package var isMissingMethod: Bool { [.unknownMethod, .unknownObject, .unknownInterface].contains(name) }
}
