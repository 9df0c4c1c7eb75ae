import DBus
import TodayModel

/// A provider that records its callers.
actor SenderProvider {
    let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    /// The calls: a member, and the unique name that it came from.
    nonisolated let calls = Recorder<String>()

    private init(_ loop: EventLoop) { self.loop = loop }

    static func export(on connection: Connection, at path: ObjectPath) async throws -> SenderProvider {
        let provider = SenderProvider(connection.loop)
        try await connection.export(interface, of: provider, at: path)
        return provider
    }

    private func recordCall(_ call: MethodCall) { calls.record("\(call.member) \(call.sender?.rawValue ?? "")") }

    private typealias Changes = [String: DBusValue]

    private static let interface = Interface<SenderProvider>(TodayBus.provider) {
        Method("BeginRequest") { (it: isolated SenderProvider, call: MethodCall, _: Changes) -> Changes in
            it.recordCall(call)
            return [:]
        }
        Method("PerformUpdate", out: ["result", "changes"]) {
            (it: isolated SenderProvider, call: MethodCall, _: Changes) -> (String, Changes) in
            it.recordCall(call)
            return ("no-data", [:])
        }
        Method("InvokeAction") {
            (it: isolated SenderProvider, call: MethodCall, _: String, _: [DBusValue], _: Changes) -> Changes in
            it.recordCall(call)
            return [:]
        }
        Method("DisplayModeChanged") {
            (it: isolated SenderProvider, call: MethodCall, _: String, _: Size) -> Changes in
            it.recordCall(call)
            return [:]
        }
        Method("Appear") { (it: isolated SenderProvider, call: MethodCall) in it.recordCall(call) }
        Method("Disappear") { (it: isolated SenderProvider, call: MethodCall) in it.recordCall(call) }
        Method("EndRequest") { (it: isolated SenderProvider, call: MethodCall) in it.recordCall(call) }
    }
}
