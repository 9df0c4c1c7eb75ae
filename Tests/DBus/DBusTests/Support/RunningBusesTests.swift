import Testing

@testable import DBus
@testable import DBusTesting

struct RunningBusesTests {
    @Test func theyTakeTurnsInOrder() async {
        let buses = RunningBuses(limit: 2, stallTimeout: .seconds(1000))
        await buses.enter()
        await buses.enter()
        let order = WatchedValue<[Int]>([])
        var waiting: [Task<Void, Never>] = []
        for number in 0..<3 {
            waiting.append(
                Task.immediate {
                    await buses.enter()
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
        let buses = RunningBuses(limit: 1, stallTimeout: .milliseconds(1))
        for _ in 0..<3 { await buses.enter() }
    }

    @Test func theLimitHoldsAsLongAsTurnsAreTaken() async throws {
        let buses = RunningBuses(limit: 1, stallTimeout: .seconds(1000))
        let entered = WatchedValue(0)
        await buses.enter()
        let waiting = (0..<3).map { _ in
            Task.immediate {
                await buses.enter()
                entered.change { $0 += 1 }
            }
        }
        let first = try #require(buses.checkedChanges(since: nil))
        buses.leave()
        await eventually("nobody had a turn") { entered.value == 1 }
        let second = try #require(buses.checkedChanges(since: first))
        #expect(second == first + 2)
        // Now that nothing has changed, one is let in, and the next once that is seen.
        let third = try #require(buses.checkedChanges(since: second))
        await eventually("nobody was let in") { entered.value == 2 }
        #expect(buses.checkedChanges(since: third) == nil)
        for task in waiting { await task.value }
    }
}
