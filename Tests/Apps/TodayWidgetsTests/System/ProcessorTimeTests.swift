#if Widgets
    import Testing

    @testable import TodayWidgets

    @Suite struct ProcessorTimeTests {
        private func read(_ line: String) -> ProcessorTime? { ProcessorTime(stat: line + "\ncpu0 1 2 3 4\nintr 12\n") }

        @Test func idleAndWaitingForADiskIsNoWork() throws {
            let time = try #require(read("cpu  100 20 30 800 40 5 5 0 60 7"))
            // Guests are part of the user time.
            #expect(time.total == 1000)
            #expect(time.busy == 160)
        }

        @Test func oldKernelsHaveFourNumbers() throws {
            let time = try #require(read("cpu 1 2 3 4"))
            #expect(time.total == 10)
            #expect(time.busy == 6)
        }

        @Test(arguments: ["", "cpu", "cpu 1 2 3", "cpu0 1 2 3 4", "cpu 1 2 three 4", "cpu -1 2 3 4"])
        func otherTextIsRefused(_ line: String) { #expect(read(line) == nil) }

        @Test func theLoadIsTheShareOfWork() throws {
            let first = try #require(read("cpu 100 0 0 100 0 0 0 0"))
            #expect(try #require(read("cpu 130 0 0 170 0 0 0 0")).load(since: first) == 0.3)
            #expect(try #require(read("cpu 200 0 0 100 0 0 0 0")).load(since: first) == 1)
            #expect(first.load(since: first) == nil)
            // The time of waiting for a disk may decrease.
            #expect(try #require(read("cpu 90 0 0 200 0 0 0 0")).load(since: first) == 0)
        }

        @Test func thisMachineCanBeRead() async throws {
            let reading = await SystemReading.read(folder: "/", includingDisks: true)
            #expect(reading.processor != nil)
            #expect(try #require(reading.memory).total > 0)
            #expect(try #require(reading.disk).total > 0)
            #expect(reading.disks.map(\.path).contains("/"))
        }
    }
#endif
