/// A part of a script, or of its output, that has no effect or is wrong.
package struct ScriptNote: Hashable, Sendable, CustomStringConvertible {
    /// The text that a line number refers to.
    package enum Place: String, Hashable, Sendable {
        /// The file of the script.
        case script
        /// The output of the script.
        case output
        /// A configuration of another program.
        case configuration
    }

    package let place: Place
    /// The number of the line, from 1; nil if the note concerns the whole.
    package let line: Int?
    /// The problem, without a period.
    package let text: String

    package init(_ place: Place, line: Int? = nil, _ text: String) {
        self.place = place
        self.line = line
        self.text = text
    }

    package var description: String { line.map { "\(place.rawValue), line \($0): \(text)" } ?? text }
}

/// The notes on one text; only the first ones of a flood are kept.
struct ScriptNotes {
    private(set) var all: [ScriptNote] = []
    private let place: ScriptNote.Place
    private static let most = 100

    init(_ place: ScriptNote.Place) { self.place = place }

    mutating func add(line: Int? = nil, _ text: String) {
        guard all.count <= Self.most else { return }
        all.append(
            all.count < Self.most ? ScriptNote(place, line: line, text) : ScriptNote(place, "further notes are omitted")
        )
    }
}
