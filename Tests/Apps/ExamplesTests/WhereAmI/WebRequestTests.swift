import DBusTesting
import NotificationCenter
import Testing

@testable import where_am_i_widget

/// Requests to a server on this machine.
@Suite struct WebRequestTests {
    @Test func whatTheServerHasIsGot() async throws {
        let bus = try await PrivateBus.start()
        let server = try await PlaceServer.start(on: bus, #"{"city":"Köln"}"#)
        #expect(try await WebRequest.get(server.address()) == #"{"city":"Köln"}"#)
        try server.set(nil)
        await #expect(throws: NCWidgetError.self) { try await WebRequest.get(server.address()) }
        try server.set(String(repeating: "x", count: 65536))
        #expect(try await WebRequest.get(server.address()).count == 65536)
        try server.set(String(repeating: "x", count: 1_000_000))
        await #expect(throws: NCWidgetError.self) { try await WebRequest.get(server.address()) }
    }

    @Test func aServerThatDoesNotAnswerIsGivenUp() async throws {
        let bus = try await PrivateBus.start()
        let server = try await PlaceServer.start(on: bus, "{}")
        await #expect {
            try await withDeadline { try await WebRequest.get(server.address("/held"), within: 1) }
        } throws: {
            "\($0)".hasPrefix("curl: (28) ")
        }
    }

    @Test(arguments: ["", "nonsense://x", "file:///nowhere", "-o/tmp/x", "http://"])
    func whatIsNoAddressOfTheWebIsRefused(_ address: String) async {
        await #expect(throws: NCWidgetError.self) { try await WebRequest.get(address) }
    }

    @Test func nobodyListens() async throws {
        let closed = try ClosedPort()
        await #expect { try await WebRequest.get(closed.address) } throws: { "\($0)".hasPrefix("curl: (7) ") }
    }
}
