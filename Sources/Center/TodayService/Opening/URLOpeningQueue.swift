internal import DBus
internal import Logging
internal import TodayModel
internal import TodayServiceRules

/// Opens URLs: in the containing app if it handles the scheme, else with the desktop. On the thread of the bus; what may
/// take its time is done by ``Applications`` and by others.
struct URLOpeningQueue: Sendable {
    /// How many URLs are opened at once, each of them by one program after the other, and how many wait.
    static let bounds = Turns<CallingParty>.Bounds(atWork: 16, atWorkPerParty: 4, waiting: 256, waitingPerParty: 32)

    private let connection: Connection
    private let applications: Applications
    private let logger: Logger
    private let turns: Turnstile<CallingParty>
    /// How long everybody together has, waiting included.
    private let limit: Duration

    init(_ service: ServiceContext, _ applications: Applications) {
        connection = service.connection
        logger = service.logger
        limit = service.timing.opening
        turns = Turnstile(Self.bounds, on: service.loop)
        self.applications = applications
    }

    /// Opens a URL. Returns whether somebody took it, within ``limit``.
    ///
    /// - Parameters:
    ///   - app: the desktop file id of the containing app.
    ///   - token: an activation token, which lets the program raise its window.
    ///   - party: who asks for it.
    /// - Throws: ``CenterError`` `LimitExceeded` when too many wait, or its turn has not come in time; `NotSupported` when
    ///   the app's program cannot be given the URL safely. Nobody was asked then.
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
                "url: \(url.string.quoted) is not opened: \(error.ofParty) URLs of this caller and \(error.inAll) of "
                    + "all wait already, at most \(bounds.waitingPerParty) and \(bounds.waiting) may")
        }
        throw CenterError(
            .limitExceeded,
            "url: \(url.string.quoted) is not opened: its turn has not come within \(limit), because at most "
                + "\(bounds.atWorkPerParty) URLs of a caller and \(bounds.atWork) of all are opened at once")
    }
}

/// The place of one URL that is being opened. It is free for the next one when nobody refers to it any more.
final class OpeningPlace: Sendable {
    private let ticket: Turns<CallingParty>.Ticket
    private let turns: Turnstile<CallingParty>

    init(_ ticket: Turns<CallingParty>.Ticket, _ turns: Turnstile<CallingParty>) {
        self.ticket = ticket
        self.turns = turns
    }

    deinit { Task { [ticket, turns] in await turns.leave(ticket) } }
}
