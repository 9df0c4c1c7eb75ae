package import DBus

/// The ways to open a URL, their order, and the meaning of each answer. Pure: ``URLOpeningQueue`` asks.
///
/// | asked | opened it | declined | not found | no answer in time |
/// |---|---|---|---|---|
/// | the containing app on the bus | opened | not opened | its program | not opened |
/// | the containing app's program | opened | not opened: its terminal failed | the portal | – |
/// | the portal | opened | not opened | `gio open` | opened: the user is choosing |
/// | `gio open` | opened | `xdg-open` | `xdg-open` | not opened |
/// | `xdg-open` | opened | not opened | not opened | opened: it has become the program |
///
/// The first one that is reached decides. Asking the next one would open the URL twice, or after the app or the user
/// has declined. The only exception is `gio open`, which fails without asking if it doesn't know a program for the URL.
/// `xdg-open` may know one, from the desktop or from `$BROWSER`.
package struct OpeningWays: Hashable, Sendable {
    /// A way to open a URL.
    package enum Way: Hashable, Sendable {
        /// `org.freedesktop.Application.Open` of the containing app.
        case activation(BusName)
        /// The containing app's `Exec`: the session's service manager starts it in its own unit, or the center starts
        /// it.
        case program
        /// `org.freedesktop.portal.OpenURI`.
        case portal
        case gio
        case xdgOpen
    }

    /// The result of asking.
    package enum Answer: Hashable, Sendable {
        case opened
        /// It was reached, and didn't open the URL.
        case declined
        /// It was not reached.
        case absent
        /// It was reached, and didn't answer in time.
        case silent
    }

    /// The next step.
    package enum Step: Hashable, Sendable {
        case ask(Way)
        case finish(opened: Bool)
    }

    private var ways: [Way]

    /// - Parameters:
    ///   - app: the containing app, if it handles the scheme and is started by its bus name.
    ///   - hasProgram: whether the containing app handles the scheme and has a program that accepts the URL.
    ///   - isForPortal: whether the portal can open such a URL.
    package init(app: BusName?, hasProgram: Bool, isForPortal: Bool) {
        ways = app.map { [.activation($0)] } ?? []
        if hasProgram { ways.append(.program) }
        if isForPortal { ways.append(.portal) }
        ways += [.gio, .xdgOpen]
    }

    /// The first step, or the step after an answer that doesn't decide.
    package var next: Step { ways.first.map { .ask($0) } ?? .finish(opened: false) }

    /// Processes the answer of the way asked last, and returns the next step.
    package mutating func advance(after answer: Answer) -> Step {
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
