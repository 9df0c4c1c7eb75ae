import Foundation

/// One of the compared services.
struct Rival {
    let library: Library
    /// The program; the name to acquire is appended.
    let command: [String]
    /// The name on the bus, if the program has a fixed one.
    var ownName: String?
    /// The Debian packages that it needs.
    var packages = ""

    var name: String { ownName ?? "org.example.Rival.\(library.rawValue)" }
    var fullCommand: [String] { ownName == nil ? command + [name] : command }
}

/// Starts all rivals that can run on a bus. The others are reported, and left out from then on.
func startAll(_ rivals: inout [Rival], on bus: PrivateBus) throws -> [Library: Process] {
    var running: [Library: Process] = [:]
    for rival in rivals {
        switch try bus.start(rival.fullCommand, name: rival.name) {
        case .running(let process): running[rival.library] = process
        case .failed(let reason):
            guard rival.library != .swift, rival.library != .libdbus else {
                throw Trouble(text: "\(rival.fullCommand.joined(separator: " ")): \(reason)")
            }
            print("skipped: \(rival.library.title): \(reason) (apt-get install \(rival.packages))")
            rivals.removeAll { $0.library == rival.library }
        }
    }
    return running
}

/// Returns the rivals in the order of a round: for fairness, each round begins with another one.
func rotated(_ rivals: [Rival], by round: Int) -> [Rival] {
    let start = round % rivals.count
    return Array(rivals[start...] + rivals[..<start])
}
