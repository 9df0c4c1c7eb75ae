internal import DBus
internal import Logging
internal import TodayModel
internal import TodayServiceRules

/// Opens URLs: in the containing app if it handles the scheme, else with the desktop. On the bus thread; slow work is
/// left to ``Applications`` and other programs.
struct URLOpeningQueue: Sendable {
    /// The limits of URLs that are opened at once, each by one program after the other, and of URLs that wait.
    static let bounds = Turns<CallingParty>.Bounds(atWork: 16, atWorkPerParty: 4, waiting: 256, waitingPerParty: 32)

    private let connection: Connection
    private let applications: Applications
    private let logger: Logger
    private let turns: Turnstile<CallingParty>
    /// The time for all steps together, including the wait.
    private let limit: Duration

    init(_ service: ServiceContext, _ applications: Applications) {
        connection = service.connection
        logger = service.logger
        limit = service.timing.opening
        turns = Turnstile(Self.bounds, on: service.loop)
        self.applications = applications
    }

    /// Opens a URL. Returns whether a program opened it, within ``limit``.
    ///
    /// - Parameters:
    ///   - app: the desktop file id of the containing app.
    ///   - token: an activation token, which lets the program raise its window.
    ///   - party: the party that requests it.
    /// - Throws: ``CenterError`` `LimitExceeded` if too many URLs wait, or its turn doesn't come in time;
    ///   `NotSupported` if the app's program can't be given the URL safely. No program was asked then.
    func open(_ url: WidgetURL, app: String?, token: String?, for party: CallingParty) async throws -> Bool {
        let deadline = MonotonicTime.now + limit
        let place = try await place(for: url, party, until: deadline)
        let opening = URLOpening(
            url: url, token: token, deadline: deadline, connection: connection, applications: applications,
            logger: logger, place: place)
        return try await opening.run(app: app)
    }

    private func place(
        for url: WidgetURL, _ party: CallingParty, until deadline: MonotonicTime
    ) async throws(CenterError) -> OpeningPlace {
        let bounds = Self.bounds
        do throws(Turns<CallingParty>.Full) {
            if let ticket = try await turns.enter(party, until: deadline) { return OpeningPlace(ticket, turns) }
        } catch {
            throw CenterError(
                .limitExceeded,
                "url: cannot open \(url.string.quoted): \(error.ofParty) URLs of this caller and \(error.inAll) of "
                    + "all callers are waiting, at most \(bounds.waitingPerParty) and \(bounds.waiting) may")
        }
        throw CenterError(
            .limitExceeded,
            "url: cannot open \(url.string.quoted): its turn did not come within \(limit); at most "
                + "\(bounds.atWorkPerParty) URLs of a caller and \(bounds.atWork) of all callers are opened at once")
    }
}

/// The slot of one URL that is being opened. It is freed with the last reference.
final class OpeningPlace: Sendable {
    private let ticket: Turns<CallingParty>.Ticket
    private let turns: Turnstile<CallingParty>

    init(_ ticket: Turns<CallingParty>.Ticket, _ turns: Turnstile<CallingParty>) {
        self.ticket = ticket
        self.turns = turns
    }

    deinit { Task { [ticket, turns] in await turns.leave(ticket) } }
}
