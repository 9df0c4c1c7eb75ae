import Testing

@testable import NotificationCenter

@Suite struct BackgroundWorkTests {
    private var work = BackgroundWork()

    private func run(_ number: Int, expired: Bool = false) -> BackgroundWork.Run {
        BackgroundWork.Run(number: number, isExpired: expired)
    }

    @Test mutating func itBeginsAfterTheAnswer() {
        work.callBegan()
        work.callBegan()
        #expect(work.add().begins.isEmpty && !work.isIdle)
        #expect(work.callEnded().isEmpty)
        #expect(work.callEnded() == [run(1)])
        #expect(work.ended(1) == true)
        #expect(work.isIdle)
        #expect(work.expire().isEmpty)
    }

    @Test mutating func betweenCallsItBeginsAtOnce() {
        let (number, begins) = work.add()
        #expect(number == 1 && begins == [run(1)])
        work.callBegan()
        #expect(work.callEnded().isEmpty)
    }

    @Test mutating func whatGoesOnIsToldOfTheEnd() {
        _ = work.add()
        #expect(work.expire() == [run(1, expired: true)])
        #expect(work.expire().isEmpty)
        #expect(work.ended(1) == false)
        #expect(!work.isIdle)
        #expect(work.ended(1) == true)
        #expect(work.isIdle)
    }

    @Test mutating func whatHasNotBegunIsToldOnlyThat() {
        work.callBegan()
        _ = work.add()
        #expect(work.expire() == [run(1, expired: true)])
        #expect(work.callEnded().isEmpty)
        #expect(work.ended(1) == true)
        #expect(work.isIdle)
        #expect(work.add().begins == [run(2, expired: true)])
        #expect(work.ended(2) == true)
    }
}
