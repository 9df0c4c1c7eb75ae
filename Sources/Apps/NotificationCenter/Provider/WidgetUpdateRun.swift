internal import DBus
internal import TodayModel

/// The outcome of an update.
enum UpdateOutcome: Sendable {
    case result(UpdateResult)
    case error(any Error)
    /// It didn't end in time.
    case timedOut
}

/// One update of a widget, which ends in time whatever the widget does.
@WidgetActor
final class WidgetUpdateRun {
    private let widget: any NCWidgetProviding
    private let deadline: Duration
    private let report: (String) -> Void
    private var waiter: CheckedContinuation<UpdateOutcome, Never>?

    /// - Parameter report: Reports an end that comes too late.
    init(_ widget: any NCWidgetProviding, _ deadline: Duration, report: @escaping (String) -> Void) {
        self.widget = widget
        self.deadline = deadline
        self.report = report
    }

    /// Runs the update.
    var outcome: UpdateOutcome {
        get async {
            let work = Task { [widget] () -> UpdateOutcome in
                do { return .result(try await widget.widgetPerformUpdate()) } catch { return .error(error) }
            }
            let timer = WidgetActor.shared.loop.schedule(at: .now + deadline) {
                Task { @WidgetActor in
                    self.finish(.timedOut)
                    work.cancel()
                }
            }
            return await withCheckedContinuation { continuation in
                waiter = continuation
                Task {
                    let outcome = await work.value
                    WidgetActor.shared.loop.cancel(timer)
                    finish(outcome)
                }
            }
        }
    }

    /// Finishes the update; only the first call counts.
    private func finish(_ outcome: UpdateOutcome) {
        if let waiter {
            self.waiter = nil
            waiter.resume(returning: outcome)
        } else if case .result = outcome {
            report("the update ended too late; it was canceled before")
        }
    }
}
