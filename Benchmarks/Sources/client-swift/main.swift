// client-swift NAME CASE COUNT: the client on this project's binding, written as its documentation recommends; see
// client.h. Two more cases: serial-main calls from the main actor, and signals-handler counts in a handler of
// `subscribe`. The other calls run on the thread of the connection.
import DBus
import Glibc
import Workload

/// Makes the calls on the thread of the connection.
actor Caller {
    let proxy: Proxy
    nonisolated var unownedExecutor: UnownedSerialExecutor { proxy.connection.unownedExecutor }
    private(set) var sum: UInt64 = 0
    private(set) var heard = 0

    init(_ proxy: Proxy) { self.proxy = proxy }

    func serial(_ count: Int) async throws {
        for _ in 0..<count { let _: (String, Bool) = try await proxy.call("Echo", text, true) }
    }

    func flight(_ count: Int) async throws {
        let each = count / Int(IN_FLIGHT) + 1
        try await withThrowingTaskGroup { group in
            for _ in 0..<Int(IN_FLIGHT) { group.addTask { try await self.serial(each) } }
            try await group.waitForAll()
        }
    }

    func properties(_ count: Int) async throws {
        for _ in 0..<count { let _: [String: DBusValue] = try await proxy.call("GiveProperties") }
    }

    func emit() throws {
        try proxy.connection.assumeIsolated {
            try $0.callWithoutReply(proxy.remote, "EmitSignals", UInt32(SIGNAL_BATCH))
        }
    }

    func count(_ signal: Signal) {
        guard let (_, time) = try? signal.arguments(as: UInt32.self, UInt64.self) else { return }
        sum += time
        heard += 1
    }
}

let text = String(cString: client_text())

func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Does as `client_measure` does.
func measure(_ count: Int, _ work: (Int) async throws -> Void) async throws {
    try await work(count / 10 + 1)
    let (cpu, start) = (seconds(CLOCK_PROCESS_CPUTIME_ID), seconds(CLOCK_MONOTONIC))
    try await work(count)
    let figures = [seconds(CLOCK_MONOTONIC) - start, seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu]
    print(figures.map { "\($0 / Double(count) * 1e6)" }.joined(separator: " "))
}

guard CommandLine.argc == 4, let count = Int(CommandLine.arguments[3]) else {
    print("client-swift NAME CASE COUNT")
    exit(64)
}
let bus = try await Connection.open(.session)
let proxy = Proxy(bus, try BusName(CommandLine.arguments[1]), "/org/example/Benchmark", "org.example.Benchmark")
let caller = Caller(proxy)
switch CommandLine.arguments[2] {
case "serial": try await measure(count) { try await caller.serial($0) }
case "serial-main":
    try await measure(count) { for _ in 0..<$0 { let _: (String, Bool) = try await proxy.call("Echo", text, true) } }
case "flight": try await measure(count) { try await caller.flight($0) }
case "properties": try await measure(count) { try await caller.properties($0) }
case "memory":
    try await caller.serial(1)
    _ = client_print_memory()
case "signals-handler":
    _ = try await bus.subscribe(MatchRule(interface: "org.example.Benchmark", member: "Tick")) { signal in
        caller.assumeIsolated { $0.count(signal) }
    }
    try await measure(count) { count in
        let end = await caller.heard + count
        while await caller.heard < end {
            let batch = await caller.heard + Int(SIGNAL_BATCH)
            try await caller.emit()
            while await caller.heard < batch { try await bus.call(.bus, "GetId") }
        }
    }
default:
    let tick = SignalDescription("org.example.Benchmark", "Tick", ["number", "time"], as: UInt32.self, UInt64.self)
    let ticks = try await bus.signals(of: tick)
    var iterator = ticks.makeAsyncIterator()
    var sum: UInt64 = 0
    try await measure(count) { count in
        var heard = 0
        while heard < count {
            try await caller.emit()
            for _ in 0..<Int(SIGNAL_BATCH) {
                guard let (_, time) = await iterator.next() else { exit(1) }
                sum += time
                heard += 1
            }
        }
    }
}
