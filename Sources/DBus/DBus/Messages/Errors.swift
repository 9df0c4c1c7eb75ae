internal import CTodayDBus

/// An error reply: received for a call, or thrown by a handler.
public struct RemoteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error's name, for programs.
    public var name: ErrorName
    /// A sentence for people; may be empty.
    public var message: String
    /// The called method, if the error was received. Comparing errors ignores it.
    public internal(set) var subject: Subject?
    /// Whether it arrived from another sender than the bus.
    private var isFromService = false
    /// The arguments after the message; nil if there aren't any.
    private var further: EncodedValues?

    /// Makes an error, for a handler to throw.
    ///
    /// - Parameters:
    ///   - name: for programs.
    ///   - message: a sentence for people; may be empty.
    public init(_ name: ErrorName, _ message: String) {
        self.name = name
        self.message = message
    }

    /// Makes an error with arguments after the message, for a handler to throw.
    ///
    /// - Parameters:
    ///   - name: for programs.
    ///   - message: a sentence for people; may be empty.
    ///   - arguments: the arguments after the message in the reply.
    ///
    /// If an argument can't be sent, the error is sent without arguments, and its message has the reason.
    public init<each Value: DBusArgument>(
        _ name: ErrorName, _ message: String, arguments: repeat each Value
    ) where repeat (each Value).Wire: DBusWireType {
        self.init(name, message)
        do throws(MarshallingError) { further = try EncodedValues(repeat each arguments) } catch {
            self.message += (message.isEmpty ? "" : " ") + "(its arguments were left out: \(error))"
        }
    }

    /// Makes an error from a reply that has arrived.
    init(reply: Message) {
        name = ErrorName(unchecked: text(dbus_message_get_error_name(reply.raw)) ?? ErrorName.failed.rawValue)
        message = ""
        if let sender = text(dbus_message_get_sender(reply.raw)) { isFromService = sender != BusName.bus.rawValue }
        guard var values = try? ReceivedBody.read(reply, { try DBusValue.readAll(from: &$0) }) else { return }
        if case .string(let text)? = values.first {
            message = text
            values.removeFirst()
        }
        if !values.isEmpty { further = try? EncodedValues(bare: values) }
    }

    /// The arguments after the message in the reply; usually empty.
    public var body: [DBusValue] {
        (try? further?.read { (reader) throws(UnmarshallingError) in try DBusValue.readAll(from: &reader) }) ?? []
    }

    /// Returns the arguments after the message in the reply, as typed values.
    ///
    /// - Throws: ``UnmarshallingError`` when their types differ. Additional arguments are ignored.
    public func arguments<each Value: DBusType>(
        as types: repeat (each Value).Type
    ) throws(UnmarshallingError) -> (repeat each Value) {
        let values = further ?? .none
        return try values.read { (reader) throws(UnmarshallingError) in try reader.readArguments() }
    }

    public var description: String {
        let error = message.isEmpty ? name.rawValue : "\(name): \(message)"
        return subject.map { "\($0): \(error)" } ?? error
    }

    /// Whether the call had no receiver: the name has no owner, and the bus couldn't start one. The call wasn't carried
    /// out.
    ///
    /// Only the bus itself can report this. If a service replies with an error of the same name, it is false: the call
    /// reached the service, which may be forwarding another service's error.
    public var isServiceUnavailable: Bool {
        if isFromService { return false }
        return switch name {
        // The last one is the bus's error for a service that took too long to start.
        case .serviceUnknown, .nameHasNoOwner, "org.freedesktop.DBus.Error.TimedOut": true
        default:
            name.rawValue.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
                || name.rawValue.hasPrefix("org.freedesktop.systemd1.")
        }
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.message == right.message && left.further == right.further
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(message)
    }
}

/// An error on this side of a connection.
public struct ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error. More codes may be added.
    public struct Code: Hashable, Sendable {
        private enum Value: Hashable { case cannotConnect, closed, timedOut, malformedReply }
        private let value: Value

        /// The address doesn't exist, doesn't answer, or refuses this user.
        public static let cannotConnect = Code(value: .cannotConnect)
        /// The connection was closed before the call, or while it waited for its reply.
        public static let closed = Code(value: .closed)
        /// No reply arrived before the deadline. The call may still have been carried out.
        public static let timedOut = Code(value: .timedOut)
        /// A reply arrived with other types than requested.
        public static let malformedReply = Code(value: .malformedReply)
    }

    /// The kind of the error.
    public let code: Code
    /// A sentence for people, without a period at the end.
    public let message: String
    /// The called method; nil when the error isn't about a call.
    public internal(set) var subject: Subject?
    /// The reason why ssh(1) couldn't carry the connection to another machine; nil for other errors.
    public private(set) var sshFailure: SSHFailure?

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ failure: SSHFailure) {
        self.init(.cannotConnect, failure.description)
        sshFailure = failure
    }

    /// The called method, then the message.
    public var description: String { subject.map { "\($0): \(message)" } ?? message }

    static let isClosed = ConnectionError(.closed, "the connection is closed; Connection.open opens another one")
}

/// An error type with its own name on the bus. If a handler throws one, the reply has that name.
///
/// Any other error is sent as `org.freedesktop.DBus.Error.Failed` with its description.
public protocol DBusErrorConvertible: Error {
    /// The error reply to send.
    var remoteError: RemoteError { get }
}

extension RemoteError: DBusErrorConvertible {
    public var remoteError: RemoteError { self }

    /// Makes the reply for any error that a handler throws.
    init(replyFor error: any Error, of subject: Subject) {
        switch error {
        case let error as any DBusErrorConvertible: self = error.remoteError
        case let error as UnmarshallingError: self.init(.invalidArgs, "\(subject): \(error)")
        case is CancellationError: self.init(.failed, "the call was canceled")
        default: self.init(.failed, String(describing: error))
        }
    }
}
