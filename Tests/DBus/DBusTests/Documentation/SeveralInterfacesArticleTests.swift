// The code of the article "Using several interfaces and signals without arguments", block by block.
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

actor House {
    private let bus: Connection
    nonisolated var unownedExecutor: UnownedSerialExecutor { bus.unownedExecutor }

    private var doors: [ObjectPath: Door] = [:]

    init(_ bus: Connection) { self.bus = bus }

    func addDoor(_ name: String) throws -> ObjectPath {
        let path = ObjectPath("/house").appending(escaping: name)
        let door = Door(bus, at: path)
        try bus.assumeIsolated { try $0.export(Door.door, of: door, at: path) }
        doors[path] = door
        return path
    }

    func removeDoor(_ path: ObjectPath) throws {
        guard doors.removeValue(forKey: path) != nil else { throw RemoteError(.unknownObject, "no door is at \(path)") }
        bus.assumeIsolated { $0.unexport(path) }
    }

    static let interface = Interface<House>("org.example.House") {
        Method("AddDoor", in: ["name"], out: ["door"]) { (house: isolated House, name: String) in
            try house.addDoor(name)
        }
        Method("RemoveDoor", in: ["door"]) { (house: isolated House, door: ObjectPath) in
            try house.removeDoor(door)
        }
    }
}

@MainActor final class Villa {
    private let bus: Connection
    private var doors: [ObjectPath: Door] = [:]

    init(_ bus: Connection) { self.bus = bus }

    func addDoor(_ name: String) async throws -> ObjectPath {
        let path = ObjectPath("/villa").appending(escaping: name)
        let door = Door(bus, at: path)
        try await bus.export(Door.door, of: door, at: path)
        doors[path] = door
        return path
    }

    func removeDoor(_ path: ObjectPath) async {
        if doors.removeValue(forKey: path) != nil { await bus.unexport(path) }
    }

    static let interface = Interface<Villa>("org.example.Villa") {
        Method("AddDoor", in: ["name"], out: ["door"]) { (villa: Villa, name: String) in
            try await villa.addDoor(name)
        }
        Method("RemoveDoor", in: ["door"]) { (villa: Villa, door: ObjectPath) in await villa.removeDoor(door) }
    }
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

    @Test func doorsComeAndGo() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let recorder = try await SignalRecorder(client, MatchRule(sender: service.uniqueName))
        await service.exportObjectManager(at: "/")
        try await service.export(House.interface, of: House(service), at: "/house")
        try await service.export(Villa.interface, of: await Villa(service), at: "/villa")
        try await service.requestName("org.example.House")
        for (path, interface) in [("/house", "org.example.House"), ("/villa", "org.example.Villa")]
            as [(ObjectPath, InterfaceName)]
        {
            let owner = Proxy(client, "org.example.House", path, interface)
            let door: ObjectPath = try await owner.call("AddDoor", "back")
            #expect(door == path.appending(escaping: "back"))
            try await Proxy(client, "org.example.House", door, "org.example.Door").call("Open")
            try await owner.call("RemoveDoor", door)
        }
        let told = ["InterfacesAdded", "PropertiesChanged", "Opened", "InterfacesRemoved"] as [MemberName]
        // The first two signals are about the house and the villa.
        #expect(recorder.signals.map(\.member) == ["InterfacesAdded", "InterfacesAdded"] + told + told)
    }
}
