import DBus
import DBusTesting
import Dispatch
import NotificationCenterTesting
import Testing
import TodayModel

@testable import NotificationCenter

/// A widget that reports by completion handler.
private final class HandlerWidget: NCWidgetProviding {
    typealias Handler = @Sendable (NCUpdateResult) -> Void

    static let widgetIdentifier: String? = "org.example.Handler"
    var report: @WidgetActor @Sendable (@escaping Handler) -> Void = { _ in }
    var content: WidgetContent { Text("Hello") }

    func widgetPerformUpdate(completionHandler: @escaping Handler) { report(completionHandler) }
}

@Suite @WidgetActor struct CompletionHandlerTests {
    private let driver = WidgetDriver<HandlerWidget>()
    private var widget: HandlerWidget { driver.widget }

    @Test func itIsCalledFromAnywhere() async {
        widget.report = { handler in handler(.newData) }
        #expect(await driver.update() == .newData)
        widget.report = { handler in Task.detached { handler(.failed) } }
        #expect(await driver.update() == .failed)
        widget.report = { handler in Task { handler(.noData) } }
        #expect(await driver.update() == .noData)
        widget.report = { handler in DispatchQueue.global().async { handler(.failed) } }
        #expect(await driver.update() == .failed)
        #expect(
            driver.messages == ["org.example.Handler: the update failed", "org.example.Handler: the update failed"])
    }

    @Test func onlyTheFirstCallCounts() async {
        widget.report = { handler in
            handler(.newData)
            handler(.failed)
            handler(.failed)
        }
        #expect(await driver.update() == .newData)
        #expect(
            driver.messages == [
                "org.example.Handler: the completion handler was called twice; the first call counts"
            ])
    }

    @Test func aLostHandlerIsAFailure() async {
        widget.report = { _ in }
        #expect(await driver.update() == .failed)
        #expect(driver.error == "the widget released the completion handler without calling it")
        #expect(driver.messages.count == 1)
    }

    /// The deadline is zero: whatever does not end at once is late.
    @Test func aLateCallIsToldOnce() async {
        let kept = KeptHandler()
        let widget = HandlerWidget()
        widget.report = { handler in kept.handler = handler }
        let session = WidgetSession(widget, identifier: "org.example.Handler", deadline: .zero)
        let lines = Locked<[String]>([])
        let update = UpdateContext(identifier: "org.example.Handler", reason: .visible)
        await StandardError.$replacement.withValue({ line in lines.withLock { $0.append(line) } }) {
            let (result, changes) = await session.performUpdate(update, for: nil)
            #expect(result == .failed && changes.error == "the update took longer than 0 seconds")
            // The run was canceled by the time the handler reports that it is late.
            await kept.wasGivenUp(lines)
            kept.handler?(.newData)
            // The next run starts fresh.
            widget.report = { handler in handler(.newData) }
        }
        let late = "org.example.Handler: the completion handler was called too late; the update was canceled"
        #expect(lines.withLock { $0.filter { $0 == late }.count } == 1)
    }

    @Test func anUpdateThatIsTooLongIsGivenUp() async {
        let gate = Gate()
        let widget = ScriptedWidget()
        widget.outcome = {
            await gate.wait()
            return .newData
        }
        let session = WidgetSession(widget, identifier: "org.example.Test", deadline: .zero)
        let update = UpdateContext(identifier: "org.example.Test", reason: .visible)
        #expect(await session.performUpdate(update, for: nil).0 == .failed)
        #expect(await session.performUpdate(update, for: nil).0 == .failed)
        // Two began: the first one was not waited for.
        #expect(widget.log == ["begin", "update", "update"])
        gate.open()
    }
}

/// A handler that a widget keeps.
@WidgetActor
private final class KeptHandler {
    var handler: (@Sendable (NCUpdateResult) -> Void)?

    nonisolated init() {}

    /// Calls the handler until it says that it comes too late: before that the update has just not heard of its end.
    func wasGivenUp(_ lines: Locked<[String]>) async {
        while lines.withLock({ !$0.contains { $0.contains("too late") } }) {
            handler?(.failed)
            await Task.yield()
        }
    }
}
