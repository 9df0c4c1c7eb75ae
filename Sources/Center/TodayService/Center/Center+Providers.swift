internal import DBus
internal import TodayModel
internal import TodayPlatform
internal import TodayServiceRules

/// The providers of widgets, and calls to them.
extension Center {
    /// Returns the context that a provider gets with a call.
    func context(of widget: HostedWidget, _ reason: UpdateReason) -> UpdateContext {
        var context = UpdateContext(identifier: widget.identifier, reason: reason)
        context.displayMode = widget.record.displayMode
        context.locale = Environment.locale(service.environment) ?? "C"
        context.size = widget.record.options.size
        context.settings = widget.record.settings.dictionary
        panels.fill(&context)
        return context
    }

    /// Returns the provider session of a widget; its provider may not be running.
    func session(of widget: HostedWidget) -> ProviderSession {
        if let session = widget.session { return session }
        let session = ProviderSession(widget, service)
        widget.session = session
        return session
    }

    /// Reaches a widget's provider and calls it.
    ///
    /// - Parameter hold: holds pushes from the moment the answer arrives. The caller ends it after applying the answer.
    func ask<Value>(
        _ widget: HostedWidget, _ member: MemberName, until deadline: MonotonicTime, _ hold: PushHold,
        _ send: (NotificationCenter1Provider) async throws -> Value
    ) async throws(ProviderTrouble) -> Value {
        if widget.record.provider == .none { throw ProviderTrouble.noProvider }
        let (session, owner) = try await session(of: widget).reach(until: deadline, self)
        // The widget may have been redefined since that owner appeared.
        guard session.isCurrent else {
            throw ProviderTrouble(.vanished, "the widget now has another provider")
        }
        do throws(ProviderTrouble) {
            return try await session.call(owner, member, until: deadline, hold, self, send)
        } catch {
            if error.kind == .deadline { session.hung(owner, self) }
            throw error
        }
    }

    /// Ends the provider of a widget, and refuses its waiting callers.
    func endProvider(of widget: HostedWidget) { widget.session.take()?.end(self) }
}
