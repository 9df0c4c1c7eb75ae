import Foundation
import Testing

/// The daemon, the widgets and their apps stay small: neither links Foundation.
@Suite struct LinkageTests {
    @Test(arguments: [
        "todayd", "today-scripts", "used-space-widget", "shared-list", "shared-list-widget", "simple-timer",
        "simple-timer-widget",
    ])
    func aProgramDoesNotLinkFoundation(_ name: String) throws {
        // Programs are built into the folder of the tests.
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = URL(filePath: tests).deletingLastPathComponent().appending(path: name)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/ldd")
        process.arguments = [program.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(output.contains("libdbus-1"))
        #expect(!output.contains("Foundation"), "\(output)")
    }
}
