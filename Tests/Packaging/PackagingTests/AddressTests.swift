import Foundation
import Testing

/// The address of the repository is in `data/packaging/address`; other files repeat it.
///
/// A fork changes that line, and runs these tests once with `UPDATE_DATA=1` to write it into the other files.
@Suite struct AddressTests {
    private static let address = try! text("data/packaging/address").trimmingCharacters(in: .newlines)

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    }

    /// The text before each address, by the file that has it.
    private static let places: [(path: String, marks: [String])] = [
        ("README.md", ["report bugs at\n  <"]),
        ("CONTRIBUTING.md", ["git clone "]),
        ("Sources/DBus/README.md", [".package(url: \""]),
        ("Sources/DBus/DBus/DBus.docc/YourFirstService.md", [".package(url: \""]),
        ("data/packaging/debian/control", ["Homepage: ", "Vcs-Browser: ", "Vcs-Git: "]),
        (
            "data/metainfo/org.todaycenter.Panel.metainfo.xml",
            ["<url type=\"homepage\">", "<url type=\"vcs-browser\">", "<image>"]
        ),
    ]

    /// The addresses of pictures begin with that of the repository.
    private static let picture = "/raw/main/data/screenshots/"

    /// Returns a text without the address at its beginning.
    private static func rest(_ text: String) -> Substring {
        let end = text.firstIndex { "\"<>\n".contains($0) } ?? text.endIndex
        return text[(text[..<end].range(of: picture)?.lowerBound ?? end)...]
    }

    @Test func itIsOneLine() throws {
        #expect(try Self.text("data/packaging/address") == Self.address + "\n")
        #expect(Self.address.hasPrefix("https://") && !Self.address.hasSuffix("/"))
    }

    @Test func otherFilesRepeatIt() throws {
        for (path, marks) in Self.places {
            var text = try Self.text(path)
            for mark in marks {
                let parts = text.components(separatedBy: mark)
                #expect(parts.count > 1, "\(path): \(mark)")
                text = ([parts[0]] + parts.dropFirst().map { Self.address + Self.rest($0) }).joined(separator: mark)
            }
            let file = Repository.root.appending(path: path)
            if ProcessInfo.processInfo.environment["UPDATE_DATA"] != nil {
                try text.write(to: file, atomically: true, encoding: .utf8)
            }
            #expect(try Self.text(path) == text, "\(path)")
        }
    }

    /// No file has an address of this project that these tests don't know.
    @Test func noOtherFileHasOne() throws {
        let known = Set(Self.places.map(\.path))
        let host = try #require(URL(string: Self.address)?.host())
        let files = FileManager.default.enumerator(atPath: Repository.root.path)
        var count = 0
        while let path = files?.nextObject() as? String {
            let file = URL(filePath: path)
            if [".build", ".git", "Tests"].contains(file.lastPathComponent) { files?.skipDescendants() }
            guard ["md", "swift", "xml", "7", "1", "5", ""].contains(file.pathExtension),
                let text = try? Self.text(path)
            else { continue }
            count += 1
            let addresses = text.matches(of: /(https?|git):\/\/[^\s"<>)]*today-center/).map { String($0.output.0) }
            if known.contains(path) || path == "data/packaging/address" {
                #expect(addresses.allSatisfy { $0 == Self.address }, "\(path): \(addresses)")
            } else {
                #expect(addresses.isEmpty && !text.contains("://" + host), "\(path): \(addresses)")
            }
        }
        #expect(count > 500)
    }

    /// Every picture that a software center loads exists.
    @Test func thePicturesExist() throws {
        let text = try Self.text("data/metainfo/org.todaycenter.Panel.metainfo.xml")
        let names = text.matches(of: /<image>([^<]*)<\/image>/).map { String($0.output.1) }
        #expect(names.count == 3)
        for name in names {
            let file = try #require(name.components(separatedBy: Self.picture).dropFirst().first, "\(name)")
            let path = Repository.root.appending(path: "data/screenshots/" + file).path
            #expect(FileManager.default.fileExists(atPath: path), "\(name)")
        }
    }
}
