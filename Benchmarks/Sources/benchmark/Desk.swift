import Foundation

/// A separate desktop for one program: home folder, screen and bus, managed by the program `desk`. All programs on it
/// end with this program, in whatever way it ends.
final class Desk {
    /// The home of all its programs. Files that must exist before the bus starts can be written to it before
    /// ``open()``.
    let folder: URL
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var rest: Data

    /// A little wider than the panel, so that its edges are visible.
    private static let size = ["400", "900"]

    /// - Parameter renderer: The renderer of GTK, as the variable `GSK_RENDERER` names it.
    init(renderer: String) throws {
        process.executableURL = try Tool.built("desk")
        process.arguments = [renderer]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        rest = Data()
        guard let line = Self.line(output, &rest) else { throw Trouble(text: "desk ended at once") }
        folder = URL(fileURLWithPath: line)
    }

    /// Starts the screen and the bus.
    ///
    /// - Parameter services: The commands with which the bus starts a name.
    func open(services: [String: String] = [:]) throws {
        let servicesFolder = folder.appendingPathComponent("services")
        try FileManager.default.createDirectory(at: servicesFolder, withIntermediateDirectories: true)
        for (name, program) in services {
            try write("[D-BUS Service]\nName=\(name)\nExec=\(program)\n", to: "services/\(name).service")
        }
        try write(
            """
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(folder.path)/bus</listen>
              <servicedir>\(servicesFolder.path)</servicedir>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
              </policy>
            </busconfig>

            """, to: "bus.conf")
        try ask(["open"] + Self.size)
    }

    func write(_ text: String, to path: String) throws {
        try text.write(to: folder.appendingPathComponent(path), atomically: false, encoding: .utf8)
    }

    /// Sends the desk a command, which `desk` documents, and returns the numbers in its answer.
    @discardableResult
    func ask(_ words: String...) throws -> [Double] { try ask(words) }

    @discardableResult
    func ask(_ words: [String]) throws -> [Double] {
        try input.fileHandleForWriting.write(contentsOf: Data((words.joined(separator: "\t") + "\n").utf8))
        let what = words.prefix(4).joined(separator: " ").prefix(100)
        guard let line = Self.line(output, &rest) else { throw Trouble(text: "desk ended: \(what)") }
        let answer = line.split(separator: "\t")
        guard answer.first == "ok" else { throw Trouble(text: "\(what): \(answer.dropFirst().joined(separator: " "))") }
        return answer.dropFirst().compactMap { Double($0) }
    }

    /// Returns the CPU load of a process over a number of seconds, in percent of one core, while an action runs each
    /// second.
    func load(of process: String, seconds: Int, eachSecond body: () throws -> Void) throws -> Double {
        let before = try ask("cpu", process)[0]
        let start = DispatchTime.now().uptimeNanoseconds
        for second in 0..<seconds {
            try body()
            let end = start + UInt64(second + 1) * 1_000_000_000
            let now = DispatchTime.now().uptimeNanoseconds
            if now < end { usleep(UInt32((end - now) / 1000)) }
        }
        let passed = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        return (try ask("cpu", process)[0] - before) / passed * 100
    }

    /// Ends all its programs, and removes its folder.
    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    private static func line(_ output: Pipe, _ rest: inout Data) -> String? {
        while !rest.contains(UInt8(ascii: "\n")) {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            rest += more
        }
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        defer { rest = Data(rest.dropFirst(line.count + 1)) }
        return String(decoding: line, as: UTF8.self)
    }
}
