import Testing
import TodayHost

@Suite struct SessionLockStateTests {
    private let saver = SessionLockState.Source.screenSaver("org.freedesktop.ScreenSaver")

    @Test func itIsLockedAsLongAsOneSaysSo() {
        var state = SessionLockState()
        #expect(!state.isLocked)
        state.take(saver, isLocked: true)
        state.take(.loginHint, isLocked: true)
        state.take(saver, isLocked: false)
        #expect(state.isLocked)
        state.take(.loginHint, isLocked: false)
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
        state.take(.loginHint, isLocked: true)
        #expect(state.isLocked)
        state.take(.loginHint, isLocked: false)
        #expect(!state.isLocked)
    }

    @Test func theUserEndsARequestButNoLock() {
        var state = SessionLockState()
        state.request(isLocked: true)
        state.noteUser()
        #expect(!state.isLocked)
        state.take(.loginHint, isLocked: true)
        state.request(isLocked: true)
        state.noteUser()
        #expect(state.isLocked)
    }

    @Test func aTakenBackRequestUnlocksNoOther() {
        var state = SessionLockState()
        state.take(saver, isLocked: true)
        state.request(isLocked: false)
        #expect(state.isLocked)
        state.forget { $0 == saver }
        #expect(!state.isLocked)
    }
}
