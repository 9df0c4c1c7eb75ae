/// How to ask for a name. D-Bus specification, "org.freedesktop.DBus.RequestName".
public struct NameFlags: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Another connection may take the name over.
    public static let allowReplacement = NameFlags(rawValue: 1)
    /// Take the name over from an owner that allows it.
    public static let replaceExisting = NameFlags(rawValue: 2)
    /// Fail instead of waiting in the queue when the name is taken.
    public static let doNotQueue = NameFlags(rawValue: 4)
}

/// What the bus answered to a request for a name.
public enum NameReply: UInt32, Sendable {
    case primaryOwner = 1
    case inQueue = 2
    case exists = 3
    case alreadyOwner = 4
}

extension Connection {
    /// Asks the bus for a well-known name. Export objects before, so that the first call finds them.
    public func requestName(_ name: BusName, _ flags: NameFlags = []) async throws -> NameReply {
        let answer: UInt32 = try await call(
            .bus, path: .bus, interface: .bus, "RequestName", name.rawValue, flags.rawValue)
        guard let reply = NameReply(rawValue: answer) else {
            throw ConnectionError(.malformedReply, "RequestName answered \(answer)")
        }
        return reply
    }

    /// Gives a name back. Returns whether this connection owned it.
    @discardableResult
    public func releaseName(_ name: BusName) async throws -> Bool {
        let answer: UInt32 = try await call(.bus, path: .bus, interface: .bus, "ReleaseName", name.rawValue)
        return answer == 1
    }

    /// The unique name of the owner of a name, or nil if nobody owns it.
    public func owner(of name: BusName) async throws -> BusName? {
        do {
            let owner: String = try await call(.bus, path: .bus, interface: .bus, "GetNameOwner", name.rawValue)
            return BusName(rawValue: owner)
        } catch let error as RemoteError where error.name == .nameHasNoOwner {
            return nil
        }
    }
}
