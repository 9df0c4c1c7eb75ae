/// A method, property or signal of an object: the subject of an error or a log event.
public struct Subject: Hashable, Sendable, CustomStringConvertible {
    /// The kind of a subject.
    public enum Kind: Hashable, Sendable {
        /// A method.
        case method
        /// A property.
        case property
        /// A signal.
        case signal
    }

    /// The kind of the subject.
    public let kind: Kind
    /// The bus name that the caller used for the object's program; nil for an object of this program, and for a peer.
    public let destination: BusName?
    /// The object; nil if it is unknown.
    public let path: ObjectPath?
    /// The interface; nil if the caller named none.
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

    /// A text such as `org.example.Counter.Add of /counter at org.example.Counter`.
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

    /// Returns the same error with its subject.
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
    /// The method or signal.
    var subject: Subject? {
        member.map { Subject(kind == .signal ? .signal : .method, interface, $0, at: path, of: destination) }
    }

    /// Returns the same error with the called method.
    func naming(_ error: any Error) -> any Error { subject?.naming(error) ?? error }

    /// Returns the result of `body`, or its error with the called method.
    func naming<R>(_ body: () throws -> R) -> Result<R, any Error> { Result(catching: body).mapError(naming) }
}

extension MethodCall {
    /// The called method.
    var subject: Subject { Subject(.method, interface, member, at: path) }
}
