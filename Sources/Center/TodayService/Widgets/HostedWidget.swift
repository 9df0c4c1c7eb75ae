internal import DBus
internal import TodayModel
internal import TodayServiceRules

/// Everything the center holds of one widget that is there: whoever lets go of it has forgotten the widget. Touched by the
/// center alone.
package final class HostedWidget {
    /// What the center knows of it, and panels see. ``Registry/change(_:_:)`` alone changes it.
    package internal(set) var record: WidgetRecord
    /// How many widgets had come when this one had: another one of the same name has another number.
    let number: UInt64

    // MARK: When it is due

    /// What decides when it is due.
    var updateTiming = UpdateTiming()
    /// The update that is under way, and who waits for its result.
    var run = InFlightUpdate<RunAnswer>()

    // MARK: What is pushed

    /// Holds pushes that come too fast; nil before the first push.
    var pushGate: PushGate<PushReply>?
    /// When those that are held are applied.
    var pushTimer: EventLoop.Timer?
    /// How many answers of its provider have arrived and are not applied yet, and what was pushed meanwhile.
    var answersInFlight = 0
    var pushesBehindAnswers: [@Sendable () -> Void] = []

    // MARK: Who provides it

    /// The provider; nil before it is called for the first time.
    var session: ProviderSession?
    /// How many display modes are still to be reported to the provider.
    var modesToReport = 0
    /// The calls of `RegisterWidget` that are not answered yet: until they are, its provider is not called.
    var registrations: [FirstAnswer<Void>] = []
    /// When it goes because its containing app has gone.
    var appTimer: EventLoop.Timer?

    init(_ record: WidgetRecord, number: UInt64) {
        self.record = record
        self.number = number
    }

    var path: ObjectPath { record.path }
    var identifier: WidgetIdentifier { record.identifier }

    /// Waits until its registrations are answered: no provider is called before that.
    func waitForRegistration() async { for answer in registrations { await answer.value } }

    /// What `State` is when nothing is being done for it.
    var restingState: WidgetState { session?.backoff.isSuspended == true ? .suspended : .idle }
}

/// Keeps back what is pushed to a widget from the arrival of a provider's answer until that is applied: a provider may push right
/// behind its answer, which is older.
final class PushHold {
    private let widget: HostedWidget
    private var isHeld = false

    init(_ widget: HostedWidget) { self.widget = widget }

    /// An answer has arrived.
    func begin() {
        if isHeld { return }
        isHeld = true
        widget.answersInFlight += 1
    }

    /// The answer is applied, or dropped: what was pushed behind it comes now.
    func end() {
        guard isHeld else { return }
        isHeld = false
        widget.answersInFlight -= 1
        guard widget.answersInFlight == 0 else { return }
        let pushes = widget.pushesBehindAnswers
        widget.pushesBehindAnswers = []
        for push in pushes { push() }
    }
}

/// What one caller of `PerformUpdate` is answered: the result of the run, or why it may not wait for that.
typealias RunAnswer = FirstAnswer<Result<UpdateResult, RemoteError>>

/// Takes the revision that a push is in. On the center's thread.
typealias PushReply = @Sendable (Result<UInt64, any Error>) -> Void
