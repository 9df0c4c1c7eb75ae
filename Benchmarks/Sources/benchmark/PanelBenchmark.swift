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

    /// The renderer that the panel chooses, for both panels.
    static let renderer = "cairo"
    /// The renderer that GTK chooses, for the table of renderers.
    private static let otherRenderer = "gl"

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
        for count in Self.cardCounts {
            let isFirst = count == Self.cardCounts[0]
            let subjects = try subjects(withRenderers: isFirst)
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
            printTable(
                "Panel, \(count) widgets", rows.map { $0.without(.gl, limits: $0.limits) }, rounds: rounds)
            guard isFirst else { continue }
            let ofRenderer = zip(PanelFigure.allCases, rows).compactMap { figure, row in
                PanelFigure.ofRenderer[figure].map { row.without(.gtk, limits: $0) }
            }
            printTable(
                "Renderers, \(count) widgets: \(Self.renderer) and \(Self.otherRenderer), both on the CPU", ofRenderer,
                rounds: rounds)
        }
    }

    private func subjects(withRenderers: Bool) throws -> [any PanelSubject] {
        func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
        let ours = TodayPanelSubject(panel: absolute(panel), todayd: absolute(todayd))
        var withGL = ours
        (withGL.library, withGL.renderer) = (.gl, Self.otherRenderer)
        let own: [any PanelSubject] = withRenderers ? [ours, withGL] : [ours]
        let bare = BarePanelSubject(panel: try Tool.built("panel-gtk").path)
        // Without arguments it prints its usage, if it can run.
        if try Self.exitStatus([bare.panel]) == EX_USAGE { return own + [bare] }
        print(
            "skipped: \(bare.library.title): libgtk-4-dev was missing when it was built (apt-get install libgtk-4-dev)")
        return own
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
