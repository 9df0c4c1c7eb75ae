// calls-swift NAME COUNT: calls Echo of a service COUNT times by hand, and as often with the client that dbus-codegen
// generates from Benchmark.xml. It prints the CPU µs per call by hand, per call of the client, and the median of their
// ratios.
//
// The two take turns with some calls each, so that other load on the machine affects both.
import DBus
import Glibc

/// The number of calls per turn.
let turn = 200

/// Returns the CPU time of this process in µs.
func cpuTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

let name = try BusName(CommandLine.arguments[1])
let turns = max(10, (Int(CommandLine.arguments[2]) ?? 0) / turn)
let connection = try await Connection.open(.session)
let proxy = Proxy(connection, name, "/org/example/Benchmark", "org.example.Benchmark")
let client = Benchmark(connection, name, at: "/org/example/Benchmark")

func callByHand() async throws -> Double {
    let start = cpuTime()
    for _ in 0..<turn {
        let (_, _): (String, Bool) = try await proxy.call("Echo", "org.example.Echo", true)
    }
    return (cpuTime() - start) / Double(turn)
}

func callClient() async throws -> Double {
    let start = cpuTime()
    for _ in 0..<turn { _ = try await client.echo(text: "org.example.Echo", flag: true) }
    return (cpuTime() - start) / Double(turn)
}

_ = try await (callByHand(), callClient())
var byHand: [Double] = []
var ofClient: [Double] = []
for number in 0..<turns {
    // The order alternates.
    if number.isMultiple(of: 2) { byHand.append(try await callByHand()) }
    ofClient.append(try await callClient())
    if !number.isMultiple(of: 2) { byHand.append(try await callByHand()) }
}
print(median(byHand), median(ofClient), median(zip(ofClient, byHand).map { $0 / $1 }))
