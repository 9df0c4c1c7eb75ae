import NotificationCenter
import SimpleTimerKit

/// The countdown in Today. The widget sends it once. The panel counts, shows the finished text, and then shows the
/// button, so the widget never has to wake up.
@main
final class SimpleTimerWidget: NCWidgetProviding {
    static let widgetIdentifier: String? = SharedCountdown.widgetIdentifier

    var open = { () async throws -> SharedCountdown in try await SharedCountdown.open() }
    private var shared: SharedCountdown?
    private var countdown: Countdown?
    private var isUpdated = false

    var content: WidgetContent {
        if let countdown {
            Column {
                Timer(until: countdown.end, finishedText: "Finished").id("timer")
                Button("Open").id("open").url("simpleTimer://finished").showAfter(countdown.end)
            }
        } else if isUpdated {
            Text("No timer is running", color: .secondary)
        }
    }

    /// Leaves room for the button from the start, because the widget doesn't run at zero.
    var preferredContentSize: Size? { Size(width: 0, height: countdown == nil ? 37 : 100) }

    func widgetPerformUpdate() async throws -> NCUpdateResult {
        let shared = if let shared { shared } else { try await open() }
        self.shared = shared
        let current = shared.countdown
        if isUpdated, current == countdown { return .noData }
        countdown = current
        isUpdated = true
        return .newData
    }
}
