internal import DBus
package import TodayModel

/// Why something that an app or a widget asked of the center was not done. Nothing has changed then.
public struct NCError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The word of the code, such as `noCenter`.
        public let description: String

        private init(_ description: String) { self.description = description }

        /// There is no session bus, or no center on it and none that could be started.
        public static let noCenter = Code("noCenter")
        /// The bus or the center went away before it answered. Whether the call was carried out is not known.
        public static let disconnected = Code("disconnected")
        /// The center did not answer in time. Whether the call is carried out is not known.
        public static let timedOut = Code("timedOut")
        /// The center knows no such widget.
        public static let unknownWidget = Code("unknownWidget")
        /// What was given is no identifier of a widget.
        public static let invalidIdentifier = Code("invalidIdentifier")
        /// A definition has a wrong value; the message names the key.
        public static let invalidDefinition = Code("invalidDefinition")
        /// Content, or another change, is wrong; the message names the place.
        public static let invalidContent = Code("invalidContent")
        /// A widget has no such setting, or the setting cannot have that value; the message names both.
        public static let invalidSetting = Code("invalidSetting")
        /// What was given is no URL, or one that may not be opened.
        public static let invalidURL = Code("invalidURL")
        /// A sandboxed app asked for what belongs to others.
        public static let notAuthorized = Code("notAuthorized")
        /// Another program provides the widget, or its manifest is installed.
        public static let alreadyRegistered = Code("alreadyRegistered")
        /// A manifest's widget cannot be unregistered, as its file is what installs it; a widget without instances cannot be
        /// added once more, and its first one not be removed.
        public static let notSupported = Code("notSupported")
        /// There would be more of something than the contract allows, such as the bytes of an App Group.
        public static let limitExceeded = Code("limitExceeded")
        /// No widget's definition names the App Group.
        public static let unknownGroup = Code("unknownGroup")
        /// What was given is no name of an App Group.
        public static let invalidGroup = Code("invalidGroup")
        /// A value cannot be kept in an App Group.
        public static let invalidValue = Code("invalidValue")
        /// The values of an App Group cannot be written to disk; the message says why.
        public static let notStored = Code("notStored")
        /// The folder of an App Group cannot be made.
        public static let folder = Code("folder")
        /// Another refusal; the message is the other side's.
        public static let other = Code("other")
    }

    /// What kind of failure it is.
    public let code: Code
    /// A sentence without its full stop that names the field and the value.
    public let message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}

extension NCError {
    /// What an error of the bus, the center or the model means to an app.
    ///
    /// - Parameter group: the App Group it is about, if it is about one.
    init(_ error: any Error, group: String? = nil) {
        switch error {
        case let error as NCError: self = error
        case let error as RemoteError: self.init(remote: error, group: group)
        case let error as ConnectionError: self.init(connection: error)
        case let error as MarshallingError: self.init(.invalidValue, "\(error)")
        case is CancellationError: self.init(.other, "the task was cancelled")
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
            self.init(Code(refusal.code), refusal.message)
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
                self.init(.noCenter, "the center does not answer for apps: \(error.message)")
            }
        case _ where error.saysNobodyIsThere: self.init(.noCenter, "there is no notification center: \(error.message)")
        default: self.init(.other, "\(error)")
        }
    }
}

extension NCError.Code {
    /// The code of a refusal by the center.
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
