import DBus
import FakeCenter
import TodayModel

/// The center that tests of panels fill and steer, as a program: for trying how far it is one.
@main struct FakeCenterProgram {
    static func main() async throws {
        // Nothing is there for apps, but a center owns this name too.
        let apps = try await Connection.open(.session)
        try await apps.requestName(TodayBus.appsName, .doNotQueue)
        let center = try await FakeCenter.start(over: try await Connection.open(.session))
        _ = await center.connection.closed
    }
}
