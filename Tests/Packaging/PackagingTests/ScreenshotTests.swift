import Foundation
import Testing

/// The pictures of the panel that people see first.
@Suite struct ScreenshotTests {
    @Test(arguments: ["light", "dark", "edit", "settings"])
    func thePictureIsASmallPNG(_ name: String) throws {
        let file = Repository.root.appending(path: "data/screenshots/\(name).png")
        let picture = try Data(contentsOf: file)
        #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        #expect(picture.count < 100_000)
        // The first chunk has width and height, which are big-endian.
        let sizes = [16, 20].map { start in picture[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        #expect((300...500).contains(sizes[0]) && (200...1200).contains(sizes[1]), "\(sizes)")
    }

    /// The page of all panels loads quickly, and its table is narrow enough for a screen.
    @Test func thumbnailsAreSmall() throws {
        let folder = Repository.root.appending(path: "data/screenshots/thumbnails")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(files.count >= 10)
        for file in files {
            let picture = try Data(contentsOf: file)
            #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]) && picture.count < 40_000, "\(file.path)")
            let width = picture[16..<20].reduce(0) { $0 << 8 | Int($1) }
            #expect(width <= 280, "\(file.path)")
        }
    }

    @Test func theAnimationIsShortAndSmall() throws {
        let file = Repository.root.appending(path: "data/screenshots/lamp.gif")
        let picture = [UInt8](try Data(contentsOf: file))
        #expect(picture.starts(with: Array("GIF89a".utf8)))
        #expect(picture.count < 1_500_000)
        // Each frame begins with its time, in hundredths of a second, little-endian.
        let times = picture.indices.dropLast(5).filter { picture[$0..<$0 + 3] == [0x21, 0xF9, 0x04] }.map { start in
            Int(picture[start + 4]) + Int(picture[start + 5]) << 8
        }
        #expect(times.count > 2 && times.reduce(0, +) <= 600, "\(times)")
    }
}
