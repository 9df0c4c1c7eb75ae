internal import DBus
internal import TodayModel
internal import TodayServiceRules

/// All state of the center for one existing widget; nothing else remains of it when this object is released. Used only
/// by the center.
package final class HostedWidget {
    /// Its properties, including those that panels see. Only ``Registry/change(_:_:)`` changes it.
    package internal(set) var record: WidgetRecord
    /// The number of widgets added up to this one: a later widget of the same name has a different number.
    let number: UInt64

    // MARK: Updates

    /// The facts that decide when it is due.
    var updateTiming = UpdateTiming()
    /// The time for which `RetryAt` was computed, in nanoseconds of the boot clock; nil while nothing is tried again.
    var retryDue: UInt64?
    /// The update in progress, and the callers that wait for its result.
    var run = InFlightUpdate<RunAnswer>()

    // MARK: Pushes

    /// Holds pushes that come too fast; nil before the first push.
    var pushGate: PushGate<PushReply>?
    /// Fires when held pushes are due.
    var pushTimer: EventLoop.Timer?
    /// The number of its provider's answers that arrived and aren't applied yet, and below the pushes that arrived
    /// meanwhile.
    var answersInFlight = 0
    var pushesBehindAnswers: [@Sendable () -> Void] = []

    // MARK: Provider

    /// The provider; nil before its first call.
    var session: ProviderSession?
    /// The number of display modes still to be reported to the provider.
    var modesToReport = 0
    /// The calls of `RegisterWidget` without a reply yet: until they get one, its provider isn't called.
    var registrations: [FirstAnswer<Void>] = []
    /// Fires when the widget is removed because its containing app is gone.
    var appTimer: EventLoop.Timer?

    init(_ record: WidgetRecord, number: UInt64) {
        self.record = record
        self.number = number
    }

    var path: ObjectPath { record.path }
    var identifier: WidgetIdentifier { record.identifier }

    /// Waits until its registrations are answered: its provider isn't called before that.
    func waitForRegistration() async { for answer in registrations { await answer.value } }

    /// The `State` while no activity is in progress.
    var restingState: WidgetState { session?.backoff.isSuspended == true ? .suspended : .idle }
}

/// Holds pushes to a widget from the arrival of a provider's answer until the answer is applied. A provider may push
/// right after its answer, and that push is newer.
final class PushHold {
    private let widget: HostedWidget
    private var isHeld = false

    init(_ widget: HostedWidget) { self.widget = widget }

    /// Starts to hold pushes, because an answer has arrived.
    func begin() {
        if isHeld { return }
        isHeld = true
        widget.answersInFlight += 1
    }

    /// Applies the pushes that arrived after the answer, which is applied or dropped now.
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

/// The answer to one caller of `PerformUpdate`: the result of the run, or the reason for which the caller must not wait
/// for it.
typealias RunAnswer = FirstAnswer<Result<UpdateResult, RemoteError>>

/// Receives the revision that contains a push. On the center's thread.
typealias PushReply = @Sendable (Result<UInt64, any Error>) -> Void
