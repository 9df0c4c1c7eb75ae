#if Widgets
    import DBus
    import DBusTesting
    import Foundation
    import Testing
    import TodayModel
    import TodayPlatform

    @testable import TodayWidgets

    /// Covers, scaled by the real helper.
    @Suite struct CoverTests {
        /// Makes a picture with ImageMagick. Returns its path.
        private static func picture(_ name: String, _ size: String, on bus: PrivateBus) async throws -> String {
            let path = "\(bus.folder)/\(name)"
            let run = try await bus.run("convert", "-size", size, "plasma:red-blue", path)
            #expect(run.exit == .status(0), "\(run)")
            return path
        }

        private static func scaled(_ path: String) async throws -> [UInt8]? {
            let file = try Data(contentsOf: URL(filePath: path))
            return await Cover.scaled(Array(file), by: try Programs.path("today-widgets"))
        }

        /// The sides of a PNG. PNG specification, "IHDR Image header".
        private static func sides(_ file: [UInt8]) -> [UInt32] {
            [16..<20, 20..<24].map { file[$0].reduce(0) { $0 << 8 | UInt32($1) } }
        }

        @Test(
            arguments: [
                ("a.jpg", "600x600", [160, 160]), ("b.jpg", "300x900", [53, 160]), ("c.png", "400x200", [160, 80]),
                ("d.png", "40x30", [40, 30]), ("e.jpg", "3000x3000", [160, 160]),
            ] as [(String, String, [UInt32])])
        func aPictureBecomesASmallPNG(_ name: String, _ size: String, _ sides: [UInt32]) async throws {
            let bus = try await PrivateBus.start()
            let picture = try #require(try await Self.scaled(try await Self.picture(name, size, on: bus)))
            #expect(Self.sides(picture) == sides)
            #expect(picture.count <= CoverScaling.mostBytes)
        }

        @Test func whatIsNoPictureIsNoCover() async throws {
            let bus = try await PrivateBus.start()
            let jpeg = [UInt8](try Data(contentsOf: URL(filePath: try await Self.picture("a.jpg", "600x600", on: bus))))
            let png = [UInt8](try Data(contentsOf: URL(filePath: try await Self.picture("a.png", "60x60", on: bus))))
            let program = try Programs.path("today-widgets")
            var huge = png
            huge.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
            for file in [[], [0xFF, 0xD8, 0xFF], Array("<svg/>".utf8), Array(jpeg[..<20]), Array(png[..<40]), huge] {
                #expect(await Cover.scaled(file, by: program) == nil, "\(file.count) bytes")
            }
            #expect(await Cover.scaled([UInt8](repeating: 0, count: CoverExchange.mostBytes + 1), by: program) == nil)
        }

        /// The program trusts the authorities in the file of `SSL_CERT_FILE`.
        @Test func aCoverComesFromAnEncryptedServer() async throws {
            let server = try await WebServer.start(isEncrypted: true)
            let desk = try await WidgetsDesk.start(with: ["SSL_CERT_FILE": server.authority])
            let picture = try await Self.picture("cover.jpg", "300x300", on: desk.bus)
            try FileManager.default.copyItem(atPath: picture, toPath: server.folder + "/forecast.json")
            let player = await FakePlayer(title: "Rain", cover: server.address + "/cover")
            try await player.start(on: try await desk.bus.connect())
            try await desk.view()
            try await desk.widget("now-playing") { $0.content.first("image")?["data"] != nil }
            try await desk.end()
            try await server.end()
        }

        /// The file may be missing, too large, or not a regular file. The track is shown anyway.
        @Test func aCoverIsShownOnceItIsLoaded() async throws {
            let desk = try await WidgetsDesk.start()
            let path = try await Self.picture("cover art.jpg", "600x600", on: desk.bus)
            let player = await FakePlayer(title: "Rain", cover: "file://" + path.replacing(" ", with: "%20"))
            let connection = try await desk.bus.connect()
            try await player.start(on: connection)
            try await desk.view()
            let widget = try await desk.widget("now-playing") { $0.content.first("image") != nil }
            guard case .bytes(let data)? = widget.content.first("image")?["data"] else {
                Issue.record("\(widget.content)")
                return
            }
            #expect(Self.sides(data) == [160, 160])
            await connection.close()
            try await desk.widget("now-playing") { !$0.hasContent }
            try await FakePlayer(title: "Snow", cover: "file:///dev/zero").start(on: try await desk.bus.connect())
            let other = try await desk.widget("now-playing") { $0.hasContent }
            #expect(other.content.first("text")?["text"] == "Snow" && other.content.first("image") == nil)
            try await desk.end()
        }
    }
#endif
