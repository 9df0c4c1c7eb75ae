/// When something that could not be read is read again: a few times, after pauses that grow. Pure.
///
/// A program may own its name before it exports its objects, and need not tell of them then; and one that has stood still
/// may go on. Whoever refuses is not asked again.
struct ReadAttempts {
    /// How long to wait before each further attempt.
    static let pauses: [Duration] = [
        .milliseconds(100), .milliseconds(300), .seconds(1), .seconds(3), .seconds(10), .seconds(30),
    ]

    private var failed = 0
    /// Whether the next attempt comes within seconds.
    var isEarly: Bool { (1...4).contains(failed) }

    /// An attempt has failed. Returns how long to wait before the next one; nil when there is none.
    mutating func pause(after error: any Error) -> Duration? {
        guard Self.mayGetBetter(error), failed < Self.pauses.count else { return nil }
        defer { failed += 1 }
        return Self.pauses[failed]
    }

    /// Whether the same question may have an answer later, though nobody tells.
    static func mayGetBetter(_ error: any Error) -> Bool {
        switch error {
        case let error as ConnectionError: error.code == .timedOut
        case let error as RemoteError: isLate(error.name) || isMissing(error.name)
        default: false
        }
    }

    private static func isLate(_ name: ErrorName) -> Bool {
        [.noReply, .timeout, "org.freedesktop.DBus.Error.TimedOut"].contains(name)
    }

    private static func isMissing(_ name: ErrorName) -> Bool {
        [.unknownObject, .unknownInterface, .unknownMethod].contains(name)
    }

    /// Whether an error says that there is no such thing, which may be as it is meant to be.
    static func saysNothingIsThere(_ error: any Error) -> Bool {
        (error as? RemoteError).map { isMissing($0.name) } == true
    }
}

extension ConnectionEvent {
    /// What is followed could not be read.
    ///
    /// - Parameters:
    ///   - followed: the object manager, or the interface.
    ///   - pause: how long until it is read again; nil when it is not.
    static func unread(
        _ question: FollowedObjects.Question, of followed: RemoteInterface, owner: BusName?, because error: any Error,
        again pause: Duration?
    ) -> ConnectionEvent {
        let (kind, subject, what): (Kind, Subject, String)
        switch question {
        case .everything where followed.interface == .objectManager:
            kind = .objectsUnreadable
            subject = Subject(
                .method, .objectManager, "GetManagedObjects", at: followed.path, of: followed.destination)
            what = "the objects of the object manager \(followed.place) cannot be listed"
        case .everything:
            kind = .propertyUnreadable
            subject = Subject(.method, .properties, "GetAll", at: followed.path, of: followed.destination)
            what = "the properties \(followed.interface) of \(followed.place) cannot be read"
        case .property(let path, let interface, let name):
            kind = .propertyUnreadable
            subject = Subject(.property, interface, MemberName(unchecked: name), at: path, of: followed.destination)
            what = "\(subject) cannot be read"
        }
        let next = pause.map { "tried again in \($0)" } ?? "not tried again until a signal or another owner comes"
        let isInfo = pause != nil && ReadAttempts.saysNothingIsThere(error)
        return ConnectionEvent(
            kind, isInfo ? .info : .warning, "\(what): \(Subject.removed(from: error)); it is \(next)",
            subject: subject,
            peer: owner, error: error)
    }
}

extension RemoteInterface {
    /// The object, and whose it is.
    fileprivate var place: String { "\(path)" + (destination.map { " at \($0)" } ?? "") }
}

extension Subject {
    /// The same error without what it is about.
    fileprivate static func removed(from error: any Error) -> any Error {
        switch error {
        case var error as ConnectionError:
            error.subject = nil
            return error
        case var error as RemoteError:
            error.subject = nil
            return error
        default: return error
        }
    }
}
