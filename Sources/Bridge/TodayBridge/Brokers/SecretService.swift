internal import DBus
internal import NotificationCenter
internal import TodayModel

/// The keyring of the session: the Secret Service, `org.freedesktop.secrets`.
enum SecretService {
    private static let name: BusName = "org.freedesktop.secrets"
    private static let path: ObjectPath = "/org/freedesktop/secrets"
    private static let service: InterfaceName = "org.freedesktop.Secret.Service"
    private static let item: InterfaceName = "org.freedesktop.Secret.Item"
    private static let session: InterfaceName = "org.freedesktop.Secret.Session"
    /// The time for each call; the service may have to start.
    private static let timeout = Duration.seconds(25)

    /// Returns the password with the attributes `service=today-center` and `broker=NAME`.
    @WidgetActor
    static func password(ofBroker broker: String) async throws(PasswordFailure) -> String {
        do {
            let connection = try await CenterLink.shared.connection()
            let attributes = ["service": "today-center", "broker": broker]
            let (unlocked, locked): ([ObjectPath], [ObjectPath]) = try await connection.call(
                name, path: path, interface: service, "SearchItems", timeout: timeout, attributes)
            guard let found = unlocked.first else {
                throw PasswordFailure(
                    locked.isEmpty
                        ? tr(
                            "The keyring has no password for the broker. Store one with secret-tool, or set PasswordFile"
                        )
                        : tr("The keyring with the password of the broker is locked"))
            }
            // The bus is local, so the secret isn't encrypted on its way.
            let (_, opened): (DBusValue, ObjectPath) = try await connection.call(
                name, path: path, interface: service, "OpenSession", timeout: timeout, "plain",
                DBusValue.variant(.string("")))
            let secret: Secret = try await connection.call(
                name, path: found, interface: item, "GetSecret", timeout: timeout, opened)
            try? await connection.call(name, path: opened, interface: session, "Close", timeout: timeout)
            guard let password = String(validating: secret.value, as: UTF8.self), !password.isEmpty else {
                throw PasswordFailure(
                    tr("The keyring has no password for the broker. Store one with secret-tool, or set PasswordFile"))
            }
            return password
        } catch let failure as PasswordFailure {
            throw failure
        } catch let error as RemoteError where error.isServiceUnavailable {
            throw PasswordFailure(tr("No keyring is running. Start one, or set PasswordFile"))
        } catch {
            throw PasswordFailure(tr("The keyring doesn’t answer: {reason}", ["reason": "\(error)"]))
        }
    }

    /// The struct `Secret`: the session, parameters, the value and its type.
    private struct Secret: DBusType {
        static let signature = Signature(unchecked: "(oayays)")
        let value: [UInt8]

        init(from reader: inout MessageReader) throws(UnmarshallingError) {
            value = try reader.readContainer(.structure) { (inner) throws(UnmarshallingError) in
                _ = try ObjectPath(from: &inner)
                _ = try [UInt8](from: &inner)
                let value = try [UInt8](from: &inner)
                _ = try String(from: &inner)
                return value
            }
        }

        func write(to writer: inout MessageWriter) throws(MarshallingError) {
            throw MarshallingError("a secret is only read")
        }
    }
}
