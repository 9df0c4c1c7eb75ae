/// Decides when to retry a failed read: a few times, after increasing pauses. Pure.
///
/// A program may own its name before it exports its objects, and may not announce them later. A program that has hung
/// may resume. A refused read is not retried.
struct ReadAttempts {
    /// How long to wait before each retry.
    static let pauses: [Duration] = [
        .milliseconds(100), .milliseconds(300), .seconds(1), .seconds(3), .seconds(10), .seconds(30),
    ]

    private var failed = 0
    /// Whether the next attempt follows within seconds.
    var isEarly: Bool { (1...4).contains(failed) }

    /// Records a failed attempt. Returns how long to wait before the next one; nil if it is the last.
    mutating func pause(after error: any Error) -> Duration? {
        guard Self.mayGetBetter(error), failed < Self.pauses.count else { return nil }
        defer { failed += 1 }
        return Self.pauses[failed]
    }

    /// Whether the same request may succeed later, without any signal.
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

    /// Whether an error means that the object doesn't exist, which may be intended.
    static func isNotFound(_ error: any Error) -> Bool {
        (error as? RemoteError).map { isMissing($0.name) } == true
    }
}

extension ConnectionEvent {
    /// Makes an event for a failed read of something that is followed.
    ///
    /// - Parameters:
    ///   - followed: the object manager, or the interface.
    ///   - pause: how long until the retry; nil for no retry.
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
        return unread(kind, subject, what, owner: owner, because: error, again: pause)
    }

    /// - Parameter what: what can't be read, as the start of a sentence.
    static func unread(
        _ kind: Kind, _ subject: Subject, _ what: String, owner: BusName? = nil, because error: any Error,
        again pause: Duration?
    ) -> ConnectionEvent {
        let next = pause.map { "retrying in \($0)" } ?? "no retry until a signal or another owner appears"
        let isInfo = pause != nil && ReadAttempts.isNotFound(error)
        return ConnectionEvent(
            kind, isInfo ? .info : .warning, "\(what): \(Subject.removed(from: error)); \(next)",
            subject: subject,
            peer: owner, error: error)
    }
}

extension RemoteInterface {
    /// The object and its bus name.
    var place: String { "\(path)" + (destination.map { " at \($0)" } ?? "") }
}

extension Subject {
    /// Returns the same error without its subject.
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
