/// Something in a script, or in what it printed, that has no effect or is not as it should be.
package struct ScriptNote: Hashable, Sendable, CustomStringConvertible {
    /// What a line number counts in.
    package enum Place: String, Hashable, Sendable {
        /// The file of the script.
        case script
        /// What the script printed.
        case output
        /// A configuration of another program.
        case configuration
    }

    package let place: Place
    /// The number of the line, from 1; nil for what concerns the whole.
    package let line: Int?
    /// What is wrong there, without a full stop.
    package let text: String

    package init(_ place: Place, line: Int? = nil, _ text: String) {
        self.place = place
        self.line = line
        self.text = text
    }

    package var description: String { line.map { "\(place.rawValue), line \($0): \(text)" } ?? text }
}

/// The notes on one thing, of which a flood keeps the first.
struct ScriptNotes {
    private(set) var all: [ScriptNote] = []
    private let place: ScriptNote.Place
    private static let most = 100

    init(_ place: ScriptNote.Place) { self.place = place }

    mutating func add(line: Int? = nil, _ text: String) {
        guard all.count <= Self.most else { return }
        all.append(
            all.count < Self.most ? ScriptNote(place, line: line, text) : ScriptNote(place, "there is more of the like")
        )
    }
}
