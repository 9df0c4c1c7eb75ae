internal import DBus
package import TodayModel

/// The reason why the center refused a request from an app or a widget. A refused request changes nothing.
public struct NCError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The word of the code, such as `noCenter`.
        public let description: String

        private init(_ description: String) { self.description = description }

        /// The session bus isn't running, or the center isn't running and can't be started.
        public static let noCenter = Code("noCenter")
        /// The bus or the center ended before it answered. The call may or may not have been carried out.
        public static let disconnected = Code("disconnected")
        /// The center didn't answer in time. The call may or may not have been carried out.
        public static let timedOut = Code("timedOut")
        /// The center doesn't know the widget.
        public static let unknownWidget = Code("unknownWidget")
        /// The value isn't a widget identifier.
        public static let invalidIdentifier = Code("invalidIdentifier")
        /// A definition has an invalid value; the message names the key.
        public static let invalidDefinition = Code("invalidDefinition")
        /// Content or another change is invalid; the message names the path.
        public static let invalidContent = Code("invalidContent")
        /// A widget doesn't have the setting, or the setting can't have that value; the message names both.
        public static let invalidSetting = Code("invalidSetting")
        /// The value isn't a URL, or the URL may not be opened.
        public static let invalidURL = Code("invalidURL")
        /// A sandboxed app requested data of other apps.
        public static let notAuthorized = Code("notAuthorized")
        /// Another program provides the widget, or its manifest is installed.
        public static let alreadyRegistered = Code("alreadyRegistered")
        /// The operation isn't supported: a widget with a manifest can't be unregistered, because its file installs it.
        /// A widget without instances can't be added again, and the first instance can't be removed.
        public static let notSupported = Code("notSupported")
        /// The request exceeds a limit of the contract, such as the bytes of an App Group.
        public static let limitExceeded = Code("limitExceeded")
        /// No widget's definition names the App Group.
        public static let unknownGroup = Code("unknownGroup")
        /// The value isn't the name of an App Group.
        public static let invalidGroup = Code("invalidGroup")
        /// A value can't be stored in an App Group.
        public static let invalidValue = Code("invalidValue")
        /// The values of an App Group can't be written to disk; the message gives the reason.
        public static let notStored = Code("notStored")
        /// The folder of an App Group can't be created.
        public static let folder = Code("folder")
        /// Another refusal; the message comes from the other side.
        public static let other = Code("other")
    }

    /// The kind of failure.
    public let code: Code
    /// A sentence without a period that names the field and the value.
    public let message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}

extension NCError {
    /// Converts an error of the bus, the center or the model for an app.
    ///
    /// - Parameter group: The App Group that the error concerns, if any.
    init(_ error: any Error, group: String? = nil) {
        switch error {
        case let error as NCError: self = error
        case let error as CenterError: self.init(Code(error.code), error.message)
        case let error as RemoteError: self.init(remote: error, group: group)
        case let error as ConnectionError: self.init(connection: error)
        case let error as MarshallingError: self.init(.invalidValue, "\(error)")
        case is CancellationError: self.init(.other, "the task was canceled")
        default: self.init(.other, "\(error)")
        }
    }

    private init(connection error: ConnectionError) {
        switch error.code {
        case .cannotConnect: self.init(.noCenter, error.message)
        case .closed: self.init(.disconnected, error.message)
        case .timedOut: self.init(.timedOut, error.message)
        default: self.init(.other, error.message)
        }
    }

    private init(remote error: RemoteError, group: String?) {
        if let refusal = CenterError(error) {
            self.init(refusal)
            return
        }
        switch error.name {
        case .noReply, .disconnected: self.init(.disconnected, error.message)
        case .timeout: self.init(.timedOut, error.message)
        case .limitsExceeded: self.init(.limitExceeded, error.message)
        case .notSupported: self.init(.notSupported, error.message)
        case .invalidArgs: self.init(group == nil ? .invalidContent : .invalidValue, error.message)
        case .accessDenied: self.init(.notAuthorized, error.message)
        case .unknownObject, .unknownInterface, .unknownMethod:
            if let group {
                self.init(.unknownGroup, "no widget's definition names the App Group \(group.debugDescription)")
            } else {
                self.init(.noCenter, "the center doesn't serve apps: \(error.message)")
            }
        case _ where error.isServiceUnavailable:
            self.init(.noCenter, "the notification center isn't running: \(error.message)")
        default: self.init(.other, "\(error)")
        }
    }
}

extension NCError.Code {
    /// Converts the code of a refusal by the center.
    package init(_ code: CenterError.Code) {
        self =
            switch code {
            case .unknownWidget: .unknownWidget
            case .invalidIdentifier: .invalidIdentifier
            case .invalidDefinition: .invalidDefinition
            case .invalidContent: .invalidContent
            case .invalidSetting: .invalidSetting
            case .invalidURL: .invalidURL
            case .notAuthorized: .notAuthorized
            case .alreadyRegistered: .alreadyRegistered
            case .limitExceeded: .limitExceeded
            case .notStored: .notStored
            case .conflict, .actionFailed, .unknownKey: .other
            }
    }
}
