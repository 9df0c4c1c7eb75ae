internal import TodayPlatform
internal import TodayModel

/// Who hosts widgets and has their providers called.
protocol ProviderHost: WidgetHost {
    nonisolated var service: ServiceContext { get }
    /// What all providers have in common.
    var providers: Providers { get }
    /// Which panels are visible, whom providers are told of.
    var panels: PanelVisibility { get }

    /// The one way in for what a widget is to show, whoever says it: checked once, and told, stored and planned as what
    /// changed demands.
    ///
    /// - Parameters:
    ///   - isSandboxed: whether whoever says it runs in a sandbox, besides the provider.
    ///   - state: what `State` is afterwards, unless the widget has become unavailable; nil leaves it.
    func accept(
        _ changes: WidgetChanges, _ origin: WidgetRecord.Origin, for widget: HostedWidget, isSandboxed: Bool,
        state: WidgetState?
    ) throws

    /// Looks anew at when a widget is due.
    func reschedule(_ widget: HostedWidget)

    /// Whether a widget is to be updated now.
    func isDue(_ widget: HostedWidget) -> Bool
}

extension ProviderHost {
    /// What a provider is told with a call.
    func context(of widget: HostedWidget, _ reason: UpdateReason) -> UpdateContext {
        var context = UpdateContext(identifier: widget.identifier, reason: reason)
        context.displayMode = widget.record.displayMode
        context.locale = Environment.locale(service.environment) ?? "C"
        context.settings = widget.record.settings.dictionary
        panels.fill(&context)
        return context
    }

    /// The provider of a widget, which may be not running.
    func session(of widget: HostedWidget) -> ProviderSession {
        if let session = widget.session { return session }
        let session = ProviderSession(widget, service)
        widget.session = session
        return session
    }
}
