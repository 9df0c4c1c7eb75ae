import NotificationCenter
import Testing

@Test func momentsMoveByDurations() {
    let moment = Timestamp(microseconds: 5_000_000)
    #expect((moment + .seconds(2)).microseconds == 7_000_000)
    #expect((moment + .milliseconds(-1500)).microseconds == 3_500_000)
    #expect((moment + .microseconds(3)).microseconds == 5_000_003)
    #expect((moment + .seconds(-6)).microseconds == 0)
    #expect((moment + .seconds(Int64.max)).microseconds > moment.microseconds)
    #expect((moment + .seconds(Int64.min)).microseconds == 0)
    #expect((Timestamp(microseconds: .max) + .seconds(1)).microseconds == .max)
    #expect(Timestamp.now > Timestamp(microseconds: 1_500_000_000_000_000))
}
