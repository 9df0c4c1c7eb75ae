internal import DBus
internal import DBusTesting
internal import Glibc
internal import PlayedCenter
internal import TodayModel

/// The checks of the role *provider*.
struct ProviderChecks {
    let trial: ProviderTrial

    /// All checks, in order.
    var all: [Check] {
        starting + calling + context + taps + declared + registering + otherCenters + ending + answers
    }

    /// Returns a check of a provider that is called.
    func check(
        _ rules: RuleID..., title: String,
        _ body: @escaping @Sendable (ProviderTrial, ProviderSubject.Place) async throws -> Void
    ) -> Check {
        Check(rules, title: title) { [trial] in try await body(trial, try await trial.place()) }
    }

    // MARK: Starting

    private var starting: [Check] {
        [
            Check("P-1", title: "the manifest has no faults") { [trial] in
                if try await trial.manifest() == nil { throw Skipped(reason: "no manifest") }
            },
            check("P-2", title: "its name is owned in time") { _, _ in },
            check("P-3", "P-10", title: "its object has PerformUpdate") { trial, place in
                let answer = try await trial.update(place, reason: "start")
                if answer.isMissing {
                    await trial.giveUp("the provider has no PerformUpdate")
                    throw answer.failure("PerformUpdate at \(place.path)")
                }
            },
            check("P-13", title: "its introspection is correct") { trial, place in
                guard let text = try? await trial.description(of: place) else {
                    throw Skipped(reason: "it has no introspection")
                }
                guard let interface = IntrospectedInterface(TodayBus.provider.rawValue, in: text) else {
                    throw Skipped(reason: "its introspection lacks the interface")
                }
                for (method, signatures) in interface.methods {
                    guard let expected = IntrospectedInterface.provider[method] else { continue }
                    try expect(signatures, is: expected, given: "Introspect of \(place.path): \(method)")
                }
            },
        ]
    }

    // MARK: Calling

    private var calling: [Check] {
        [
            check("P-14", title: "an update is answered in time") { trial, place in
                try await trial.update(place, reason: "visible").expectGiven()
            },
            check("P-39", title: "it is updated again and again") { trial, place in
                let earlier = await trial.history.answers.first { $0.member == "PerformUpdate" }
                let again = try await trial.update(place, reason: "interval")
                let first = earlier ?? again
                try again.expect(asGoodAs: first)
                for reason in ["interval", "next-update", "wake", "context", "has-content"] {
                    try await trial.update(place, reason: reason).expect(asGoodAs: first)
                }
            },
            check("P-15", title: "calls that come together are all answered") { trial, place in
                async let first = trial.update(place, reason: "interval")
                async let second = trial.update(place, reason: "visible")
                async let third = trial.call(place, "Appear")
                for answer in try await [first, second, third] { try answer.expectGiven() }
            },
            check("P-18", title: "it doesn't request its own update while it answers") { trial, place in
                try await trial.update(place).expectGiven()
                let own = await trial.calls().filter {
                    $0.member == "PerformUpdate" && $0.identifier == place.identifier
                }
                if !own.isEmpty {
                    throw Failure(expected: "no call of PerformUpdate", seen: "\(own.count) for \(place.identifier)")
                }
            },
            check("P-41", title: "it answers both modes") { trial, place in
                if await trial.largestMode(of: place) != "expanded" {
                    throw Skipped(reason: "it is never expanded")
                }
                for mode in ["expanded", "compact"] {
                    let answer = try await trial.changeMode(place, to: mode)
                    if !answer.isMissing { try answer.expectReply() }
                    try await trial.update(place, reason: "context", mode: mode).expectGiven()
                }
            },
            check("P-45", title: "Appear and Disappear are answered") { trial, place in
                for member in ["Appear", "Disappear", "Appear", "Disappear"] as [MemberName] {
                    let answer = try await trial.call(place, member)
                    if !answer.isMissing { try answer.expectReply() }
                }
            },
            check("P-11", title: "missing methods are answered with UnknownMethod") { trial, place in
                let answer = try await trial.call(place, "MethodOfALaterVersion")
                let all = await trial.history.answers.filter(\.isMissing) + [answer]
                for answer in all {
                    guard case .error(let error) = answer.outcome,
                        error.name == .unknownMethod || error.name == .unknownInterface
                    else { throw answer.failure("the error UnknownMethod or UnknownInterface") }
                }
            },
            Check("P-7", title: "it stays within its memory limit") { [trial] in
                _ = try await trial.place()
                guard let widget = try await trial.manifest(), widget.definition.exec != nil,
                    let program = await trial.program
                else { throw Skipped(reason: "the center doesn't start it") }
                let bytes = ProcessMemory.bytes(ofFamily: program.id)
                if bytes > widget.definition.memoryMax {
                    throw Failure(expected: "at most \(widget.definition.memoryMax) bytes", seen: "\(bytes) bytes")
                }
            },
        ]
    }

    // MARK: Context

    private var context: [Check] {
        [
            check("P-20", title: "unknown keys of the context have no effect") { trial, place in
                let plain = try await trial.update(place)
                let more: [String: DBusValue] = [
                    "Later": .structure([.string("x"), .array([.uint32(1)], of: "u")]),
                    "X-Other": .variants([.byte(1)]),
                ]
                try await trial.update(place, more).expect(asGoodAs: plain)
            },
            check("P-21", title: "unknown words of the context are accepted") { trial, place in
                let plain = try await trial.update(place)
                try await trial.update(place, reason: "later").expect(asGoodAs: plain)
                try await trial.update(place, ["ColorScheme": "sepia"]).expect(asGoodAs: plain)
                try await trial.update(place, ["Size": "huge"]).expect(asGoodAs: plain)
            },
            check("P-22", title: "a later version of the contract is accepted") { trial, place in
                let plain = try await trial.update(place)
                try await trial.update(place, ["Version": .uint32(99)]).expect(asGoodAs: plain)
            },
        ]
    }

    // MARK: Taps

    private var taps: [Check] {
        [
            check("P-42", title: "each action of its content is answered") { trial, place in
                let taps = try await trial.content(of: place).map { ContentTap.all(in: $0) } ?? []
                if taps.isEmpty { throw Skipped(reason: "its content has no actions") }
                for tap in taps {
                    let answer = try await trial.tap(place, tap.action, tap.parameter, tap.data)
                    if answer.isMissing { throw answer.failure("InvokeAction, as its content has actions") }
                    try answer.expectGiven()
                }
            },
            check("P-90", title: "a tap without a value toggles a checkbox, and changes nothing else") {
                trial, place in
                func node(_ tap: ContentTap) async throws -> Content? {
                    try await trial.update(place)
                    return try await trial.content(of: place)?.node(calling: tap.action)
                }
                let taps = try await trial.content(of: place).map { ContentTap.all(in: $0) } ?? []
                if !taps.contains(where: \.isInput) {
                    throw Skipped(reason: "its content has no checkbox, slider or entry")
                }
                for tap in taps where tap.isInput {
                    let plain = try await trial.tap(place, tap.action, tap.parameter, tap.data)
                    // A tap may remove its node, such as a task that is completed.
                    guard let shown = try await node(tap) else { continue }
                    let before = shown[.value]?.unwrapped
                    let answer = try await trial.tap(place, tap.action, [], tap.data)
                    try answer.expect(asGoodAs: plain)
                    // Where a tap with a value has no effect, nothing shows the effect of one without.
                    guard let before, let after = try await node(tap)?[.value]?.unwrapped, [before] == tap.parameter
                    else { continue }
                    let expected: DBusValue = if case .boolean(let state) = before { .boolean(!state) } else { before }
                    if after != expected { throw answer.failure("the value \(expected)", "\(after)") }
                }
            },
            check("P-43", title: "it answers an unknown action, and keeps running") { trial, place in
                let plain = try await trial.update(place)
                try await trial.tap(place, "an-unknown-action").expectGiven()
                try await trial.tap(place, "an-unknown-action", [.string("with a parameter")]).expectGiven()
                try await trial.update(place).expect(asGoodAs: plain)
            },
            check("P-44", title: "unknown keys of platform_data have no effect") { trial, place in
                let first = try await trial.content(of: place).flatMap { ContentTap.all(in: $0).first }
                guard let first else { throw Skipped(reason: "its content has no actions") }
                let plain = try await trial.tap(place, first.action, first.parameter, first.data)
                try await trial.update(place)
                let taps = try await trial.content(of: place).map { ContentTap.all(in: $0) } ?? []
                // The tap may have removed its node, such as a button that stops a timer.
                guard let tap = taps.first(where: { $0.action == first.action }) ?? taps.first else {
                    throw Skipped(reason: "its content has no actions after a tap")
                }
                let more: [String: DBusValue] = ["later": .structure([.string("x"), .uint32(1)])]
                let other = try await trial.tap(place, tap.action, tap.parameter, tap.data.merging(more) { $1 })
                try other.expect(asGoodAs: plain)
            },
        ]
    }

    // MARK: All answers

    /// Returns a check that applies to all earlier answers.
    private func checkAnswers(
        _ rules: RuleID..., title: String, _ body: @escaping @Sendable (ProviderAnswer) throws -> Void
    ) -> Check {
        Check(rules, title: title) { [trial] in
            if await trial.history.answers.isEmpty {
                let place = try await trial.place()
                if await trial.history.answers.isEmpty { try await trial.update(place) }
            }
            for answer in await trial.history.answers { try body(answer) }
        }
    }

    private var answers: [Check] {
        [
            checkAnswers("P-12", title: "all replies have their signatures") { answer in
                if case .mistyped = answer.outcome { throw answer.failure("a reply with the signature of the method") }
            },
            checkAnswers("P-17", title: "all errors have a message") { answer in
                guard case .error(let error) = answer.outcome, !answer.isMissing else { return }
                let first = error.message.split(separator: "\n", omittingEmptySubsequences: false).first ?? ""
                if first.allSatisfy(\.isWhitespace) { throw answer.failure("a readable first line") }
            },
            checkAnswers("P-30", title: "all results of updates are words of the contract") { answer in
                guard answer.member == "PerformUpdate", let word = answer.word else { return }
                if !["new-data", "no-data", "failed"].contains(word) {
                    throw answer.failure("new-data, no-data or failed", word)
                }
            },
            checkAnswers("P-31", title: "all changes have their types and ranges") { answer in
                if let fault = answer.changes.flatMap({ ChangesFault.values(of: $0) }) {
                    throw answer.failure("valid changes", fault)
                }
            },
            checkAnswers("P-32", title: "all content is valid") { answer in
                if let fault = answer.changes.flatMap({ ChangesFault.content(of: $0) }) {
                    throw answer.failure("valid content", fault)
                }
            },
            checkAnswers("P-33", title: "no mode is above the largest") { answer in
                if let fault = answer.changes.flatMap({ ChangesFault.mode(of: $0, largest: answer.largestMode) }) {
                    throw answer.failure("a mode up to the largest", fault)
                }
            },
            checkAnswers("P-34", title: "NextUpdate is in microseconds") { answer in
                if let fault = answer.changes.flatMap({ ChangesFault.unit(of: $0) }) {
                    throw answer.failure("0, or microseconds since 1970", fault)
                }
            },
            checkAnswers("P-80", title: "NextUpdate is not in the past") { answer in
                if let fault = answer.changes.flatMap({ ChangesFault.past(of: $0) }) {
                    throw answer.failure("0, or a future time", fault)
                }
            },
            checkAnswers("P-35", title: "no-data comes with no key but NextUpdate") { answer in
                guard answer.word == "no-data", let keys = answer.changes?.keys else { return }
                let others = Set(keys).intersection(ChangesFault.keys).subtracting(["NextUpdate"]).sorted()
                if !others.isEmpty { throw answer.failure("NextUpdate alone", others.joined(separator: ", ")) }
            },
            checkAnswers("P-36", title: "failed says why") { answer in
                guard answer.word == "failed" else { return }
                guard case .string(let text)? = answer.changes?["Error"]?.unwrapped, !text.isEmpty else {
                    throw answer.failure("the key Error")
                }
            },
            checkAnswers("P-37", title: "failed comes with no keys but Error, ErrorKind and NextUpdate") { answer in
                guard answer.word == "failed", let keys = answer.changes?.keys else { return }
                let others = Set(keys).intersection(ChangesFault.keys)
                    .subtracting(["NextUpdate", "Error", "ErrorKind"]).sorted()
                if !others.isEmpty {
                    throw answer.failure("Error, ErrorKind and NextUpdate alone", others.joined(separator: ", "))
                }
            },
            checkAnswers("P-91", title: "ErrorKind is app or unreachable, beside an error") { answer in
                if let fault = answer.changes.flatMap({ ChangesFault.errorKind(of: $0) }) {
                    throw answer.failure("app or unreachable, with Error", fault)
                }
            },
            checkAnswers("P-92", title: "UpdatedAt comes with content") { answer in
                let isNew = answer.word == "new-data"
                if let fault = answer.changes.flatMap({ ChangesFault.age(of: $0, isNew: isNew) }) {
                    throw answer.failure("a moment, with Content or new-data", fault)
                }
            },
            checkAnswers("P-93", title: "Attention is a word of the contract") { answer in
                if let fault = answer.changes.flatMap({ ChangesFault.attention(of: $0) }) {
                    throw answer.failure("none, badge or alert, and a count", fault)
                }
            },
            checkAnswers("P-38", title: "nodes of unknown kinds have a fallback") { answer in
                guard let value = answer.changes?["Content"], let content = try? Content.validating(value) else {
                    return
                }
                if let kind = ChangesFault.unknownKind(in: content) {
                    throw answer.failure("a fallback beside the kind", kind.debugDescription)
                }
            },
        ]
    }
}
