// The code of the article "Several interfaces, signals without arguments", block by block.
import DBus
import DBusTesting
import Glibc
import Testing

actor Door {
    private let bus: Connection
    private let path: ObjectPath
    nonisolated var unownedExecutor: UnownedSerialExecutor { bus.unownedExecutor }

    private var isOpen = false
    private var code: String?

    init(_ bus: Connection, at path: ObjectPath) {
        self.bus = bus
        self.path = path
    }
}

extension Door {
    static let opened = SignalDescription("org.example.Door", "Opened")

    static let door = Interface<Door>("org.example.Door") {
        Method("Open") { (door: isolated Door) in try door.open() }
        Property("IsOpen") { (door: isolated Door) in door.isOpen }
        opened
    }

    static let lock = Interface<Door>("org.example.Lock") {
        Property("Code", .silent) { (door: isolated Door, _: ObjectPath) in
            door.code == nil ? "" : "****"
        } set: { (door: isolated Door, call: MethodCall, code: String) async throws in
            try await door.setCode(code, for: call)
        }
    }
}

extension Door {
    func open() throws {
        guard code == nil else { throw RemoteError(.accessDenied, "the door is locked") }
        isOpen = true
        bus.propertiesDidChange(path, "org.example.Door", ["IsOpen"])
        try bus.emit(Door.opened, at: path)
    }

    func setCode(_ code: String, for call: MethodCall) async throws {
        guard try await call.credentials().userID == getuid() else {
            throw RemoteError(.accessDenied, "it is another's door")
        }
        self.code = code.isEmpty ? nil : code
    }
}

func build(on bus: Connection) async throws -> Door {
    let door = Door(bus, at: "/house/door")
    await bus.exportObjectManager(at: "/house")
    try await bus.export(Door.door, Door.lock, of: door, at: "/house/door")
    return door
}

func removeLock(on bus: Connection) async {
    await bus.unexport("/house/door", "org.example.Lock")
}

func waitUntilOpen(on bus: Connection) async throws {
    let door = Proxy(bus, "org.example.House", "/house/door", "org.example.Door")
    for await _ in try await door.signals(Door.opened) { return }
}

@Suite struct SeveralInterfacesArticleTests {
    @Test func aDoorIsLockedAndOpened() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        _ = try await build(on: service)
        try await service.requestName("org.example.House")
        let recorder = try await SignalRecorder(client, MatchRule(sender: "org.example.House"))
        let door = Proxy(client, "org.example.House", "/house/door", "org.example.Door")
        let lock = Proxy(client, "org.example.House", "/house/door", "org.example.Lock")
        try await lock.set("Code", to: "1234")
        #expect(try await lock.get("Code") as String == "****")
        let locked = await #expect(throws: RemoteError.self) { try await door.call("Open") }
        #expect(locked?.message == "the door is locked")
        try await lock.set("Code", to: "")
        let signals = try await door.signals(Door.opened)
        try await door.call("Open")
        for await _ in signals { break }
        await removeLock(on: service)
        #expect(
            try await recorder.wait(for: 3).map(\.member) == ["PropertiesChanged", "Opened", "InterfacesRemoved"])
    }
}
