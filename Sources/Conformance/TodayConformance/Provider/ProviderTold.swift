internal import DBus
internal import TodayModel

/// What a provider has answered so far, and what that says of its widgets.
struct ProviderTold {
    private(set) var answers: [ProviderAnswer] = []
    /// The content that each widget had last, by its identifier.
    private(set) var contents: [String: Content] = [:]
    /// The largest mode that each widget has given last.
    private(set) var largestModes: [String: String] = [:]
    /// Objects of the process that runs which were called, those of instances too.
    var used: Set<ProviderSubject.Place> = []

    /// Takes the largest mode of a definition, until the widget gives another.
    mutating func note(_ definition: WidgetDefinition, of identifier: String) {
        largestModes[identifier] = largestModes[identifier] ?? definition.largestDisplayMode.rawValue
    }

    mutating func note(_ answer: ProviderAnswer, of place: ProviderSubject.Place) {
        answers.append(answer)
        guard case .reply(let word, let changes) = answer.outcome, word != "failed", word != "no-data" else { return }
        if let value = changes["Content"], let content = try? Content.validating(value) {
            contents[place.identifier] = content
        }
        if case .string(let mode)? = changes["LargestDisplayMode"]?.unwrapped { largestModes[place.identifier] = mode }
    }

    /// The last answer came before there was anybody to be asked.
    mutating func forgetLastAnswer() { answers.removeLast() }
}
