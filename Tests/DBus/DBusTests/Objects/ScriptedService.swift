import DBus
import DBusTesting

/// A service that answers what its test has it answer, and says what it likes before it does.
actor ScriptedService {
    typealias Objects = [ObjectPath: [String: [String: DBusValue]]]

    nonisolated let connection: Connection
    nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
    /// The objects of the service.
    var objects: Objects
    /// The signals before the next answer.
    private var before: (@Sendable (isolated Connection) throws -> Void)?
    private(set) var asked: [String] = []
    /// The errors that answer the next calls.
    private var refusals: [RemoteError] = []

    static let name: BusName = "org.example.Scripted"

    init(_ connection: Connection, _ objects: Objects) {
        self.connection = connection
        self.objects = objects
    }

    /// Exports one, and has it answer on a bus by ``name``.
    static func start(_ bus: PrivateBus, _ objects: Objects) async throws -> ScriptedService {
        let connection = try await bus.connect()
        let service = ScriptedService(connection, objects)
        try await connection.export(manager, of: service, at: "/")
        for path in objects.keys where path != "/" { try await connection.export(properties, of: service, at: path) }
        try await connection.requestName(name, .doNotQueue)
        return service
    }

    func set(_ objects: Objects) { self.objects = objects }

    func sayBeforeTheNextAnswer(_ before: @escaping @Sendable (isolated Connection) throws -> Void) {
        self.before = before
    }

    func refuse(_ errors: ErrorName...) { refusals = errors.map { RemoteError($0, "not now") } }

    /// Answers with an error, however often it is asked again.
    func refuseAlways(_ error: ErrorName) {
        refusals = Array(repeating: RemoteError(error, "not now"), count: 1000)
    }

    private func note(_ question: String) throws {
        asked.append(question)
        if !refusals.isEmpty { throw refusals.removeFirst() }
        guard let before = before.take() else { return }
        try connection.assumeIsolated { try before($0) }
    }

    private static let manager = Interface<ScriptedService>(.objectManager) {
        Method("GetManagedObjects", out: ["objects"]) { (it: isolated ScriptedService) throws -> Objects in
            try it.note("GetManagedObjects")
            return it.objects
        }
    }

    private static let properties = Interface<ScriptedService>(.properties) {
        Method("Get", in: ["interface", "name"], out: ["value"]) {
            (it: isolated ScriptedService, call: MethodCall, interface: String, name: String) throws -> DBusValue in
            try it.note("Get \(name)")
            guard let value = it.objects[call.path]?[interface]?[name] else {
                throw RemoteError(.unknownProperty, name)
            }
            return value
        }
        Method("GetAll", in: ["interface"], out: ["properties"]) {
            (it: isolated ScriptedService, call: MethodCall, interface: String) throws -> [String: DBusValue] in
            try it.note("GetAll")
            guard let values = it.objects[call.path]?[interface] else {
                throw RemoteError(.unknownInterface, interface)
            }
            return values
        }
    }
}

extension Connection {
    /// Emits a change of properties, as the object of a service would.
    func tellChanged(
        _ path: ObjectPath, _ interface: String, _ values: [String: DBusValue], invalidated: [String] = []
    ) throws {
        try emit(path, .properties, "PropertiesChanged", interface, values, invalidated)
    }

    func tellAdded(_ path: ObjectPath, _ interfaces: [String: [String: DBusValue]]) throws {
        try emit("/", .objectManager, "InterfacesAdded", path, interfaces)
    }

    func emitRemoved(_ path: ObjectPath, _ interfaces: [String]) throws {
        try emit("/", .objectManager, "InterfacesRemoved", path, interfaces)
    }
}
