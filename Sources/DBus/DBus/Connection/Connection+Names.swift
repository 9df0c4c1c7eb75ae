/// How to ask for a name. D-Bus specification, "org.freedesktop.DBus.RequestName".
public struct NameFlags: OptionSet, Sendable {
    /// The flags as the bus takes them.
    public let rawValue: UInt32

    /// Makes a set of flags from their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Another connection may take the name over.
    public static let allowReplacement = NameFlags(rawValue: 1)
    /// Take the name over from an owner that allows it.
    public static let replaceExisting = NameFlags(rawValue: 2)
    /// Fail instead of waiting in the queue when the name is taken.
    public static let doNotQueue = NameFlags(rawValue: 4)
}

/// What the bus answered to a request for a name that it did not turn down.
public enum NameReply: Hashable, Sendable {
    /// The name is owned here from now on.
    case primaryOwner
    /// Another connection owns it; it comes here when that one lets go. Never with ``NameFlags/doNotQueue``.
    case inQueue
    /// The name was owned here before.
    case alreadyOwner
}

/// A name that was asked for with ``NameFlags/doNotQueue`` is owned by another connection.
public struct NameTakenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name that was asked for.
    public let name: BusName

    public var description: String {
        "\(name) is owned by another connection, which has to end first; perhaps this program runs already"
    }
}

extension Connection {
    /// Asks the bus for a well-known name. Export objects before, so that the first call finds them.
    ///
    /// Without ``NameFlags/doNotQueue`` a name that is taken is no error, and this connection waits in its queue; see
    /// ``ownName(_:_:)`` for one who wants to hear when its turn comes.
    ///
    /// - Throws: ``NameTakenError``; ``RemoteError`` when the bus refuses the name, as the system bus does to all whom no
    ///   file in `/usr/share/dbus-1/system.d` allows it (`AccessDenied`); ``ConnectionError``.
    @discardableResult
    public func requestName(_ name: BusName, _ flags: NameFlags = []) async throws -> NameReply {
        guard let reply = try await nameReply(name, flags) else { throw NameTakenError(name: name) }
        return reply
    }

    /// The answer of the bus; nil when the name is taken, and nobody queues.
    func nameReply(_ name: BusName, _ flags: NameFlags) async throws -> NameReply? {
        // D-Bus specification, "org.freedesktop.DBus.RequestName".
        switch try await call(.bus, "RequestName", name.rawValue, flags.rawValue) as UInt32 {
        case 1:
            ownNames.granted(name.rawValue)
            return .primaryOwner
        case 2: return .inQueue
        case 3: return nil
        case 4: return .alreadyOwner
        case let answer: throw ConnectionError(.malformedReply, "the bus answered RequestName with \(answer)")
        }
    }

    /// Gives a name back, or leaves its queue. Returns false when this connection neither owned it nor was in the queue.
    @discardableResult
    public func releaseName(_ name: BusName) async throws -> Bool {
        let answer: UInt32 = try await call(.bus, "ReleaseName", name.rawValue)
        return answer == 1
    }

    /// The unique name of the owner of a name, or nil if nobody owns it.
    public func owner(of name: BusName) async throws -> BusName? {
        do {
            let owner: String = try await call(.bus, "GetNameOwner", name.rawValue)
            return BusName(rawValue: owner)
        } catch let error as RemoteError where error.name == .nameHasNoOwner {
            return nil
        }
    }
}
