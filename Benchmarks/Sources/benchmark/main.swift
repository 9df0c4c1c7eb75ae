// Runs the service and its rivals in turn, each on a bus of its own, and prints a table of medians and ratios.
import Foundation

/// One figure of one run.
struct Figures {
    var callsPerSecond: Double
    var cpuMicroseconds: Double
}

let folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--help") {
    print("USAGE: benchmark [path of todayd] [rounds]\nThe default is ../.build/release/todayd and 5 rounds.")
    exit(0)
}
let service = arguments.first ?? "../.build/release/todayd"
let rounds = arguments.dropFirst().first.flatMap { Int($0) } ?? 5
guard FileManager.default.isExecutableFile(atPath: service) else {
    FileHandle.standardError.write(Data("benchmark: there is no \(service); build it in release first\n".utf8))
    exit(1)
}

/// Runs a command on a fresh bus, with a service beside it, and returns what the command prints.
func run(_ service: String, _ command: String) throws -> String {
    let script = """
        "$0" & service=$!
        for i in $(seq 500); do
            dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.GetNameOwner \
                string:org.todaycenter.NotificationCenter1 >/dev/null 2>&1 && break
            sleep 0.01
        done
        $1; kill $service; wait $service 2>/dev/null
        """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["dbus-run-session", "--", "sh", "-c", script, service, command]
    process.standardError = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
}

func measure(_ service: String, calls: Int, inFlight: Int) throws -> Figures {
    let numbers = try run(service, "\(folder.path)/load \(calls) \(inFlight)").split(whereSeparator: \.isWhitespace)
        .compactMap { Double($0) }
    guard numbers.count == 2 else { throw CocoaError(.executableRuntimeMismatch) }
    return Figures(callsPerSecond: numbers[0], cpuMicroseconds: numbers[1])
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func row(_ name: String, _ ours: [Double], _ theirs: [Double], _ target: String) {
    let ratio = median(zip(ours, theirs).map { $0 / $1 })
    func pad(_ text: String, _ width: Int) -> String { text.padding(toLength: width, withPad: " ", startingAt: 0) }
    print(
        pad(name, 44), pad(String(format: "%.1f", median(ours)), 12), pad(String(format: "%.1f", median(theirs)), 12),
        pad(String(format: "%.2f", ratio), 8), target)
}

print("SetHasContent, medians of \(rounds) rounds: ours, bare libdbus C, ratio, target")
for (inFlight, calls) in [(1, 5000), (64, 40000)] {
    var ours: [Figures] = []
    var bare: [Figures] = []
    for _ in 0..<rounds {
        ours.append(try measure(service, calls: calls, inFlight: inFlight))
        bare.append(try measure("\(folder.path)/bare-center", calls: calls, inFlight: inFlight))
    }
    row(
        "round trips per second, \(inFlight) in flight", ours.map(\.callsPerSecond), bare.map(\.callsPerSecond),
        "≥ 0.95")
    row(
        "service CPU µs per call, \(inFlight) in flight", ours.map(\.cpuMicroseconds), bare.map(\.cpuMicroseconds),
        "≤ 1.50")
}
