/// An error that came over the bus as the reply to a call, or that a handler sends as its reply.
public struct RemoteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error's name, for programs.
    public var name: ErrorName
    /// A sentence for people; may be empty.
    public var message: String

    /// Makes an error, for a handler to throw.
    ///
    /// - Parameters:
    ///   - name: for programs.
    ///   - message: a sentence for people; may be empty.
    public init(_ name: ErrorName, _ message: String) {
        self.name = name
        self.message = message
    }

    public var description: String { message.isEmpty ? name.rawValue : "\(name): \(message)" }
}

/// An error of this side of a connection: nobody replied with it.
public struct ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of trouble it was. More codes may come.
    public struct Code: Hashable, Sendable {
        private enum Value: Hashable { case cannotConnect, closed, timedOut, malformedReply }
        private let value: Value

        /// The address does not exist, does not answer, or refuses this user.
        public static let cannotConnect = Code(value: .cannotConnect)
        /// The connection is closed, or closed while the call waited for its reply.
        public static let closed = Code(value: .closed)
        /// No reply came before the deadline. The call may still have been carried out.
        public static let timedOut = Code(value: .timedOut)
        /// A reply came, with other types than asked for.
        public static let malformedReply = Code(value: .malformedReply)
    }

    /// What kind of trouble it was.
    public let code: Code
    /// A sentence for people, without its full stop.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }

    static let isClosed = ConnectionError(.closed, "the connection is closed; Connection.open makes another one")
}

/// An error type of a service that has a name on the bus. A handler that throws one sends it.
///
/// Any other error is sent as `org.freedesktop.DBus.Error.Failed` with its description.
public protocol DBusErrorConvertible: Error {
    /// How this error goes over the bus.
    var remoteError: RemoteError { get }
}

extension RemoteError: DBusErrorConvertible {
    public var remoteError: RemoteError { self }

    /// The reply for any error a handler throws.
    init(replyFor error: any Error) {
        switch error {
        case let error as any DBusErrorConvertible: self = error.remoteError
        case let error as UnmarshallingError: self.init(.invalidArgs, "\(error)")
        case is CancellationError: self.init(.failed, "the call was cancelled")
        default: self.init(.failed, String(describing: error))
        }
    }
}
