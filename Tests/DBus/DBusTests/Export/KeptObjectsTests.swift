import DBus
import DBusTesting
import Testing

/// Replies to `GetManagedObjects` that are kept until something changes.
@Suite struct KeptObjectsTests {
    /// Objects that count how often they are read.
    private actor Shelf {
        let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        private var titles: [ObjectPath: String] = [:]
        private var reads: [ObjectPath: Int] = [:]

        init(_ loop: EventLoop) { self.loop = loop }

        static let name: InterfaceName = "org.example.Book"
        static let interface = Interface<Shelf>(name) {
            Property("Title") { (shelf: isolated Shelf, path: ObjectPath) in
                shelf.reads[path, default: 0] += 1
                return shelf.titles[path] ?? "untitled"
            }
        }
        static let secret = Interface<Shelf>("org.example.Secret") {
            Property("Page", .silent) { (shelf: isolated Shelf, path: ObjectPath) -> UInt32 in
                shelf.reads[path, default: 0] += 1
                return UInt32(shelf.reads[path] ?? 0)
            }
        }

        func setTitle(_ title: String, _ path: ObjectPath) { titles[path] = title }

        /// How often each was read since this was asked before.
        func takeReads() -> [ObjectPath: Int] {
            defer { reads = [:] }
            return reads
        }
    }

    private struct Setup {
        let bus: PrivateBus
        let service: Connection
        let client: Connection
        let shelf: Shelf

        init(keepsReplies: Bool = true) async throws {
            bus = try await PrivateBus.start()
            (service, client) = try await bus.connectPair()
            shelf = Shelf(service.loop)
            await service.exportObjectManager(at: "/books", keepsReplies: keepsReplies)
            for path in ["/books/a", "/books/b", "/books/c"] as [ObjectPath] {
                try await service.export(Shelf.interface, of: shelf, at: path)
            }
            _ = await shelf.takeReads()
        }

        func titles() async throws -> [ObjectPath: DBusValue?] {
            let objects: [ObjectPath: [String: [String: DBusValue]]] = try await client.call(
                service.uniqueName, path: "/books", interface: .objectManager, "GetManagedObjects")
            return objects.mapValues { $0[Shelf.name.rawValue]?["Title"] }
        }
    }

    @Test func whatHasNotChangedIsNotReadAgain() async throws {
        let setup = try await Setup()
        let all: [ObjectPath: DBusValue?] = ["/books/a": "untitled", "/books/b": "untitled", "/books/c": "untitled"]
        #expect(try await setup.titles() == all)
        #expect(await setup.shelf.takeReads() == ["/books/a": 1, "/books/b": 1, "/books/c": 1])
        for _ in 0..<3 { #expect(try await setup.titles() == all) }
        #expect(await setup.shelf.takeReads() == [:])
    }

    @Test(arguments: 0..<3) func aChangeThatIsToldIsSeen(_ way: Int) async throws {
        let setup = try await Setup()
        _ = try await setup.titles()
        _ = await setup.shelf.takeReads()
        await setup.shelf.setTitle("new", "/books/b")
        switch way {
        case 0: await setup.service.emitPropertiesChanged("/books/b", Shelf.name, ["Title"])
        case 1: setup.service.propertiesDidChange("/books/b", Shelf.name, ["Title"])
        default: await setup.service.propertiesDidChangeQuietly("/books/b")
        }
        #expect(try await setup.titles() == ["/books/a": "untitled", "/books/b": "new", "/books/c": "untitled"])
        let reads = await setup.shelf.takeReads()
        #expect(Set(reads.keys) == ["/books/b"])
        #expect(try await setup.titles()["/books/b"] == "new")
    }

    @Test func objectsComeAndGo() async throws {
        let setup = try await Setup()
        _ = try await setup.titles()
        await setup.service.unexport("/books/a")
        try await setup.service.export(Shelf.interface, of: setup.shelf, at: "/books/d/e")
        #expect(try await Set(setup.titles().keys) == ["/books/b", "/books/c", "/books/d/e"])
        // The same place, another object.
        await setup.service.unexport("/books/b")
        await setup.shelf.setTitle("other", "/books/b")
        try await setup.service.export(Shelf.interface, of: setup.shelf, at: "/books/b")
        #expect(try await setup.titles()["/books/b"] == "other")
    }

    /// No signal reports that a silent property has changed.
    @Test func silentPropertiesAreReadEachTime() async throws {
        let setup = try await Setup()
        try await setup.service.export(Shelf.secret, of: setup.shelf, at: "/books/a")
        _ = await setup.shelf.takeReads()
        for _ in 0..<3 {
            _ = try await setup.titles()
            #expect(await setup.shelf.takeReads()["/books/a"] == 2)
        }
    }

    @Test func nothingIsKeptUnlessThatIsWanted() async throws {
        let setup = try await Setup(keepsReplies: false)
        for _ in 0..<2 {
            _ = try await setup.titles()
            #expect(await setup.shelf.takeReads() == ["/books/a": 1, "/books/b": 1, "/books/c": 1])
        }
    }
}
