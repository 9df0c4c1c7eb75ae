// The code of the article "Types", block by block.
import DBus
import DBusTesting
import Foundation
import Testing

struct Track: DBusStruct {
    var title: String
    var length: Int64
    static let layout = StructLayout(Track.init, \.title, \.length)
}

struct Search: DBusDictionary {
    var artist: String?  // left out while it is nil
    var limit: UInt32 = 10  // always sent; what an absent key means
    static let keys = [DBusKey("Artist", \Search.artist), DBusKey("Limit", \Search.limit)]
}

struct Metadata: DBusDictionary {
    var title: String?
    var length: Int64?  // some players send a `t`, some an `i`
    static let keys = [DBusKey("xesam:title", \Metadata.title), DBusKey("mpris:length", \Metadata.length).lenient]
}

enum Repeat: String, DBusType {
    case off, one, all
}

struct Abilities: OptionSet, DBusType {
    let rawValue: UInt32
    static let seek = Abilities(rawValue: 1)
    static let record = Abilities(rawValue: 2)
}

enum Speed: UInt32, DBusType {
    case slow = 1
    case fast = 2

    init(from reader: inout MessageReader) throws(UnmarshallingError) {
        self = Speed(rawValue: try UInt32(from: &reader)) ?? .slow  // newer services may have more
    }
}

actor Library {
    private let connection: Connection
    nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

    init(_ connection: Connection) { self.connection = connection }

    static let interface = Interface<Library>("org.example.Library") {
        // a{sv} → a(sx)
        Method("Find", in: ["search"], out: ["tracks"]) { (_: isolated Library, search: Search) in
            let all = [Track(title: "Kyrie", length: 90), Track(title: "Gloria", length: 120)]
            return search.artist == "nobody" ? [] : Array(all.prefix(Int(search.limit)))
        }
        // (sx) → xs: two results
        Method("Describe") { (_: isolated Library, track: Track) in (track.length, track.title) }
        // h → t
        Method("Size") { (_: isolated Library, file: UnixFileDescriptor) in
            let handle = FileHandle(fileDescriptor: file.rawValue)  // the descriptor is closed with `file`
            return try handle.seekToEnd()
        }
        Property("Repeat", .constant) { (_: isolated Library) in Repeat.all }
    }
}

@Suite struct TypesTests {
    func find(on bus: Connection) async throws -> [Track] {
        let library = Proxy(bus, "org.example.Library", "/library", "org.example.Library")
        return try await library.call("Find", Search(artist: "Josquin", limit: 1))
    }

    func size(of path: String, on bus: Connection) async throws -> UInt64 {
        let library = Proxy(bus, "org.example.Library", "/library", "org.example.Library")
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        guard let handle = UnixFileDescriptor(duplicating: file.fileDescriptor) else { return 0 }
        return try await library.call("Size", handle)
    }

    func values() -> [DBusValue] {
        let title: DBusValue = "Kyrie"  // literals are strings, booleans and doubles
        let length: DBusValue = .int64(90)  // whole numbers name their type
        let tags: DBusValue = .strings([])  // an empty array has a type, too: as
        let genres: DBusValue = .array([], of: "(su)")
        let metadata: DBusValue = .properties(["xesam:title": title, "mpris:length": length])  // a{sv}
        let track: DBusValue = .structure([title, length])  // (sx)
        let boxed: DBusValue = .variant(track)  // a variant in a variant
        return [title, length, tags, genres, metadata, track, boxed]
    }

    func read(_ values: [String: DBusValue]) throws -> String {
        if case .string(let title)? = values["xesam:title"] { return title }
        guard let track = values["track"] else { return "" }
        return try Track(variant: track).title
    }

    @Test func mappedTypesGoOverTheBus() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        try await service.export(Library.interface, of: Library(service), at: "/library")
        try await service.requestName("org.example.Library", .doNotQueue)
        #expect(try await find(on: client).map(\.title) == ["Kyrie"])
        let library = Proxy(client, "org.example.Library", "/library", "org.example.Library")
        let (length, title): (Int64, String) = try await library.call("Describe", Track(title: "Sanctus", length: 60))
        #expect((length, title) == (60, "Sanctus"))
        #expect(try await library.get("Repeat", as: Repeat.self) == .all)
        let source = URL(filePath: #filePath)
        #expect(try await size(of: source.path, on: client) == UInt64(Data(contentsOf: source).count))
    }

    @Test func valuesHaveTheTypesThatAreTold() throws {
        #expect(values().map(\.signature.rawValue) == ["s", "x", "as", "a(su)", "a{sv}", "(sx)", "v"])
        #expect(Search.signature == "a{sv}" && Track.signature == "(sx)" && Repeat.signature == "s")
        #expect(try read(["xesam:title": "Credo"]) == "Credo")
        #expect(try read(["track": values()[5]]) == "Kyrie")
        #expect(throws: UnmarshallingError.self) { try read(["track": "Credo"]) }
        #expect(try Metadata(variant: .properties(["mpris:length": .uint64(5)])).length == 5)
        #expect(try Abilities(variant: .uint32(3)) == [.seek, .record])
        #expect(try Speed(variant: .uint32(9)) == .slow)
        #expect(throws: UnmarshallingError.self) { try Repeat(variant: "sometimes") }
    }
}
