import DBusTesting
import Glibc
import Testing

/// A page for authors in `data/docs`, and the code in it.
struct Guide {
    private let text: String

    init(_ name: String) throws { text = try Checkout.text("docs/\(name).md") }

    /// The blocks of a language, in their order.
    func blocks(_ language: String) -> [String] {
        text.split(separator: "\n```\(language)\n").dropFirst().compactMap { block in
            block.split(separator: "\n```").first.map { $0 + "\n" }
        }
    }

    /// The one block of a language.
    func block(_ language: String) throws -> String {
        let blocks = blocks(language)
        try #require(blocks.count == 1)
        return blocks[0]
    }

    /// The files that the page asks to save: their texts by name.
    var files: [(name: String, text: String)] {
        let saving = /Save this as\s+`([^`]*)`[^:]*:\n\n```\w+\n(.*?\n)```/.dotMatchesNewlines()
        return text.matches(of: saving).map { (String($0.1), String($0.2)) }
    }

    /// The commands of a block for the terminal, without their output.
    func commands(_ number: Int) -> [String] {
        blocks("console")[number].split(separator: "\n").filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
    }
}

extension PrivateBus {
    /// Puts a manifest of a guide where the user's are.
    func install(manifest: String, _ name: String) throws {
        let data = folder + "/data/todaycenter"
        for path in [data, data + "/widgets"] { mkdir(path, 0o700) }
        try write(manifest, to: "\(data)/widgets/\(name).widget")
    }
}
