import DBusTesting
import Glibc
import TodayPlatform
import Testing

/// A language that has a module in `data`.
enum Language {
    case python, javaScript

    static let hasJavaScript = Environment.locate("gjs") != nil
    static let noJavaScript: Comment = "gjs is not installed (Debian package: gjs)"

    /// The module, from `data`.
    var module: String {
        switch self {
        case .python: "python/todaycenter.py"
        case .javaScript: "javascript/todaycenter.js"
        }
    }

    var ending: String {
        switch self {
        case .python: "py"
        case .javaScript: "js"
        }
    }

    /// How a program is started.
    func command(_ path: String) -> [String] {
        switch self {
        case .python: ["/usr/bin/python3", path]
        case .javaScript: ["gjs", "-m", path]
        }
    }

    /// Puts a program into a folder of its own on a bus, with the module beside it. Returns its path.
    func install(_ name: String, _ text: String, on bus: PrivateBus) throws -> String {
        let folder = bus.folder + "/programs"
        mkdir(folder, 0o700)
        try write(Checkout.text(module), to: folder + "/todaycenter." + ending)
        let path = "\(folder)/\(name)"
        try write(text, to: path)
        chmod(path, 0o700)
        return path
    }

    /// The same for a program of these tests.
    func install(_ name: String, on bus: PrivateBus) throws -> String {
        let folder = Checkout.root + "/Tests/Apps/ExamplesTests/Languages/Programs"
        return try install("\(name).\(ending)", read("\(folder)/\(name).\(ending)"), on: bus)
    }
}

/// A pipe with a name, by which a test types to a program.
struct InputPipe {
    let path: String
    private let descriptor: CInt

    init(on bus: PrivateBus) throws {
        path = bus.folder + "/input"
        try #require(mkfifo(path, 0o600) == 0)
        // Opened for both, it does not wait for the reader.
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0)
    }

    func type(_ line: String) throws { try #require(writeAll(line + "\n", to: descriptor) == 0) }

    /// A command line that reads what is typed.
    func read(by command: [String]) -> [String] { ["sh", "-c", "exec \"$@\" <'\(path)'", "sh"] + command }
}

extension ToolRun {
    /// Waits until all of these have been printed.
    func prints(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
        do { try await output { printed in texts.allSatisfy { printed.contains($0) } } } catch {
            Issue.record("\(texts) is not in this:\n\(text)", sourceLocation: sourceLocation)
            throw error
        }
    }
}
