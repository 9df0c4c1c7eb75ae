import TodayModel
import Testing

@testable import DBus
@testable import TodayHost

@Suite struct RefusalTests {
    @Test func itIsSaidInWords() {
        #expect(Refusal(CenterError(.conflict, "it is another one")).description == "it is another one")
        #expect(Refusal(RemoteError(.failed, "the lamp is broken")).description == "the lamp is broken")
        #expect(Refusal(RemoteError(.failed, "")).description == "no reason was given")
        #expect(Refusal(RemoteError(.noReply, "Did not receive a reply")).description == "there was no answer")
        #expect(Refusal(RemoteError(.serviceUnknown, "The name")).description == "the center is not running")
        #expect(Refusal(ConnectionError(.timedOut, "after 25 s")).description == "there was no answer")
        #expect(Refusal(ConnectionError.isClosed).description == "there is no bus")
        #expect(Refusal(Refusal("twice")).description == "twice")
    }

    @Test func aCardSaysItInASentence() {
        #expect(CardMessage.refused(Refusal("there was no answer")).text == "There was no answer")
        #expect(CardMessage.refused(Refusal("no.")).text == "No.")
        #expect(
            CardMessage.refused(Refusal("org.example.Lamp does not know it")).text
                == "org.example.Lamp does not know it")
        #expect(CardMessage.refused(Refusal("0 is too little")).text == "0 is too little")
        #expect(CardMessage.refused(Refusal("")).text == "")
    }
}
