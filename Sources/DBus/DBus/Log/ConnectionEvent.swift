/// An event that no call or sequence reports; see ``Connection/setLog(_:)``.
public struct ConnectionEvent: Sendable, CustomStringConvertible {
    /// The severity of an event.
    public enum Level: Int, Comparable, Sendable {
        /// Normal operation, or another program's mistake.
        case info
        /// A loss that may matter.
        case warning
        /// This program doesn't work as intended.
        case error

        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The kind of an event. More kinds may be added.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        private let name: StaticString

        /// A short name, such as `handler-failed`.
        public var description: String { "\(name)" }

        /// A handler threw an error that has no name on the bus, or returned a value that can't be sent. The caller got
        /// `Failed`, and may ignore it.
        public static let handlerFailed = Kind(name: "handler-failed")
        /// A property can't be read. It is missing in a signal or reply with several properties, or its observers get
        /// nil.
        public static let propertyUnreadable = Kind(name: "property-unreadable")
        /// The objects of an ``ObjectManagerClient`` can't be listed.
        public static let objectsUnreadable = Kind(name: "objects-unreadable")
        /// A signal was skipped, because it has other arguments than requested.
        public static let signalUnreadable = Kind(name: "signal-unreadable")
        /// A signal was not read in time, or is too large.
        public static let signalDropped = Kind(name: "signal-dropped")
        /// The signal for a changed property or object can't be sent.
        public static let signalNotSent = Kind(name: "signal-not-sent")
        /// A key of a ``DBusDictionary`` has another type and is ignored. The key is lenient, or belongs to followed
        /// properties.
        public static let keySkipped = Kind(name: "key-skipped")
        /// ``Connection/propertiesDidChange(_:_:_:)`` was called for a property that isn't exported, so no signal is
        /// sent.
        public static let propertyNotExported = Kind(name: "property-not-exported")
        /// An exported ``Interface`` has two members of one kind with the same name, and the second is left out.
        public static let memberLeftOut = Kind(name: "member-left-out")
        /// A call was refused. It found no handler, has other arguments, exceeds a limit, or was refused by the filter;
        /// or it reads or sets a property that doesn't exist or doesn't allow it.
        public static let callRefused = Kind(name: "call-refused")
        /// The other side closed the connection.
        public static let disconnected = Kind(name: "disconnected")

        public static func == (left: Kind, right: Kind) -> Bool { left.description == right.description }
        public func hash(into hasher: inout Hasher) { hasher.combine(description) }
    }

    /// The kind of the event.
    public let kind: Kind
    /// The severity of the event.
    public let level: Level
    /// The method, property or signal of the event; nil if it has none.
    public let subject: Subject?
    /// The caller, or the sender of the signal; nil if unknown, and for a peer.
    public let peer: BusName?
    /// The error that was thrown or sent; nil if the event has none.
    public let error: (any Error)?
    /// A sentence for people, without a period at the end. It names the subject.
    public let description: String

    init(
        _ kind: Kind, _ level: Level, _ description: String, subject: Subject? = nil, peer: BusName? = nil,
        error: (any Error)? = nil
    ) {
        self.kind = kind
        self.level = level
        self.description = description
        self.subject = subject
        self.peer = peer
        self.error = error
    }
}
