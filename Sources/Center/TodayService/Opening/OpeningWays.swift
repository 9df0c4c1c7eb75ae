package import DBus

/// Who is asked to open a URL, in which order, and what an answer means. Pure: ``URLOpeningQueue`` asks.
///
/// | asked | it took it | it said no | it is not there | no answer in time |
/// |---|---|---|---|---|
/// | the containing app on the bus | opened | not opened | its program | not opened |
/// | the containing app's program | opened | not opened: its terminal failed | the portal | – |
/// | the portal | opened | not opened | `gio open` | opened: the user is choosing |
/// | `gio open` | opened | `xdg-open` | `xdg-open` | not opened |
/// | `xdg-open` | opened | not opened | not opened | opened: it has become the program |
///
/// Whoever was reached has the last word. Asking the next one then would open the URL twice, or open it where the app
/// or the user has just declined. Only `gio open` has none: it asks nobody, and fails where it knows no program for the
/// URL. `xdg-open` may know one, by the desktop or by `$BROWSER`.
package struct OpeningWays: Hashable, Sendable {
    /// Somebody who may open a URL.
    package enum Way: Hashable, Sendable {
        /// `org.freedesktop.Application.Open` of the containing app.
        case activation(BusName)
        /// The containing app's `Exec`: the session's service manager starts it in a unit of its own, or the center does.
        case program
        /// `org.freedesktop.portal.OpenURI`.
        case portal
        case gio
        case xdgOpen
    }

    /// What came of asking.
    package enum Answer: Hashable, Sendable {
        case opened
        /// Somebody was reached, and has not opened it.
        case declined
        /// Nobody was reached.
        case absent
        /// Somebody was reached, and has not answered in time.
        case silent
    }

    /// What is to be done.
    package enum Step: Hashable, Sendable {
        case ask(Way)
        case finish(opened: Bool)
    }

    private var ways: [Way]

    /// - Parameters:
    ///   - app: the containing app, if it handles the scheme and is started by its name on the bus.
    ///   - hasProgram: whether the containing app handles the scheme and has a program that takes the URL.
    ///   - isForPortal: whether the portal can open such a URL.
    package init(app: BusName?, hasProgram: Bool, isForPortal: Bool) {
        ways = app.map { [.activation($0)] } ?? []
        if hasProgram { ways.append(.program) }
        if isForPortal { ways.append(.portal) }
        ways += [.gio, .xdgOpen]
    }

    /// What is to be done first, or after an answer that settles nothing.
    package var next: Step { ways.first.map { .ask($0) } ?? .finish(opened: false) }

    /// Takes the answer of the way that was asked last, and returns what is to be done now.
    package mutating func take(_ answer: Answer) -> Step {
        guard !ways.isEmpty else { return .finish(opened: false) }
        let asked = ways.removeFirst()
        if answer == .absent || asked == .gio && answer == .declined { return next }
        ways = []
        return .finish(opened: Self.isOpened(asked, answer))
    }

    private static func isOpened(_ way: Way, _ answer: Answer) -> Bool {
        switch (way, answer) {
        case (_, .opened), (.portal, .silent), (.xdgOpen, .silent): true
        case (_, .declined), (_, .absent), (_, .silent): false
        }
    }
}
