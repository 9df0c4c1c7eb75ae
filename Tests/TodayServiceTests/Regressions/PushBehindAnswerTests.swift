import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// What a provider pushes behind its answer is newer, however long the center looks at its memory before it takes the
/// answer.
@Suite struct PushBehindAnswerTests {
    @Test func theLaterOneStays() async throws {
        let test = try await TestCenter.start()
        let path = try await test.client.registerWidget(.a, WidgetDefinition())
        let center = test.center
        let content = WidgetChanges { $0.content = text("pushed") }.dictionary
        let revisions = Recorder<UInt64>()
        try await center.hold(path) { center in
            try center.updateWidget(WidgetIdentifier.a.rawValue, content) { result in
                if case .success(let revision) = result { revisions.record(revision) }
            }
            #expect(center.registry[path]?.record.content != text("pushed"))
        }
        try await revisions.wait { $0.count == 1 }
        #expect(await center.record(at: path)?.content == text("pushed"))
        #expect(await !center.holdsPushes(path))
    }
}

extension Center {
    /// Does something while an answer of a widget's provider is here and not applied.
    fileprivate func hold(_ path: ObjectPath, _ body: @Sendable (isolated Center) throws -> Void) rethrows {
        guard let widget = registry[path] else { return }
        widget.unapplied.answers += 1
        defer { answerIsApplied(widget) }
        try body(self)
    }

    fileprivate func holdsPushes(_ path: ObjectPath) -> Bool {
        registry[path].map { !$0.unapplied.pushes.isEmpty } ?? false
    }
}
