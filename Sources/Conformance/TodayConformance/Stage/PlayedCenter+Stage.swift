internal import DBus
internal import DBusTesting
internal import PlayedCenter
internal import TodayModel

extension PlayedCenter {
    /// Starts a center that takes calls about any widget. A former one may be leaving the bus still.
    static func takeOver(_ bus: PrivateBus, _ widgets: [WidgetProperties] = []) async throws -> PlayedCenter {
        let connection = try await bus.connect()
        for name in [TodayBus.appsName, TodayBus.name] {
            _ = try await withDeadline(.seconds(10)) { try await connection.owners(of: name).first { $0 == nil } }
        }
        return try await start(over: connection, widgets, isLenient: true)
    }

    /// Changes a widget under a new revision, and emits these properties in one signal.
    func change(
        _ identifier: WidgetIdentifier, _ members: WidgetMember..., by body: @Sendable (inout WidgetProperties) -> Void
    ) {
        change(identifier, members + [.revision]) {
            $0.revision += 1
            body(&$0)
        }
    }

    /// Has a widget show other content, which is valid.
    func show(_ json: String, in identifier: WidgetIdentifier) throws {
        let content = try Content.parse(json: json)
        change(identifier, .content) { $0.content = content }
    }

    /// Changes why changes are not stored; nil while they are.
    func setStateTrouble(_ trouble: StateTrouble?) {
        stateTrouble = trouble
        emit([CenterMember.stateStored, CenterMember.stateError, CenterMember.stateErrorKind])
    }

    /// Sets what happens before taps with an action are answered.
    func onTap(_ action: String, _ body: @escaping @Sendable (isolated PlayedCenter) async -> Void) {
        beforeAnswers = { center, call in
            if call.member == CenterMember.invokeAction, call.text == action { await body(center) }
        }
    }
}

extension WidgetProperties {
    /// Makes a widget.
    ///
    /// - Parameter json: its content in the JSON form, which is valid.
    init(_ identifier: WidgetIdentifier, _ name: String, _ json: String) throws {
        self.init(identifier, name, text: "")
        content = try Content.parse(json: json)
    }

    /// Makes a widget that shows one text.
    init(_ identifier: WidgetIdentifier, _ name: String, text: String) {
        self.init(identifier: identifier)
        self.name = name
        content = Content(kind: .text, [.text: .string(text)])
        (revision, lastResult) = (1, .newData)
        updatedAt = Timestamp(microseconds: 1_700_000_000_000_000)
    }
}
