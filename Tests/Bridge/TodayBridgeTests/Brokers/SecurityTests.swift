#if Bridge
    import DBus
    import DBusTesting
    import Glibc
    import Testing
    import TodayModel

    /// TLS and passwords, with a real broker and a throw-away certificate authority.
    @Suite struct SecurityTests {
        private static let subscription = "[Subscription garden]\nBroker=home\nTopic=garden\n"

        private static func group(_ broker: MQTTBroker, _ more: String) -> String {
            "[Broker home]\nAddress=\(broker.address)\nUser=desk\n\(more)\n" + subscription
        }

        private static func secureBroker() async throws -> MQTTBroker {
            try await MQTTBroker.start(.init(isEncrypted: true, user: ("desk", "open sesame")))
        }

        @Test func aPasswordFileOpensAnEncryptedBroker() async throws {
            let broker = try await Self.secureBroker()
            let file = broker.folder + "/password"
            try MQTTBroker.write("open sesame\n", to: file, mode: 0o644)
            let configuration = Self.group(broker, "CAFile=\(broker.folder)/ca.pem\nPasswordFile=\(file)")
            let bench = try await BridgeBench.start(configuration)
            // Others could read it.
            try await bench.log(has: "Other users can read the password file \(file). Run ‘chmod 600’ on it")
            try await bench.widget("home.garden") { $0.errorKind == .unreachable }
            try MQTTBroker.write("wrong\n", to: file)
            let panel = try await bench.panel()
            try await bench.log(has: "The broker refused the user name or the password")
            try MQTTBroker.write("open sesame\n", to: file)
            try await broker.publish("dry", to: "garden", isRetained: true)
            try await bench.widget("home.garden") { $0.error.isEmpty && $0.content.texts == ["dry"] }
            #expect(!bench.log.utf8Contains("sesame"))
            _ = panel
        }

        @Test func aForeignCertificateIsRefused() async throws {
            let broker = try await Self.secureBroker()
            let other = try await Self.secureBroker()
            let file = broker.folder + "/password"
            try MQTTBroker.write("open sesame\n", to: file)
            let bench = try await BridgeBench.start(
                Self.group(broker, "CAFile=\(other.folder)/ca.pem\nPasswordFile=\(file)"))
            try await bench.log(has: "The certificate of the broker isn’t trusted, or it is for another name")
            // A name that the certificate doesn't have.
            let address = broker.address.replacing("localhost", with: "127.0.0.1")
            try bench.configure(
                "[Broker home]\nAddress=\(address)\nUser=desk\nCAFile=\(broker.folder)/ca.pem\nPasswordFile=\(file)\n"
                    + Self.subscription)
            try await bench.log(
                has: "127.0.0.1 can't be used: The certificate of the broker isn’t trusted, or it is for another name")
            // Without a file, the authorities of the system count.
            try bench.configure(
                Self.group(broker, "PasswordFile=\(file)").replacing("home]", with: "house]").replacing(
                    "=home", with: "=house"))
            try await bench.log(
                has: "[Broker house]: localhost can't be used: The certificate of the broker isn’t trusted")
            #expect(!broker.log.utf8Contains("New client connected"))
        }

        @Test func theKeyringOpensABroker() async throws {
            let broker = try await MQTTBroker.start(.init(user: ("desk", "open sesame")))
            let bench = try await BridgeBench.start(Self.group(broker, ""))
            try await bench.log(has: "No keyring is running. Start one, or set PasswordFile")
            let keyring = try await Keyring.start(on: bench.bus)
            let panel = try await bench.panel()
            try await bench.log(has: "The keyring has no password for the broker")
            await keyring.set(isLocked: true)
            try await bench.log(has: "The keyring with the password of the broker is locked")
            await keyring.set(isLocked: false)
            try await broker.publish("dry", to: "garden", isRetained: true)
            try await bench.widget("home.garden") { $0.error.isEmpty && $0.content.texts == ["dry"] }
            #expect(!bench.log.utf8Contains("sesame"))
            _ = panel
        }
    }

    /// A keyring with one password, as the Secret Service API describes it.
    actor Keyring {
        private static let item: ObjectPath = "/org/freedesktop/secrets/collection/login/1"
        private static let session: ObjectPath = "/org/freedesktop/secrets/session/1"
        private var isLocked: Bool?
        private let connection: Connection

        nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

        private init(_ connection: Connection) { self.connection = connection }

        static func start(on bus: PrivateBus) async throws -> Keyring {
            let connection = try await bus.connect()
            let keyring = Keyring(connection)
            let service = Interface<Keyring>("org.freedesktop.Secret.Service") {
                Method("SearchItems") {
                    (it: isolated Keyring, attributes: [String: String]) -> ([ObjectPath], [ObjectPath]) in
                    it.search(attributes)
                }
                Method("OpenSession") {
                    (it: isolated Keyring, algorithm: String, input: DBusValue) -> (DBusValue, ObjectPath) in
                    (.variant(.string("")), Keyring.session)
                }
            }
            let item = Interface<Keyring>("org.freedesktop.Secret.Item") {
                Method("GetSecret") { (it: isolated Keyring, session: ObjectPath) -> PlainSecret in PlainSecret() }
            }
            try await connection.export(service, of: keyring, at: "/org/freedesktop/secrets")
            try await connection.export(item, of: keyring, at: Self.item)
            _ = try await connection.requestName("org.freedesktop.secrets", .doNotQueue)
            return keyring
        }

        func set(isLocked: Bool) { self.isLocked = isLocked }

        private func search(_ attributes: [String: String]) -> ([ObjectPath], [ObjectPath]) {
            guard attributes == ["service": "today-center", "broker": "home"], let isLocked else { return ([], []) }
            return isLocked ? ([], [Self.item]) : ([Self.item], [])
        }
    }

    private struct PlainSecret: DBusType {
        static let signature = Signature(unchecked: "(oayays)")
        init() {}
        init(from reader: inout MessageReader) throws(UnmarshallingError) { self.init() }

        func write(to writer: inout MessageWriter) throws(MarshallingError) {
            try writer.writeContainer(.structure) { (inner) throws(MarshallingError) in
                try ObjectPath("/org/freedesktop/secrets/session/1").write(to: &inner)
                try [UInt8]().write(to: &inner)
                try Array("open sesame".utf8).write(to: &inner)
                try "text/plain".write(to: &inner)
            }
        }
    }
#endif
