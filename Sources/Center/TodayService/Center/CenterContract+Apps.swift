internal import DBus
internal import TodayModel

extension CenterContract {
    /// The interface of the object for apps: the methods that an app may call, without anything that reveals other
    /// apps.
    static let apps = Interface<Center>(
        TodayBus.apps,
        documentation: """
            For apps, sandboxed or not. The methods are those of org.todaycenter.NotificationCenter1 with the same \
            names. This name sends no broadcast signals. App Groups are objects below this one. A sandboxed app may \
            use the widgets whose identifier is its app ID, or begins with it and a dot. Its App Groups are group. \
            followed by such a name. Anything else is NotAuthorized. Since version 1.
            """
    ) {
        registerWidget
        unregisterWidget
        updateWidget
        setHasContent
        openURL
        version
    }
}
