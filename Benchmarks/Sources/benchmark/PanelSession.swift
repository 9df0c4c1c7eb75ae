import Foundation

/// One panel on its own desk, from its launch to its end.
struct PanelSession {
    let subject: any PanelSubject
    let cards: PanelCards
    /// The measuring time for the CPU load of each state, and the duration of pushes at the maximum rate of a widget.
    let seconds: (cpu: Int, pushing: Int)
    /// The path for a screenshot, if any.
    let screenshot: String?

    private static let launches = 5
    private static let showings = 5
    private static let pushes = 10
    private static let changes = 10

    /// Measures everything once.
    func run() throws -> [PanelFigure: Double] {
        let desk = try Desk(renderer: subject.renderer)
        defer { desk.stop() }
        try subject.prepare(desk, cards)
        var found: [PanelFigure: Double] = [:]
        var pushed = 0
        let process = try open(desk, &found)
        try rest()
        if let screenshot { try desk.ask("run", "import", "-window", "root", screenshot) }
        let memory = try desk.ask("memory", process)
        found[.resident] = memory[0]
        found[.alone] = memory[1]
        found[.shownCPU] = try desk.load(of: process, seconds: seconds.cpu) {}
        found[.push] = median(
            try (0..<Self.pushes).map { _ in
                pushed += 1
                // Avoids waiting for the rate limit.
                usleep(150_000)
                return try subject.push(pushed, desk, cards, isSeen: true)
            })
        found[.pushedCPU] = try desk.load(of: process, seconds: seconds.cpu) {
            pushed += 1
            try subject.push(pushed, desk, cards, isSeen: false)
        }
        try asking(desk, PanelFigure.pushing, &found) {
            for _ in 0..<seconds.pushing * 10 {
                pushed += 1
                try subject.push(pushed, desk, cards, isSeen: false)
                usleep(100_000)
            }
        }
        try showAgain(desk, cards.picture(ofPush: pushed), &found)
        try hide(desk, cards.picture(ofPush: pushed))
        try rest()
        found[.hiddenCPU] = try desk.load(of: process, seconds: seconds.cpu) {}
        found[.hiddenPushedCPU] = try desk.load(of: process, seconds: seconds.cpu) {
            pushed += 1
            try subject.push(pushed, desk, cards, isSeen: false)
        }
        try desk.ask(["start", cards.picture(ofPush: pushed).hexadecimal] + subject.showing(desk))
        try rest()
        try scroll(desk, &found)
        try desk.ask("end", process)
        let isCold = try subject.freeze(desk, cards)
        if isCold {
            let cold = try launch(desk)
            found[.coldLaunch] = cold.milliseconds
            try desk.ask("end", cold.process)
            try desk.ask("miss", cards.first.hexadecimal)
        } else {
            found[.coldLaunch] = found[.launch]
        }
        try changeAtOnce(desk, pushed, &found)
        return found
    }

    /// Launches it again with the library that measures frames, and changes 20 cards at once several times.
    private func changeAtOnce(_ desk: Desk, _ pushed: Int, _ found: inout [PanelFigure: Double]) throws {
        let measuring = [
            "env", "LD_PRELOAD=\(try Tool.built("libframes.so").path)",
            "BENCHMARK_FRAMES=\(desk.folder.appendingPathComponent("frames").path)",
        ]
        let process = try desk.ask(["start", cards.first.hexadecimal] + measuring + subject.showing(desk))[1]
        try rest()
        var samples: [PanelFigure: [Double]] = [:]
        for change in 0..<Self.changes {
            try desk.ask("frames")
            let before = try desk.ask("cpu", String(Int(process)))
            try subject.push(cards.changes(pushed + 1 + change * PanelCards.changedAtOnce), desk, cards)
            // Until the pictures of the other cards are visible.
            usleep(500_000)
            let after = try desk.ask("cpu", String(Int(process)))
            let frames = try desk.ask("frames")
            let values: [PanelFigure: Double] = [
                .changeUpdate: frames[0], .changePaint: frames[1], .changePaints: frames[2], .changeFrames: frames[3],
                .changeOutside: (after[1] - before[1]) * 1e3 - frames[2], .changeCPU: (after[0] - before[0]) * 1e3,
            ]
            for (figure, value) in values { samples[figure, default: []].append(value) }
        }
        for (figure, values) in samples { found[figure] = median(values) }
    }

    /// Waits until earlier work ends, so that it doesn't count in the next measurement.
    private func rest() throws { usleep(1_000_000) }

    private func launch(_ desk: Desk) throws -> (milliseconds: Double, process: String) {
        let numbers = try desk.ask(["start", cards.first.hexadecimal] + subject.showing(desk))
        return (numbers[0], String(Int(numbers[1])))
    }

    /// Launches it several times, and polls its main loop the last time. Returns the process.
    private func open(_ desk: Desk, _ found: inout [PanelFigure: Double]) throws -> String {
        found[.launch] = median(
            try (0..<Self.launches).map { _ in
                let launched = try launch(desk)
                // The panel may have more work after the first card.
                usleep(500_000)
                try desk.ask("end", launched.process)
                try desk.ask("miss", cards.first.hexadecimal)
                return launched.milliseconds
            })
        var process = ""
        try asking(desk, PanelFigure.opening, &found) {
            process = try launch(desk).process
            // The panel may have more work after the first card.
            usleep(500_000)
        }
        return process
    }

    private func hide(_ desk: Desk, _ shown: PurePicture) throws {
        try desk.ask(["run"] + subject.hiding(desk))
        try desk.ask("miss", shown.hexadecimal)
    }

    private func showAgain(_ desk: Desk, _ shown: PurePicture, _ found: inout [PanelFigure: Double]) throws {
        let times = try (0..<Self.showings).map { _ in
            try hide(desk, shown)
            usleep(200_000)
            return try desk.ask(["start", shown.hexadecimal] + subject.showing(desk))[0]
        }
        found[.showAgain] = median(times)
    }

    private func scroll(_ desk: Desk, _ found: inout [PanelFigure: Double]) throws {
        try desk.ask("run", "xdotool", "mousemove", "200", "450")
        // A click scrolls more than half of a card.
        let clicks = String(cards.count * 2 + 10)
        try asking(desk, PanelFigure.scrolling, &found) {
            try desk.ask("run", "xdotool", "click", "--repeat", clicks, "--delay", "15", "5")
            try desk.ask("see", cards.last.hexadecimal)
        }
    }

    private func asking(
        _ desk: Desk, _ figures: [PanelFigure], _ found: inout [PanelFigure: Double], _ body: () throws -> Void
    ) throws {
        try desk.ask("ask", subject.application.name, subject.application.path)
        try body()
        for (figure, number) in zip(figures, try desk.ask("answered")) { found[figure] = number }
    }
}
