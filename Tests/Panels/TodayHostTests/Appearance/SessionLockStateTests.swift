import Testing
import TodayHost

@Suite struct SessionLockStateTests {
    private let saver = SessionLockState.Source.screenSaver("org.freedesktop.ScreenSaver")

    @Test func itIsLockedAsLongAsOneSaysSo() {
        var state = SessionLockState()
        #expect(!state.isLocked)
        state.apply(saver, isLocked: true)
        state.apply(.loginHint, isLocked: true)
        state.apply(saver, isLocked: false)
        #expect(state.isLocked)
        state.apply(.loginHint, isLocked: false)
        #expect(!state.isLocked)
    }

    @Test func aRequestLocksUntilItIsTakenBack() {
        var state = SessionLockState()
        state.request(isLocked: true)
        #expect(state.isLocked)
        state.request(isLocked: false)
        #expect(!state.isLocked)
    }

    @Test func aRequestEndsWithTheLockItBrought() {
        var state = SessionLockState()
        state.request(isLocked: true)
        state.apply(.loginHint, isLocked: true)
        #expect(state.isLocked)
        state.apply(.loginHint, isLocked: false)
        #expect(!state.isLocked)
    }

    @Test func theUserEndsARequestButNoLock() {
        var state = SessionLockState()
        state.request(isLocked: true)
        state.endLockRequest()
        #expect(!state.isLocked)
        state.apply(.loginHint, isLocked: true)
        state.request(isLocked: true)
        state.endLockRequest()
        #expect(state.isLocked)
    }

    @Test func aTakenBackRequestUnlocksNoOther() {
        var state = SessionLockState()
        state.apply(saver, isLocked: true)
        state.request(isLocked: false)
        #expect(state.isLocked)
        state.removeSources { $0 == saver }
        #expect(!state.isLocked)
    }
}
