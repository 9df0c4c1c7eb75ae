/// Options for requesting a name. D-Bus specification, "org.freedesktop.DBus.RequestName".
public struct NameFlags: OptionSet, Sendable {
    /// The bits of the flags on the bus.
    public let rawValue: UInt32

    /// Makes a set of flags from their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Allow other connections to take over the name.
    public static let allowReplacement = NameFlags(rawValue: 1)
    /// Take over the name from an owner that allows it.
    public static let replaceExisting = NameFlags(rawValue: 2)
    /// Fail instead of waiting in the queue when the name is taken.
    public static let doNotQueue = NameFlags(rawValue: 4)
}

/// The answer of the bus to a name request that it accepted.
public enum NameReply: Hashable, Sendable {
    /// This connection owns the name from now on.
    case primaryOwner
    /// Another connection owns it; this connection gets it when the owner releases it. Never with
    /// ``NameFlags/doNotQueue``.
    case inQueue
    /// This connection owned the name before.
    case alreadyOwner
}

/// An error for a name that another connection owns, requested with ``NameFlags/doNotQueue``.
public struct NameTakenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The requested name.
    public let name: BusName

    public var description: String {
        "\(name) is owned by another connection; perhaps this program is already running"
    }
}

extension Connection {
    /// Requests a well-known name from the bus. Export objects first, so that the first call finds them.
    ///
    /// Without ``NameFlags/doNotQueue``, a taken name isn't an error: this connection waits in the queue of the name.
    /// To follow the name's state, use ``ownName(_:_:)``.
    ///
    /// - Throws: ``NameTakenError``; ``RemoteError`` when the bus refuses the name; ``ConnectionError``. The system bus
    ///   refuses a name with `AccessDenied`, unless a file in `/usr/share/dbus-1/system.d` allows it.
    @discardableResult
    public func requestName(_ name: BusName, _ flags: NameFlags = []) async throws -> NameReply {
        guard let reply = try await nameReply(name, flags) else { throw NameTakenError(name: name) }
        return reply
    }

    /// Returns the answer of the bus; nil when the name is taken and this connection isn't queued.
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

    /// Releases a name, or leaves its queue. Returns false if this connection didn't own the name and wasn't in the
    /// queue.
    @discardableResult
    public func releaseName(_ name: BusName) async throws -> Bool {
        let answer: UInt32 = try await call(.bus, "ReleaseName", name.rawValue)
        return answer == 1
    }

    /// Returns the unique name of the owner of a name; nil if the name has no owner.
    public func owner(of name: BusName) async throws -> BusName? {
        do {
            let owner: String = try await call(.bus, "GetNameOwner", name.rawValue)
            return BusName(rawValue: owner)
        } catch let error as RemoteError where error.name == .nameHasNoOwner {
            return nil
        }
    }
}
