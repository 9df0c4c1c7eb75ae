import Foundation

/// The panel on a virtual screen, compared with a program that shows the same with GTK alone.
struct PanelBenchmark {
    let rounds: Int
    let scale: Double
    let todayd: String
    /// The panel's program.
    let panel: String
    /// The folder for screenshots of both panels, if any.
    let screenshots: String?

    private static let cardCounts = [20, 200]
    private static let build =
        "swift build -c release --static-swift-stdlib --traits Panel --scratch-path .build/panel --product today-panel"

    /// Checks that the benchmark can run here.
    func check() throws {
        for tool in [Tool.screen, Tool.pointer, Tool.dbusDaemon] { _ = try tool.url }
        try CenterHome.check(todayd)
        try CenterHome.check(panel, build: Self.build)
        guard try Self.exitStatus([panel, "--version"]) == EXIT_SUCCESS else {
            throw Trouble(text: "\(panel) has no panel in it; in the folder above: \(Self.build)")
        }
    }

    func run() throws {
        try check()
        let subjects = try subjects()
        for count in Self.cardCounts {
            var rows = PanelFigure.allCases.map { Row(name: $0.title, limits: $0.limits(cards: count)) }
            for round in 0..<rounds {
                progress("panel, \(count) widgets", round, rounds)
                for subject in round % 2 == 0 ? subjects : subjects.reversed() {
                    let found = try session(subject, count, isFirst: round == 0).run()
                    for (index, figure) in PanelFigure.allCases.enumerated() {
                        rows[index].samples[subject.library, default: []].append(found[figure] ?? .nan)
                    }
                }
            }
            printTable("Panel, \(count) widgets", rows, rounds: rounds)
        }
    }

    private func subjects() throws -> [any PanelSubject] {
        func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
        let ours = TodayPanelSubject(panel: absolute(panel), todayd: absolute(todayd))
        let bare = BarePanelSubject(panel: try Tool.built("panel-gtk").path)
        // Without arguments it prints its usage, if it can run.
        if try Self.exitStatus([bare.panel]) == EX_USAGE { return [ours, bare] }
        print(
            "skipped: \(bare.library.title): libgtk-4-dev was missing when it was built (apt-get install libgtk-4-dev)")
        return [ours]
    }

    private func session(_ subject: any PanelSubject, _ count: Int, isFirst: Bool) -> PanelSession {
        let screenshot = screenshots.map {
            URL(fileURLWithPath: $0).appendingPathComponent("\(subject.library.rawValue)-\(count).png").path
        }
        return PanelSession(
            subject: subject, cards: PanelCards(count: count),
            seconds: (cpu: max(2, Int(10 * scale)), pushing: max(2, Int(5 * scale))),
            screenshot: isFirst ? screenshot : nil)
    }

    private static func exitStatus(_ command: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
