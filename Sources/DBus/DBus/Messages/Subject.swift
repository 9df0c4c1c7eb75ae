/// A method, property or signal of an object, as errors and log events name what they are about.
public struct Subject: Hashable, Sendable, CustomStringConvertible {
    /// What it is.
    public enum Kind: Hashable, Sendable {
        /// A method.
        case method
        /// A property.
        case property
        /// A signal.
        case signal
    }

    /// What it is.
    public let kind: Kind
    /// Whose object it is, as the caller named it; nil for an object of this program, and with a peer.
    public let destination: BusName?
    /// The object; nil where that is not known.
    public let path: ObjectPath?
    /// The interface; nil when a caller named none.
    public let interface: InterfaceName?
    /// The name of the method, property or signal.
    public let member: MemberName

    init(
        _ kind: Kind, _ interface: InterfaceName?, _ member: MemberName, at path: ObjectPath?,
        of destination: BusName? = nil
    ) {
        self.kind = kind
        self.destination = destination
        self.path = path
        self.interface = interface?.rawValue.isEmpty == true ? nil : interface
        self.member = member
    }

    /// Such as `org.example.Counter.Add of /counter at org.example.Counter`.
    public var description: String {
        let kind =
            switch kind {
            case .method: ""
            case .property: "the property "
            case .signal: "the signal "
            }
        let name = interface.map { "\($0).\(member)" } ?? member.rawValue
        return kind + name + (path.map { " of \($0)" } ?? "") + (destination.map { " at \($0)" } ?? "")
    }

    /// The same error, with what it is about.
    func naming(_ error: any Error) -> any Error {
        switch error {
        case var error as ConnectionError:
            error.subject = self
            return error
        case var error as RemoteError:
            error.subject = self
            return error
        case let error as UnmarshallingError: return error.at("\(self)")
        case let error as MarshallingError: return error.at("\(self)")
        default: return error
        }
    }
}

extension MessageHeader {
    /// What is called, or which signal it is.
    var subject: Subject? {
        member.map { Subject(kind == .signal ? .signal : .method, interface, $0, at: path, of: destination) }
    }

    /// The same error, with what was called.
    func naming(_ error: any Error) -> any Error { subject?.naming(error) ?? error }

    /// What `body` gives, or its error with what was called.
    func naming<R>(_ body: () throws -> R) -> Result<R, any Error> { Result(catching: body).mapError(naming) }
}

extension MethodCall {
    /// What was called.
    var subject: Subject { Subject(.method, interface, member, at: path) }
}
