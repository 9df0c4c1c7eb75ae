import DBus
import PlayedCenter
import TodayModel

/// The played center as a program: for trying how far it is one.
@main struct FakeCenterProgram {
    static func main() async throws {
        // A center owns the name for apps on another connection, so that they get no signals for panels.
        let apps = try await Connection.open(.session)
        try await apps.requestName(TodayBus.appsName, .doNotQueue)
        let center = try await PlayedCenter.start(over: try await Connection.open(.session), names: [TodayBus.name])
        _ = await center.connection.closed
    }
}
