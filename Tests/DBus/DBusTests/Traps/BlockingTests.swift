import DBusTesting
import Glibc
import Testing

@testable import DBus

/// A blocking call blocks a thread of the cooperative pool, and a shared libdbus connection ends the process.
struct BlockingTests {
    @Test func nothingOfLibdbusThatBlocksIsUsed() throws {
        let imported = try DynamicSymbols.imported(by: "/proc/self/exe").filter { $0.hasPrefix("dbus_") }
        #expect(imported.contains("dbus_connection_send"))
        let forbidden = imported.filter { name in
            // Those of the first line block or share; `read_write` and `flush` wait; the rest take the process's own
            // affairs in hand.
            name.hasSuffix("_and_block") || name.hasPrefix("dbus_bus_") || name == "dbus_connection_open"
                || name.contains("_read_write") || name == "dbus_connection_flush" || name == "dbus_pending_call_block"
                || name == "dbus_shutdown" || name == "dbus_connection_set_change_sigpipe"
        }
        #expect(forbidden == [])
    }

    /// More calls wait than there are threads, by far.
    @Test func callsThatAreNeverAnsweredHoldUpNobody() async throws {
        let setup = try await EchoBus.start()
        let calls = (0..<100).map { _ in Task { try await setup.call("Wait", "never") as String } }
        await eventually("the calls have not come") { await setup.echo.gate("never").count == 100 }
        let texts = try await withThrowingTaskGroup { group in
            for number in 0..<20 { group.addTask { try await setup.call("Text", "\(number)") as String } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(texts.count == 20)
        for call in calls { call.cancel() }
        for call in calls { await #expect(throws: CancellationError.self) { try await call.value } }
        await setup.echo.openAll()
    }
}
