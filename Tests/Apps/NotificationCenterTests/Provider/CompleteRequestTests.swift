import NotificationCenterTesting
import Testing

@testable import NotificationCenter

/// A widget whose updates keep running after their answer.
private final class Download: NCWidgetProviding {
    let step = Gate()
    var log: [String] = []
    private var text = "nothing"

    var content: WidgetContent { Text(text) }

    func widgetPerformUpdate() async throws -> NCUpdateResult {
        extensionContext?.completeRequest { expired in
            self.log.append(expired ? "expired" : "began")
            if expired { self.step.open() } else { await self.step.wait() }
            self.text = expired ? "a part" : self.text == "a part" ? "a part" : "all of it"
            self.log.append(expired ? "stopped" : "finished")
        }
        log.append("answered")
        return .newData
    }
}

@Suite @WidgetActor struct CompleteRequestTests {
    private let driver = WidgetDriver<Download>()

    @Test func theWorkGoesOnAfterTheAnswer() async {
        #expect(await driver.update() == .newData)
        #expect(driver.text == "nothing")
        driver.widget.step.open()
        await driver.finishWork()
        #expect(driver.text == "all of it" && driver.revision == 2)
        #expect(driver.widget.log == ["answered", "began", "finished"])
        await driver.end()
        #expect(driver.widget.log.count == 3)
    }

    @Test func atTheEndItIsTold() async {
        await driver.update()
        // Its first call has begun when something else had its turn.
        while driver.widget.log.count < 2 { await Task.yield() }
        await driver.end()
        #expect(driver.widget.log.prefix(4) == ["answered", "began", "expired", "stopped"])
        #expect(driver.widget.log.last == "finished")
        #expect(driver.text == "a part")
    }

    @Test func withoutAHandlerNothingHappens() async {
        driver.widget.extensionContext?.completeRequest(returningItems: [1])
        await driver.finishWork()
        #expect(driver.widget.log.isEmpty)
    }

    /// The program waits for the work at its end, but not forever.
    @Test func whoDoesNotStopIsNotWaitedFor() async {
        let life = ProgramLife(patience: .zero)
        life.beginWork()
        life.end(0)
        #expect(await life.ended == 0)
        let patient = ProgramLife(patience: .seconds(3600))
        patient.beginWork()
        patient.end(7)
        patient.end(1)
        Task { patient.endWork() }
        #expect(await patient.ended == 7)
    }
}
