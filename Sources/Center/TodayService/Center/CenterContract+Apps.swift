internal import DBus
internal import TodayModel

extension CenterContract {
    /// The interface of the object for apps: the methods that an app may call, without anything that reveals other
    /// apps.
    static let apps = Interface<Center>(
        TodayBus.apps,
        documentation: """
            What an app needs of the notification center, a sandboxed one as well: the methods are those of \
            org.todaycenter.NotificationCenter1 with the same names, and there are no signals to everybody. App Groups \
            are objects below this one. An app in a sandbox may use the widgets whose identifier is its app id, or begins \
            with it and a dot, and App Groups with group. before that; anything else is NotAuthorized. Since version 1.
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
