#if Widgets
    import Testing

    @testable import TodayWidgets

    @Suite struct MemoryUseTests {
        @Test func cachesAreAvailable() throws {
            let memory = try #require(
                MemoryUse(
                    meminfo: """
                        MemTotal:       16000 kB
                        MemFree:         1000 kB
                        MemAvailable:   12000 kB
                        Cached:         10000 kB
                        SwapTotal:       2000 kB
                        SwapFree:        1500 kB
                        HugePages_Total:    0

                        """))
            #expect(memory.total == 16000 * 1024)
            #expect(memory.used == 4000 * 1024)
            #expect(memory.swapUsed == 500 * 1024)
            #expect(memory.rate == 0.25)
        }

        @Test func oldKernelsDoNotEstimate() throws {
            let memory = try #require(
                MemoryUse(meminfo: "MemTotal: 100 kB\nMemFree: 10 kB\nBuffers: 20 kB\nCached: 30 kB\n"))
            #expect(memory.available == 60 * 1024)
            #expect(memory.swapTotal == 0)
        }

        @Test func moreAvailableThanTotalIsNoUse() throws {
            #expect(try #require(MemoryUse(meminfo: "MemTotal: 10 kB\nMemAvailable: 20 kB\n")).rate == 0)
        }

        @Test(arguments: ["", "MemFree: 10 kB\n", "MemTotal: much kB\n", "MemTotal:\n", "MemTotal: 0 kB\n"])
        func otherTextIsRefused(_ text: String) { #expect(MemoryUse(meminfo: text) == nil) }
    }
#endif
