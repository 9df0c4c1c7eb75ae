import DBus
import DBusTesting
import Glibc
import Logging
import NotificationCenter
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// The built widget, the real center, and a web server on this machine.
@Suite struct WhereAmIStoryTests {
    private static let place: WidgetIdentifier = "org.example.WhereAmI"
    private static let trouble = "An error occurred while retrieving data"

    private static func start(
        _ bus: PrivateBus, _ address: String
    ) async throws -> RunningCenter {
        try await RunningCenter.start(on: bus, [place.rawValue], environment: ["WHERE_AM_I_ADDRESS": address])
    }

    @Test func itRefreshesAndShowsOneFactThenAnother() async throws {
        let bus = try await PrivateBus.start()
        let server = try await PlaceServer.start(on: bus, #"{"city":"Leipzig"}"#)
        let center = try await Self.start(bus, server.address("/held"))
        // The answer comes after the request, and not before it.
        async let first = center.client.performUpdate(Self.place)
        try await server.waitForRequest("/held")
        let refreshing = try await center.client.properties(of: Self.place)
        #expect(refreshing.content.texts == ["Refreshing..."] && refreshing.lastResult == nil)
        #expect(refreshing.state == .updating)
        #expect(refreshing.marginInsets == .asProposed)
        try await server.release()
        #expect(try await first == .newData)
        #expect(try await center.client.properties(of: Self.place).content.texts == ["city - Leipzig"])
        #expect(try await center.client.performUpdate(Self.place) == .noData)

        try server.set(#"{"city":"Leipzig","country":"DE"}"#)
        #expect(try await center.client.performUpdate(Self.place) == .newData)
        let requests = server.requests
        #expect(requests == ["/held", "/release", "/held", "/held"])
        // Another from what is known, without a request; again that from before, as there are two.
        let before = try await center.client.properties(of: Self.place).content
        let action = try #require(before.first("button")?.action)
        try await center.client.invokeAction(action, of: Self.place)
        let other = try await center.client.properties(of: Self.place).content
        #expect(Set([before.texts[0], other.texts[0]]) == ["city - Leipzig", "country - DE"])
        try await center.client.invokeAction(action, of: Self.place)
        #expect(try await center.client.properties(of: Self.place).content == before)
        #expect(server.requests == requests)

        // A tap finds the known values also in a new process that can't reach the server.
        try await server.stop()
        let next = try await center.again()
        try await next.client.invokeAction(action, of: Self.place)
        #expect(try await next.client.properties(of: Self.place).content == other)
        try await next.end()
    }

    @Test func troubleIsShownBesideWhatIsKnown() async throws {
        let bus = try await PrivateBus.start()
        let closed = try ClosedPort()
        let server = try await PlaceServer.start(on: bus, "nonsense")
        let center = try await Self.start(bus, server.address())
        #expect(try await center.client.performUpdate(Self.place) == .failed)
        var shown = try await center.client.properties(of: Self.place)
        #expect(ErrorText(shown.error).summary == Self.trouble && shown.lastResult == .failed && shown.content.isEmpty)
        try server.set(#"{"city":"Leipzig"}"#)
        #expect(try await center.client.performUpdate(Self.place) == .newData)
        shown = try await center.client.properties(of: Self.place)
        #expect(shown.error.isEmpty && shown.content.texts == ["city - Leipzig"])
        try server.set(nil)
        #expect(try await center.client.performUpdate(Self.place) == .failed)

        let next = try await center.again(with: ["WHERE_AM_I_ADDRESS": closed.address])
        #expect(try await next.client.performUpdate(Self.place) == .failed)
        shown = try await next.client.properties(of: Self.place)
        let error = ErrorText(shown.error)
        #expect(error.summary == Self.trouble && error.details?.hasPrefix("curl: (7) ") == true)
        #expect(shown.content.texts == ["city - Leipzig"])
        try await next.end()
    }

    /// The center is in this process, where its patience can be shorter than 18 seconds.
    @Test func aServerSlowerThanTheDeadlineIsAFailureAndItsAnswerIsLate() async throws {
        let bus = try await PrivateBus.start()
        let server = try await PlaceServer.start(on: bus, #"{"city":"Leipzig"}"#)
        try RunningCenter.install("examples/widgets/\(Self.place).widget", on: bus)
        let environment = bus.environment.merging([
            "PATH": "\(Checkout.programs):/usr/bin:/bin", "WHERE_AM_I_ADDRESS": server.address("/held"),
        ]) { $1 }
        var timing = ServiceTiming()
        timing.provider = .seconds(5)
        let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }
        let connection = try await bus.connect()
        let center = Center(
            connection: connection, apps: try await bus.connect(on: connection.loop),
            inquiries: try await bus.connect(on: connection.loop), logger: silent, clock: .system, timing: timing,
            environment: environment, callers: nil)
        try await center.prepare()
        try await center.start(manifests: ManifestFolders(environment: environment, logger: silent).load())
        let client = CenterClient(try await bus.connect())

        // On a busy machine, a program may be ended before its request.
        for _ in 0..<10 where !server.requests.contains("/held") {
            #expect(try await client.performUpdate(Self.place) == .failed)
        }
        try await server.waitForRequest("/held")
        let late = try await client.properties(of: Self.place)
        #expect(!late.error.isEmpty && ErrorText(late.error).summary != Self.trouble)
        #expect(late.content.texts == ["Refreshing..."] || late.content.isEmpty)
        try await server.release()
        // The late answer was dropped; the next one is in time, after some attempts on a busy machine.
        let asked = server.requests.count
        var result = UpdateResult.failed
        for _ in 0..<10 where result == .failed { result = try await client.performUpdate(Self.place) }
        #expect(result == .newData && server.requests.count > asked - 1)
        #expect(try await client.properties(of: Self.place).content.texts == ["city - Leipzig"])
    }

    @Test func itStaysBelowItsMemory() async throws {
        let bus = try await PrivateBus.start()
        let server = try await PlaceServer.start(on: bus, #"{"city":"Leipzig"}"#)
        let center = try await Self.start(bus, server.address())
        // The center may have updated it already.
        #expect(try await center.client.performUpdate(Self.place) != .failed)
        guard case .uint64(let bytes)? = try await center.client.explain(Self.place)["MemoryBytes"] else {
            throw NCWidgetError("there is no MemoryBytes")
        }
        #expect(bytes > 0 && bytes < 16 << 20, "\(bytes) bytes")
        try await center.end()
    }
}
