internal import DBus
internal import TodayProtocol

extension Center {
    /// The interface of the object for apps: what an app may ask for, and nothing that would tell it of others.
    static let appsInterface = Interface<Center>(
        TodayBus.apps,
        documentation: """
            What an app needs of the notification center, a sandboxed one as well: the methods are those of \
            org.todaycenter.NotificationCenter1 with the same names, and there are no signals to everybody. App Groups \
            are objects below this one. Since version 1.
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
