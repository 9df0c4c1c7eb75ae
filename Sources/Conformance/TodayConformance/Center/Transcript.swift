internal import TodayPlatform

/// A script of steps to play with a center. The section "Transcripts" of `center.md` describes its notation.
struct Transcript: Sendable {
    let rules: [RuleID]
    /// The statement that holds if the center does everything that is expected.
    let title: String
    /// Whether it takes seconds because it waits for something; slow transcripts begin before the others.
    let isSlow: Bool
    let steps: [Step]

    /// One step: a verb with its subject, and details by name.
    struct Step: Sendable {
        let verb: Verb
        let subject: CaseValue
        fileprivate(set) var details: [String: CaseValue]

        subscript(_ name: String) -> CaseValue? { details[name] }
    }

    /// The action of a step.
    enum Verb: String, CaseIterable, Sendable {
        case call, register, push, get, await, wait, serve, unserve, asked, unasked, release, own, disown, leave
        case restart, second, disk, install, uninstall, gone, pause, `repeat`

        /// The details that the verb allows.
        fileprivate var details: Set<String> {
            let outcome: Set<String> = ["reply", "error", "message", "kind", "signals"]
            return switch self {
            case .call: outcome.union(["as", "on", "interface", "args", "background"])
            case .register: outcome.union(["as", "on", "definition"])
            case .push: outcome.union(["as", "on", "changes", "background"])
            case .get: ["as", "is"]
            case .await: outcome
            case .wait: ["as", "exact", "within"]
            case .serve: ["as", "methods", "answers"]
            case .asked: ["as", "at", "with", "answer", "error", "hold", "within"]
            case .release: ["answer", "error"]
            case .unserve, .unasked, .own, .disown: ["as"]
            case .install: ["manifest", "desktop", "sample", "in"]
            case .repeat: ["steps"]
            case .leave, .restart, .second, .disk, .uninstall, .gone, .pause: []
            }
        }
    }

    /// Reads the transcripts of a folder, in the order of its files.
    static func read(_ folder: String) throws -> [Transcript] {
        let names = (FolderContents.names(in: folder) ?? []).filter { $0.hasSuffix(".json") }.sorted()
        return try names.flatMap { name in
            guard let all = try CaseValue.read(folder + "/" + name).array else {
                throw BadTranscript("\(name) isn't a list of transcripts")
            }
            return try all.map {
                do { return try Transcript($0) } catch { throw BadTranscript("\(name): \(error)") }
            }
        }
    }

    init(_ value: CaseValue) throws {
        guard let members = value.object, let title = members["title"]?.text, let steps = members["steps"]?.array else {
            throw BadTranscript("a transcript has no title or no steps: \(value)")
        }
        self.title = title
        rules = try (members["rules"]?.array ?? []).map {
            guard let rule = RuleID($0.text ?? "") else { throw BadTranscript("\(title): \($0) isn't a rule") }
            return rule
        }
        isSlow = members["slow"] == .boolean(true)
        if let other = members.keys.first(where: { !["title", "rules", "slow", "steps"].contains($0) }) {
            throw BadTranscript("\(title): unknown member \(other)")
        }
        if rules.isEmpty { throw BadTranscript("\(title): no rules") }
        do { self.steps = try steps.map(Step.init) } catch { throw BadTranscript("\(title): \(error)") }
    }
}

extension Transcript.Step {
    init(_ value: CaseValue) throws {
        guard var members = value.object else { throw BadTranscript("\(value) isn't a step") }
        let verbs = Transcript.Verb.allCases.filter { members[$0.rawValue] != nil && $0 != .call }
        // The name of a verb may also be that of a detail if another verb is present.
        let found = members["call"] != nil ? [.call] : verbs.filter { !Self.isDetail($0, of: verbs) }
        guard let verb = found.first, found.count == 1, let subject = members.removeValue(forKey: verb.rawValue) else {
            throw BadTranscript("\(value) has no verb, or several")
        }
        if let other = members.keys.first(where: { !verb.details.contains($0) }) {
            throw BadTranscript("\(value): unknown member \(other)")
        }
        (self.verb, self.subject, details) = (verb, subject, members)
        if verb == .repeat { _ = try repeated }
    }

    private static func isDetail(_ verb: Transcript.Verb, of others: [Transcript.Verb]) -> Bool {
        others.contains { $0 != verb && $0.details.contains(verb.rawValue) }
    }

    /// The steps of a repetition; `%` in them stands for the number of the repetition.
    var repeated: [Transcript.Step] {
        get throws {
            guard let count = subject.integer, let steps = details["steps"]?.array else {
                throw BadTranscript("repeat needs a number and steps")
            }
            return try (1...Int(count)).flatMap { number in
                try steps.map { try Transcript.Step($0.replacing("%", with: "\(number)")) }
            }
        }
    }
}

extension Transcript.Step: CustomStringConvertible {
    var description: String {
        let more = details.sorted { $0.key < $1.key }.map { ", \($0.key): \($0.value)" }.joined()
        return "\(verb.rawValue) \(subject)\(more)"
    }
}

extension CaseValue {
    /// Returns the same value with a word replaced in each text and in each member name.
    fileprivate func replacing(_ word: String, with other: String) -> CaseValue {
        switch self {
        case .text(let text): .text(text.replacing(word, with: other))
        case .array(let elements): .array(elements.map { $0.replacing(word, with: other) })
        case .object(let members):
            .object(
                Dictionary(
                    members.map { ($0.key.replacing(word, with: other), $0.value.replacing(word, with: other)) }
                ) { first, _ in first })
        default: self
        }
    }
}
