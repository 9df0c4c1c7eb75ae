internal import TodayModel

/// Who hosts the widgets: every part of the service that changes one does it through this.
protocol WidgetHost: Actor {
    var registry: Registry { get set }
    /// Whether the service is about to end: nothing new is begun.
    var isEnding: Bool { get }

    /// Changes a widget, and tells panels what that changed. Nothing happens to one that has gone.
    @discardableResult
    func change<Failure: Error>(
        _ widget: HostedWidget, _ body: (inout WidgetRecord) throws(Failure) -> Set<WidgetMember>
    ) throws(Failure) -> Set<WidgetMember>

    /// Adds a widget that is not there.
    ///
    /// - Parameter isUntried: whether it gets a first update; nil decides by what it has.
    func add(_ record: WidgetRecord, isUntried: Bool?) throws

    /// Makes a widget what another definition says. Place, flags and content stay, unless `changes` give them.
    func redefine(_ widget: HostedWidget, as record: WidgetRecord, _ changes: WidgetChanges?) throws

    /// Removes a widget.
    ///
    /// - Parameter memory: what is there again when it comes back.
    func remove(_ widget: HostedWidget, keeping memory: WidgetMemory)
}
