/// Something of which nobody who could do something about it is told otherwise; see ``Connection/setLog(_:)``.
public struct ConnectionEvent: Sendable, CustomStringConvertible {
    /// How bad it is.
    public enum Level: Int, Comparable, Sendable {
        /// As it is meant to be, or somebody else's mistake.
        case info
        /// Something is lost that may be missed.
        case warning
        /// This program does not do what it was written to do.
        case error

        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// What has happened. More kinds may come.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        private let name: StaticString

        /// A word for it, such as `handler-failed`.
        public var description: String { "\(name)" }

        /// A handler threw an error that has no name on the bus, or a value that cannot be sent is its result. The caller
        /// got `Failed`, and nobody may ever look at that.
        public static let handlerFailed = Kind(name: "handler-failed")
        /// A property is missing in a signal or reply with several, or its observers see nil: it could not be read.
        public static let propertyUnreadable = Kind(name: "property-unreadable")
        /// The objects of an ``ObjectManagerClient`` could not be listed.
        public static let objectsUnreadable = Kind(name: "objects-unreadable")
        /// A signal has other arguments than those asked for, and was passed over.
        public static let signalUnreadable = Kind(name: "signal-unreadable")
        /// A signal was not taken in time, or is too large.
        public static let signalDropped = Kind(name: "signal-dropped")
        /// A signal that tells of a property or an object could not be sent.
        public static let signalNotSent = Kind(name: "signal-not-sent")
        /// A key of a ``DBusDictionary`` has another type, and counts as absent: one that is marked as lenient, or one of
        /// properties that are followed.
        public static let keySkipped = Kind(name: "key-skipped")
        /// ``Connection/propertiesDidChange(_:_:_:)`` was called for a property that is not exported, so that nobody is
        /// told.
        public static let propertyNotExported = Kind(name: "property-not-exported")
        /// An ``Interface`` that is exported has two members of one kind with the same name, and the second is left out.
        public static let memberLeftOut = Kind(name: "member-left-out")
        /// A call found no handler, has other arguments, reads or sets a property that is not there or in a way that it does
        /// not allow, is over a limit, or was refused by the filter.
        public static let callRefused = Kind(name: "call-refused")
        /// The other side of the connection has gone.
        public static let disconnected = Kind(name: "disconnected")

        public static func == (left: Kind, right: Kind) -> Bool { left.description == right.description }
        public func hash(into hasher: inout Hasher) { hasher.combine(description) }
    }

    /// What has happened.
    public let kind: Kind
    /// How bad it is.
    public let level: Level
    /// Which method, property or signal it is about; nil when it is about none.
    public let subject: Subject?
    /// Who called, or sent the signal; nil when nobody did, and with a peer.
    public let peer: BusName?
    /// What was thrown, or answered; nil when nothing was.
    public let error: (any Error)?
    /// A sentence for people, without its full stop. It names the subject.
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
