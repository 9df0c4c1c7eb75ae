/// The words of a card's menu, the same in every panel.
package enum CardMenuWords {
    package static let openApp = "Open App"
    package static let refresh = "Refresh"
    package static let copy = "Copy"
    package static let size = "Size"
    package static let smallSize = "Small"
    package static let regularSize = "Regular"
    package static let updateEvery = "Update Every"
    package static let pause = "Pause"
    package static let resume = "Resume"
    package static let why = "Why?"
    package static let moveUp = "Move Up"
    package static let moveDown = "Move Down"
    package static let undo = "Undo"

    /// The intervals that a menu offers, in seconds.
    package static let intervals: [UInt32] = [300, 900, 3600]

    /// Returns the words for one of ``intervals``.
    package static func interval(_ seconds: UInt32) -> String {
        switch seconds {
        case 3600: "1 Hour"
        default: "\(seconds / 60) Minutes"
        }
    }

    /// The words for the interval that the widget's author has chosen.
    package static let authorsInterval = "App’s Default"

    /// Returns what a panel says after it has removed a widget.
    package static func removed(_ name: String) -> String { "\(name) removed" }
}
