/// A measured figure of a panel.
enum PanelFigure: CaseIterable {
    case launch, coldLaunch, showAgain, push
    case openingMiddle, openingHigh, openingLongest
    case pushingMiddle, pushingHigh, pushingLongest
    case scrollingMiddle, scrollingHigh, scrollingLongest
    case pushedCPU, shownCPU, hiddenPushedCPU, hiddenCPU
    case resident, alone
    case changeUpdate, changePaint, changeOutside, changePaints, changeFrames, changeCPU

    /// The response times of its main loop during an action: p50, p99, and the longest time to an answer.
    static let opening = [Self.openingMiddle, .openingHigh, .openingLongest]
    static let pushing = [Self.pushingMiddle, .pushingHigh, .pushingLongest]
    static let scrolling = [Self.scrollingMiddle, .scrollingHigh, .scrollingLongest]

    var title: String {
        switch self {
        case .launch: "launch to the first card seen, p50: ms"
        case .coldLaunch: "the same, the service not running: ms"
        case .showAgain: "shown again to the first card seen: ms"
        case .push: "push to seen, p50: ms"
        case .openingMiddle: "loop while the window opens, p50: ms"
        case .openingHigh: "loop while the window opens, p99: ms"
        case .openingLongest: "loop while the window opens, longest: ms"
        case .pushingMiddle: "loop at 10 pushes a second, p50: ms"
        case .pushingHigh: "loop at 10 pushes a second, p99: ms"
        case .pushingLongest: "loop at 10 pushes a second, longest: ms"
        case .scrollingMiddle: "loop while scrolled to the end, p50: ms"
        case .scrollingHigh: "loop while scrolled to the end, p99: ms"
        case .scrollingLongest: "loop while scrolled to the end, longest: ms"
        case .pushedCPU: "CPU shown, 1 push a second: % of a core"
        case .shownCPU: "CPU shown, nothing happens: % of a core"
        case .hiddenPushedCPU: "CPU hidden, 1 push a second: % of a core"
        case .hiddenCPU: "CPU hidden, nothing happens: % of a core"
        case .resident: "resident memory, shown: MB"
        case .alone: "of that private: MB"
        // All work of the main thread since the frame before counts.
        case .changeUpdate: "20 cards change: update and layout, longest frame: ms"
        case .changePaint: "20 cards change: paint, longest frame: ms"
        case .changeOutside: "20 cards change: main thread without paint: ms"
        case .changePaints: "20 cards change: paint of all frames: ms"
        case .changeFrames: "20 cards change: frames"
        case .changeCPU: "20 cards change: CPU of all threads: ms"
        }
    }

    /// The figures that depend on the renderer of GTK, and the ones for which the panel has chosen it.
    static let ofRenderer: [Self: [Limit]] = [
        .launch: Thresholds.panelRenderer, .resident: Thresholds.panelRenderer, .alone: Thresholds.panelRenderer,
        .shownCPU: [], .pushedCPU: [], .changeOutside: [], .changePaints: [], .changeCPU: [],
    ]

    /// - Parameter cards: The number of cards.
    func limits(cards: Int) -> [Limit] {
        switch self {
        case .launch: Thresholds.panelLaunch
        case .resident: Thresholds.panelMemory
        case .changeUpdate: Thresholds.panelFrame
        case .changePaint: Thresholds.panelPaint
        case .openingLongest, .pushingLongest, .scrollingLongest:
            cards <= Thresholds.panelFrameCards ? Thresholds.panelFrame : []
        default: []
        }
    }
}
