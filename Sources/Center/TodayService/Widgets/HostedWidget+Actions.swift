internal import DBus
internal import Logging
internal import TodayModel
internal import TodayServiceRules

/// The user's actions on a widget, forwarded to the provider.
extension HostedWidget {
    /// Calls a provider on behalf of the user, and applies its changes.
    ///
    /// - Parameter level: the log level of a failure.
    func forward(
        _ member: MemberName, failuresAt level: Logger.Level, _ center: isolated Center,
        _ send: (NotificationCenter1Provider) async throws -> [String: DBusValue]
    ) async throws {
        do {
            let deadline = center.service.clock.steady() + center.service.timing.provider
            let hold = PushHold(self)
            defer { hold.end() }
            let changes = try WidgetChanges(try await center.ask(self, member, until: deadline, hold, send))
            try center.accept(changes, .answer, for: self, isSandboxed: false, state: nil)
        } catch {
            let cause = (error as? ProviderTrouble)?.description ?? ErrorText(error).cause
            center.service.log(level, identifier, "\(member): \(cause)")
            throw CenterError(
                .actionFailed, ForeignText.cleaned(ErrorText(error).text, keepsLines: true),
                kind: (error as? ProviderTrouble)?.kind == .missing ? .unknownAction : ErrorKind(error))
        }
    }

    /// Reports the mode to the provider.
    ///
    /// - Parameter startsProvider: whether to start a provider that isn't running: the user has chosen the mode.
    func reportDisplayMode(startsProvider: Bool, _ center: isolated Center) {
        if record.provider == .none || !startsProvider && session?.life.isRunning != true { return }
        let mode = record.displayMode
        let size = center.context(of: self, .requested).maximumSize(for: mode)
        modesToReport += 1
        Task {
            defer { modesToReport -= 1 }
            try? await forward(ProviderMember.displayModeChanged, failuresAt: .debug, center) {
                try await $0.displayModeChanged(mode: mode.rawValue, maximumSize: Struct(size.width, size.height))
            }
        }
    }
}
