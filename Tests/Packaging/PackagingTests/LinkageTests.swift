import DBusTesting
import Foundation
import Testing

/// The daemon, the widgets and their apps stay small: neither links Foundation.
@Suite struct LinkageTests {
    @Test(arguments: [
        "todayd", "today-scripts", "today-bridge", "used-space-widget", "shared-list", "shared-list-widget",
        "simple-timer",
        "simple-timer-widget", "today-widgets",
    ])
    func aProgramDoesNotLinkFoundation(_ name: String) throws {
        let libraries = try Self.output(of: "ldd", name)
        #expect(libraries.contains("libdbus-1"))
        #expect(!libraries.contains("Foundation"), "\(libraries)")
    }

    /// A release links a static library as a whole or not at all, so a `replacing` would add the parser of regular
    /// expressions.
    @Test func theDaemonDoesNotUseRegularExpressions() throws {
        let symbols = try Self.output(of: "nm", "todayd", "--dynamic", "--undefined-only")
        #expect(symbols.contains("swift_retain"))
        let used = symbols.split(separator: "\n").filter { $0.contains("17_StringProcessing") }
        #expect(used.isEmpty)
    }

    /// A release build compiles the modules that tests share, without the tests and without Testing.
    @Test func aBuildWithoutTestsNeedsNoTesting() throws {
        let support = Repository.root.appending(path: "Tests/Support").path
        let files = try FileManager.default.subpathsOfDirectory(atPath: support).filter {
            $0.hasSuffix(".swift") && !$0.hasPrefix("Programs/TeaTime/Tests/")
        }
        #expect(files.count > 10)
        for file in files {
            let text = try String(contentsOfFile: support + "/" + file, encoding: .utf8)
            #expect(!text.contains("import Testing\n") || text.contains("#if canImport(Testing)\n"), "\(file)")
        }
    }

    /// Returns a tool's output about a program.
    private static func output(of tool: String, _ name: String, _ options: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [tool] + options + [try Programs.path(name)]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return output
    }
}
