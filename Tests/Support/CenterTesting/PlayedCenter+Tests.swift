package import DBus
import DBusTesting
package import PlayedCenter
package import TodayModel

extension PlayedCenter {
    private func calls(of member: MemberName) -> [PlayedCall] { calls.value.filter { $0.member == member } }

    /// The options of every `BeginViewing`, and nil for every `EndViewing`.
    package var viewing: [ViewingOptions?] {
        calls.value.filter { Self.isOfViewing($0) }.map { call in
            call.member == CenterMember.beginViewing ? try? ViewingOptions(call.values) : nil
        }
    }
    /// The valid URLs of `OpenURL`, and their tokens.
    package var opened: [String] {
        calls(of: CenterMember.openURL).filter { (try? WidgetURL($0.text)) != nil }.map { call in
            call.values["activation-token"].map { "\(call.text) \($0)" } ?? call.text
        }
    }
    /// The changes of every `UpdateWidget`.
    package var pushed: [[String: DBusValue]] { calls(of: CenterMember.updateWidget).map(\.values) }
    /// The last definition of each widget.
    package var definitions: [String: [String: DBusValue]] {
        Dictionary(calls(of: CenterMember.registerWidget).map { ($0.identifier, $0.values) }) { $1 }
    }
    /// The actions: widget, name, type and value of the parameter, platform data.
    package var actions: [String] {
        calls(of: CenterMember.invokeAction).map { call in
            let parameters = call.parameter.map { "\($0.signature) \($0)" }
            return (["\(call.identifier) \(call.text)"] + parameters + Self.words(call.values)).joined(separator: " ")
        }
    }
    /// The calls of `SetSettings` and `ResetSettings`.
    package var settingsCalls: [String] {
        calls.value.compactMap { call in
            switch call.member {
            case CenterMember.setSettings:
                ([call.identifier] + Self.words(call.values.mapValues(\.unwrapped))).joined(separator: " ")
            case CenterMember.resetSettings: "\(call.identifier) reset \(call.names.joined(separator: " "))"
            default: nil
            }
        }
    }

    private static func words(_ values: [String: DBusValue]) -> [String] {
        values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    }

    private static func isOfViewing(_ call: PlayedCall) -> Bool {
        [CenterMember.beginViewing, CenterMember.endViewing].contains(call.member)
    }

    /// Waits for so many calls of `BeginViewing` and `EndViewing`.
    package nonisolated func waitForViewingCalls(_ count: Int) async throws {
        try await calls.wait { $0.count { Self.isOfViewing($0) } >= count }
    }

    // MARK: Script

    /// Refuses the next call of a method.
    package func refuse(_ member: MemberName, _ error: CenterError) { refusals.append((member, error.remoteError)) }

    /// Has actions answered only when `body` has returned.
    package func answerActions(after body: @escaping @Sendable () async -> Void) {
        beforeAnswers = { _, call in if call.member == CenterMember.invokeAction { await body() } }
    }

    /// Has another caller arrange the widgets just before the next calls of `Arrange`.
    package func interfere(times: Int = 1, _ arrangements: [WidgetIdentifier]...) {
        let rest = WatchedValue(Array(repeating: arrangements, count: times).flatMap { $0 })
        beforeAnswers = { center, call in
            guard call.member == CenterMember.arrange, let next = rest.value.first else { return }
            rest.change { $0.removeFirst() }
            center.arrange(next, today: next)
        }
    }

    /// Sets what an update of a widget does.
    package func onUpdate(
        of identifier: WidgetIdentifier, _ body: @escaping @Sendable (inout WidgetProperties) async -> UpdateResult
    ) { updates[identifier] = body }

    /// Sets the answer of `Explain` for a widget.
    package func explain(_ identifier: WidgetIdentifier, _ explanation: [String: DBusValue]) {
        explanations[identifier] = explanation
    }

    /// Changes why changes are not stored, and emits what is different.
    package func setStateTrouble(_ trouble: StateTrouble?) {
        let isNew = (trouble == nil) != (stateTrouble == nil)
        stateTrouble = trouble
        emit((isNew ? [CenterMember.stateStored] : []) + [CenterMember.stateError])
    }
}
