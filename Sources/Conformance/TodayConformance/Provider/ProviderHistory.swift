internal import DBus
internal import TodayModel

/// The answers of a provider so far, and the resulting state of its widgets.
struct ProviderHistory {
    private(set) var answers: [ProviderAnswer] = []
    /// The last content of each widget, by identifier.
    private(set) var contents: [String: Content] = [:]
    /// The last largest mode of each widget.
    private(set) var largestModes: [String: String] = [:]
    /// The objects of the current process that were called, including those of instances.
    var used: Set<ProviderSubject.Place> = []

    /// Records the largest mode of a definition, until the widget sends another one.
    mutating func record(_ definition: WidgetDefinition, of identifier: String) {
        largestModes[identifier] = largestModes[identifier] ?? definition.largestDisplayMode.rawValue
    }

    mutating func record(_ answer: ProviderAnswer, of place: ProviderSubject.Place) {
        answers.append(answer)
        guard case .reply(let word, let changes) = answer.outcome, word != "failed", word != "no-data" else { return }
        if let value = changes["Content"], let content = try? Content.validating(value) {
            contents[place.identifier] = content
        }
        if case .string(let mode)? = changes["LargestDisplayMode"]?.unwrapped { largestModes[place.identifier] = mode }
    }

    /// Removes the last answer, which arrived before the provider was ready.
    mutating func removeLastAnswer() { answers.removeLast() }
}
