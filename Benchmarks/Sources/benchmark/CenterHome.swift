import Foundation

/// A home folder for the service, with widgets that any client may push to.
struct CenterHome {
    let folder: URL

    var manifests: URL { folder.appendingPathComponent("todaycenter/widgets") }

    /// The App Group that the load writes to.
    static let group = "benchmark"

    /// - Parameters:
    ///   - appGroup: The App Group of all widgets, if any.
    ///   - settings: The number of settings of each widget.
    init(widgets: Int, appGroup: String? = nil, settings: Int = 0) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "benchmark-\(getpid())-\(widgets)-\(settings)")
        try FileManager.default.createDirectory(at: manifests, withIntermediateDirectories: true)
        for index in 0..<widgets {
            let file = manifests.appendingPathComponent(String(format: "org.example.Widget%03d.widget", index))
            let text =
                "[Widget]\nName=Widget number \(index)\n" + (appGroup.map { "AppGroups=\($0);\n" } ?? "")
                + (0..<settings).map { "[Setting S\($0)]\nName=Setting \($0)\nDefault=Value\n" }.joined()
            try text.write(to: file, atomically: false, encoding: .utf8)
        }
    }

    /// The environment that makes it the home of programs on a bus.
    var environment: [String: String] {
        [
            "HOME": folder.path, "XDG_DATA_HOME": folder.path, "XDG_DATA_DIRS": folder.path + "/none",
            "XDG_STATE_HOME": folder.path, "XDG_CACHE_HOME": folder.path, "XDG_RUNTIME_DIR": folder.path,
            "LC_ALL": "C.UTF-8",
        ]
    }

    /// Adds a widget whose provider never acquires its name, so that callers of an update wait for a long time.
    func addSlowWidget() throws {
        let text = "[Widget]\nName=Slow\nExec=sleep 60\n"
        let file = manifests.appendingPathComponent("org.example.Slow.widget")
        try text.write(to: file, atomically: false, encoding: .utf8)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// Checks that a program exists and is a release build; otherwise prints the build command.
    static func check(
        _ program: String,
        build: String = "swift build -c release --static-swift-stdlib --product todayd -Xlinker --no-export-dynamic"
    ) throws {
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw Trouble(
                text: "there is no \(program); in the folder above: \(build)")
        }
        if try Data(contentsOf: URL(fileURLWithPath: program)).range(of: Data("libswiftCore.so".utf8)) != nil {
            print("\(program) is linked with shared Swift libraries: its start and memory are not those of a release")
        }
    }

    static func residentMegabytes(_ process: Process) throws -> Double { try megabytes("VmRSS", process) }

    /// Returns a field in the status of a process, such as `VmHWM`, its peak resident memory.
    static func megabytes(_ field: String, _ process: Process) throws -> Double {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(field + ":") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? .nan) / 1000
    }
}
