import Testing

@testable import DBus
@testable import DBusTesting

struct RunningBusesTests {
    @Test func theyTakeTurnsInOrder() async {
        let buses = RunningBuses(limit: 2)
        await buses.enter()
        await buses.enter()
        let order = WatchedValue<[Int]>([])
        var waiting: [Task<Void, Never>] = []
        for number in 0..<3 {
            waiting.append(
                Task.immediate {
                    await buses.enter(patience: .seconds(1000))
                    order.change { $0.append(number) }
                })
        }
        for count in 1...3 {
            buses.leave()
            await eventually("nobody had a turn") { order.value.count == count }
        }
        #expect(order.value == [0, 1, 2])
        for task in waiting { await task.value }
    }

    @Test func nobodyWaitsForEver() async {
        let buses = RunningBuses(limit: 1)
        await buses.enter()
        await buses.enter(patience: .milliseconds(1))
        buses.leave()
        buses.leave()
        await buses.enter(patience: .seconds(1000))
    }
}
