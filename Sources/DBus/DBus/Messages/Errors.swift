internal import CTodayDBus

/// An error that came over the bus as the reply to a call, or that a handler sends as its reply.
public struct RemoteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error's name, for programs.
    public var name: ErrorName
    /// A sentence for people; may be empty.
    public var message: String
    /// What was called, when this came as the reply. Errors are equal whatever was called.
    public internal(set) var subject: Subject?
    /// What comes after the message; nil when nothing does.
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

    /// Makes an error with more than a message, for a handler to throw.
    ///
    /// - Parameters:
    ///   - name: for programs.
    ///   - message: a sentence for people; may be empty.
    ///   - arguments: what comes after the message in the reply.
    /// - Throws: ``MarshallingError`` when an argument cannot be sent.
    public init<each Value: DBusArgument>(
        _ name: ErrorName, _ message: String, arguments: repeat each Value
    ) throws(MarshallingError)
    where repeat (each Value).Wire: DBusWireType {
        self.init(name, message)
        further = try EncodedValues(repeat each arguments)
    }

    /// An error that has arrived.
    init(reply: Message) {
        name = ErrorName(unchecked: text(dbus_message_get_error_name(reply.raw)) ?? ErrorName.failed.rawValue)
        message = ""
        guard var values = try? ReceivedBody.read(reply, { try DBusValue.readAll(from: &$0) }) else { return }
        if case .string(let text)? = values.first {
            message = text
            values.removeFirst()
        }
        if !values.isEmpty { further = try? EncodedValues(bare: values) }
    }

    /// The arguments of the reply that come after the message; mostly there are none.
    public var body: [DBusValue] {
        (try? further?.read { (reader) throws(UnmarshallingError) in try DBusValue.readAll(from: &reader) }) ?? []
    }

    /// Returns the arguments of the reply that come after the message as typed values.
    ///
    /// - Throws: ``UnmarshallingError`` when there are others. Arguments after those asked for are left alone.
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

    /// Whether nobody was there to reply: nobody owns the name, and the bus could start nobody who would. What was called was
    /// not carried out.
    public var saysNobodyIsThere: Bool {
        switch name {
        // The last is what the bus says of a start that took too long.
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
    /// What was called; nil when it is not about a call.
    public internal(set) var subject: Subject?

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message, after what was called.
    public var description: String { subject.map { "\($0): \(message)" } ?? message }

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
    init(replyFor error: any Error, of subject: Subject) {
        switch error {
        case let error as any DBusErrorConvertible: self = error.remoteError
        case let error as UnmarshallingError: self.init(.invalidArgs, "\(subject): \(error)")
        case is CancellationError: self.init(.failed, "the call was cancelled")
        default: self.init(.failed, String(describing: error))
        }
    }
}
