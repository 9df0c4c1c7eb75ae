import NotificationCenter
import Testing

@testable import SimpleTimerKit

@Suite struct CountdownTests {
    private let now = Timestamp(microseconds: 1_800_000_000_123_457)

    @Test func leftMinusWhatHasPassed() throws {
        let quit = Countdown(.seconds(90), from: now + .seconds(-30))
        let saved = quit.saved(at: now)
        #expect(saved == ["timeLeft": 60.0, "quitDate": 1_800_000_000_123_457])
        let countdown = try #require(Countdown(saved: saved))
        #expect(countdown.timeLeft(at: now + .seconds(25)) == .seconds(35))
        #expect(!countdown.hasFinished(at: now + .milliseconds(59_999)))
        #expect(countdown.hasFinished(at: now + .seconds(60)))
        #expect(countdown.timeLeft(at: now + .seconds(3600)) == .zero)
    }

    /// Saved over and over, it ends at the same moment, so that the widget shows nothing new.
    @Test func savingIsExact() throws {
        let countdown = Countdown(.microseconds(86_399_999_999), from: now)
        for step in stride(from: Int64(0), to: 86_399_999_999, by: 1_234_567_891) {
            let moment = now + .microseconds(step)
            #expect(Countdown(saved: countdown.saved(at: moment)) == countdown)
        }
        // One that had finished when it was saved, has finished.
        let late = try #require(Countdown(saved: countdown.saved(at: now + .seconds(90_000))))
        #expect(late.hasFinished(at: now + .seconds(90_000)))
    }

    @Test func integersAreNumbersToo() {
        let countdown = Countdown(saved: ["timeLeft": 5, "quitDate": 1_000_000])
        #expect(countdown?.end == Timestamp(microseconds: 6_000_000))
    }

    @Test(
        arguments: [
            [:], ["timeLeft": 5.0], ["quitDate": 5], ["timeLeft": "5", "quitDate": 5],
            ["timeLeft": 5.0, "quitDate": 5.0],
            ["timeLeft": -1.0, "quitDate": 5], ["timeLeft": 5.0, "quitDate": -1], ["timeLeft": 86400.5, "quitDate": 5],
            ["timeLeft": .number(.nan), "quitDate": 5], ["timeLeft": .number(.infinity), "quitDate": 5],
        ] as [[String: NCValue]])
    func whatIsNoCountdownIsNone(_ values: [String: NCValue]) { #expect(Countdown(saved: values) == nil) }

    @Test func textsAreThoseOfPanels() {
        #expect(Duration.zero.timerText == "0:00")
        #expect(Duration.milliseconds(1).timerText == "0:01")
        #expect(Duration.seconds(65).timerText == "1:05")
        #expect(Duration.milliseconds(3_599_001).timerText == "1:00:00")
        #expect(Duration.seconds(36_061).timerText == "10:01:01")
    }
}
