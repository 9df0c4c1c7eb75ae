import DBus
import Testing
import TodayBridgeRules

struct NetworkSignalTests {
    private static func signal<each Value: DBusArgument>(
        _ member: MemberName, _ arguments: repeat each Value
    ) throws -> Signal where repeat (each Value).Wire: DBusWireType {
        try Signal(
            sender: ":1.1", path: "/", interface: "org.example.Interface", member: member,
            arguments: repeat each arguments)
    }

    /// NM_STATE_CONNECTING is 40, NM_STATE_CONNECTED_LOCAL 50, NM_STATE_CONNECTED_GLOBAL 70.
    @Test(arguments: [(20, false), (40, false), (50, true), (70, true)] as [(UInt32, Bool)])
    func networkManagerHasAState(_ state: UInt32, _ isUp: Bool) throws {
        #expect(NetworkSignal.isUp(try Self.signal("StateChanged", state)) == isUp)
    }

    @Test func theMachineIsResumed() throws {
        #expect(NetworkSignal.isUp(try Self.signal("PrepareForSleep", false)))
        #expect(!NetworkSignal.isUp(try Self.signal("PrepareForSleep", true)))
        #expect(!NetworkSignal.isUp(try Self.signal("PrepareForSleep", "false")))
    }

    @Test(arguments: [
        ("OperationalState", "routable", true), ("OperationalState", "off", false), ("OnlineState", "online", true),
        ("OnlineState", "partial", true), ("OnlineState", "offline", false), ("CarrierState", "routable", false),
    ])
    func networkdHasWords(_ name: String, _ word: String, _ isUp: Bool) throws {
        let signal = try Self.signal(
            "PropertiesChanged", "org.freedesktop.network1.Manager", [name: DBusValue.string(word)], [String]())
        #expect(NetworkSignal.isUp(signal) == isUp)
    }
}
