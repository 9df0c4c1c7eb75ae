import TodayModel
import Testing

@testable import DBus
@testable import TodayHost

@Suite struct RefusalTests {
    @Test func itIsSaidInWords() {
        #expect(Refusal(CenterError(.conflict, "it is another one")).description == "it is another one")
        #expect(Refusal(RemoteError(.failed, "the lamp is broken")).description == "the lamp is broken")
        #expect(Refusal(RemoteError(.failed, "")).description == "Unknown error")
        #expect(Refusal(RemoteError(.noReply, "Did not receive a reply")).description == "No answer")
        #expect(Refusal(RemoteError(.serviceUnknown, "The name")).description == "Today isn’t running")
        #expect(Refusal(ConnectionError(.timedOut, "after 25 s")).description == "No answer")
        #expect(Refusal(ConnectionError.isClosed).description == "The session bus isn’t running")
        #expect(Refusal(Refusal("twice")).description == "twice")
    }

    @Test func aCardSaysItInASentence() {
        #expect(CardMessage.refused(Refusal("no answer")).text == "No answer")
        #expect(CardMessage.refused(Refusal("no.")).text == "No.")
        #expect(
            CardMessage.refused(Refusal("org.example.Lamp does not know it")).text
                == "org.example.Lamp does not know it")
        #expect(CardMessage.refused(Refusal("0 is too little")).text == "0 is too little")
        #expect(CardMessage.refused(Refusal("")).text == "")
    }
}
