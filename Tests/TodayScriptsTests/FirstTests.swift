import Testing
import TodayModel

@testable import TodayScripts

@Suite struct FirstTests {
    @Test func menu() throws {
        let view = try view("CPU | color=red\n---\nLoad: 1\n--Clear | bash=ls terminal=false\n-----\n--b")
        #expect(view.actions["row/Load/Clear"]?.command == ["bash", "-c", "ls"])
    }
}
