import Foundation

/// One of the compared panels, with the way to control it.
protocol PanelSubject {
    var library: Library { get }
    /// The renderer of GTK, as the variable `GSK_RENDERER` names it.
    var renderer: String { get }
    /// Its name on the bus, and the object through which its main loop answers.
    var application: (name: String, path: String) { get }

    /// Opens the desk, and prepares the launch of the panel.
    func prepare(_ desk: Desk, _ cards: PanelCards) throws
    /// Returns the command that shows it, even if it is already running.
    func showing(_ desk: Desk) -> [String]
    /// Returns the command that hides it.
    func hiding(_ desk: Desk) -> [String]
    /// Changes the first card. Returns the milliseconds until the change is visible if `isSeen` is true.
    @discardableResult
    func push(_ number: Int, _ desk: Desk, _ cards: PanelCards, isSeen: Bool) throws -> Double
    /// Changes cards at once, and waits until the change of the first is visible.
    func push(_ changes: [(card: Int, push: Int)], _ desk: Desk, _ cards: PanelCards) throws
    /// Prepares a cold launch with the initial cards. Returns false if every launch is cold.
    func freeze(_ desk: Desk, _ cards: PanelCards) throws -> Bool
}

/// `today-panel` with `todayd`, both as installed.
struct TodayPanelSubject: PanelSubject {
    let panel: String
    let todayd: String

    var library = Library.swift
    var renderer = PanelBenchmark.renderer
    let application = (name: "org.todaycenter.Panel", path: "/org/todaycenter/Panel")
    private static let center = "org.todaycenter.NotificationCenter1"

    func prepare(_ desk: Desk, _ cards: PanelCards) throws {
        let manifests = desk.folder.appendingPathComponent("todaycenter/widgets")
        try FileManager.default.createDirectory(at: manifests, withIntermediateDirectories: true)
        for card in 0..<cards.count {
            try desk.write(
                "[Widget]\nName=\(cards.name(card))\nIcon=\(PanelCards.icon)\n",
                to: "todaycenter/widgets/\(cards.identifier(card)).widget")
        }
        try desk.open(services: [Self.center: todayd, "org.todaycenter.Apps1": todayd])
        for card in 0..<cards.count { try desk.ask("push", "-", cards.identifier(card), cards.content(card)) }
    }

    func showing(_ desk: Desk) -> [String] { [panel, "--show"] }
    func hiding(_ desk: Desk) -> [String] { [panel, "--hide"] }

    func push(_ number: Int, _ desk: Desk, _ cards: PanelCards, isSeen: Bool) throws -> Double {
        let color = isSeen ? cards.picture(ofPush: number).hexadecimal : "-"
        return try desk.ask("push", color, cards.identifier(0), cards.content(push: number))[0]
    }

    func push(_ changes: [(card: Int, push: Int)], _ desk: Desk, _ cards: PanelCards) throws {
        let contents = changes.flatMap { [cards.identifier($0.card), cards.content(push: $0.push)] }
        try desk.ask(["push", cards.picture(ofPush: changes[0].push).hexadecimal] + contents)
    }

    func freeze(_ desk: Desk, _ cards: PanelCards) throws -> Bool {
        try desk.ask("push", "-", cards.identifier(0), cards.content(0))
        let process = try desk.ask("owner", Self.center)[0]
        try desk.ask("end", String(Int(process)))
        return true
    }
}

/// `panel-gtk`, which has no center.
struct BarePanelSubject: PanelSubject {
    let panel: String

    let library = Library.gtk
    let renderer = PanelBenchmark.renderer
    let application = (name: "org.example.PanelGtk", path: "/org/example/PanelGtk")

    func prepare(_ desk: Desk, _ cards: PanelCards) throws {
        let lines = (0..<cards.count).map { cards.line($0).joined(separator: "\t") }
        try desk.write(lines.joined(separator: "\n") + "\n", to: "cards")
        try desk.open()
    }

    func showing(_ desk: Desk) -> [String] { [panel, "--push", desk.folder.appendingPathComponent("cards").path] }
    func hiding(_ desk: Desk) -> [String] { [panel, "--hide"] }

    func push(_ number: Int, _ desk: Desk, _ cards: PanelCards, isSeen: Bool) throws -> Double {
        let color = isSeen ? cards.picture(ofPush: number).hexadecimal : "-"
        return try desk.ask(["tell", color] + cards.line(push: number))[0]
    }

    func push(_ changes: [(card: Int, push: Int)], _ desk: Desk, _ cards: PanelCards) throws {
        let lines = changes.flatMap { cards.line(push: $0.push, to: $0.card) }
        try desk.ask(["tell", cards.picture(ofPush: changes[0].push).hexadecimal] + lines)
    }

    func freeze(_ desk: Desk, _ cards: PanelCards) throws -> Bool { false }
}
