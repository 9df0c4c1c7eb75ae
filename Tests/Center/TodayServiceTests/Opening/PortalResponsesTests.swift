import DBus
import Testing

@testable import TodayService

/// Which of the portal's responses counts.
@Suite struct PortalResponsesTests {
    private static let own: ObjectPath = "/request/own"
    private static let other: ObjectPath = "/request/other"

    @Test func oneThatIsExpected() async {
        let responses = PortalResponses()
        responses.expect(at: Self.own)
        responses.receive(.opened, at: Self.other)
        responses.receive(.declined, at: Self.own)
        // The first one counts.
        responses.receive(.opened, at: Self.own)
        responses.answer.settle(.silent)
        #expect(await responses.answer.value == .declined)
    }

    /// The path was matched only once it was known, and on a busy machine the response was gone by then.
    @Test func oneThatWasHeardBeforeItsPathWasKnown() async {
        let responses = PortalResponses()
        responses.expect(at: Self.own)
        responses.receive(.declined, at: Self.other)
        responses.expect(at: Self.other)
        #expect(await responses.answer.value == .declined)
    }

    @Test func oneThatComesLater() async {
        let responses = PortalResponses()
        responses.expect(at: Self.own)
        async let answer = responses.answer.value
        responses.receive(.opened, at: Self.own)
        #expect(await answer == .opened)
    }
}
