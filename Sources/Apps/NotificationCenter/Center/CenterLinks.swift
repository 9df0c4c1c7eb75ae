internal import DBus
package import TodayModel

/// The links over which one program registers its widgets. A connection may register a limited number of widgets, so
/// there are as many links as needed.
@WidgetActor
package final class CenterLinks {
    private var links: [(link: CenterLink, widgets: Set<WidgetIdentifier>)] = []

    package init() {}

    /// Returns the link that registered a widget, or one that still has room for it.
    package func link(for identifier: WidgetIdentifier) -> CenterLink {
        let place =
            links.firstIndex { $0.widgets.contains(identifier) }
            ?? links.firstIndex { $0.widgets.count < Limits.widgetsPerConnection }
        if let place {
            links[place].widgets.insert(identifier)
            return links[place].link
        }
        let link = CenterLink(.session)
        links.append((link, [identifier]))
        return link
    }

    /// Forgets a widget that was unregistered. Its link then has room for another one.
    package func remove(_ identifier: WidgetIdentifier) {
        for index in links.indices { links[index].widgets.remove(identifier) }
    }
}
