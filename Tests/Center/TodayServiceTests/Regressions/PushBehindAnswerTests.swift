import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// A push behind a provider's answer is newer than the answer, however long the center measures memory before it applies that.
@Suite struct PushBehindAnswerTests {
    @Test func theLaterOneStays() async throws {
        let test = try await TestCenter.start()
        let path = try await test.client.registerWidget(.a, WidgetDefinition())
        let revisions = Recorder<UInt64>()
        try await test.center.hold(path) { center in
            try center.updateWidget(
                WidgetIdentifier.a.rawValue, WidgetChanges { $0.content = text("pushed") }.dictionary
            ) { result in
                if case .success(let revision) = result { revisions.record(revision) }
            }
            #expect(center.registry[path]?.record.content != text("pushed"))
            #expect(revisions.elements == [])
        }
        #expect(revisions.elements == [1])
        #expect(await test.center.record(at: path)?.content == text("pushed"))
    }

    /// The answer may say the opposite.
    @Test func soDoesAChangeOfHasContent() async throws {
        let test = try await TestCenter.start()
        let path = try await test.client.registerWidget(.a, WidgetDefinition())
        let replies = Recorder<Bool>()
        try await test.center.hold(path) { center in
            try center.setHasContent(WidgetIdentifier.a.rawValue, false) { replies.record((try? $0.get()) != nil) }
            #expect(center.registry[path]?.record.hasContent == true)
        }
        #expect(replies.elements == [true])
        #expect(await test.center.record(at: path)?.hasContent == false)
    }
}

extension Center {
    /// Does something while an answer of a widget's provider has arrived and is not applied. Twice `begin` is as good as once.
    fileprivate func hold(_ path: ObjectPath, _ body: @Sendable (isolated Center) throws -> Void) rethrows {
        guard let widget = registry[path] else { return }
        let hold = PushHold(widget)
        hold.begin()
        hold.begin()
        defer {
            hold.end()
            hold.end()
        }
        try body(self)
    }
}
