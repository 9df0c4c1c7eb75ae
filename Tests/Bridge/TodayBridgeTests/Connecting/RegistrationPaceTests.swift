import DBus
import Testing
import TodayBridgeRules

struct RegistrationPaceTests {
    @Test func aFloodIsSlow() {
        var pace = RegistrationPace()
        let start = MonotonicTime.now
        func taken(_ count: Int, after seconds: Int) -> Int {
            (0..<count).count { _ in pace.take(at: start + .seconds(seconds)) == nil }
        }
        #expect(taken(1000, after: 0) == 512)
        #expect(taken(1000, after: 2) == 10)
        #expect(pace.take(at: start + .seconds(2)) == .seconds(1))
        #expect(taken(1000, after: 3600) == 512)
    }
}
