/// The center's timeouts and delays. Tests use shorter ones.
package struct ServiceTiming: Hashable, Sendable {
    /// The time that a second center waits for the first one to own both names, before it ends.
    package var otherCenter: Duration = .seconds(2)
    /// The time that a provider gets for an update or a tap, including its start.
    package var provider: Duration = .seconds(18)
    /// The time for which a provider's object may be missing after its name got an owner.
    package var settling: Duration = .seconds(2)
    /// The interval at which a missing object is looked up again.
    package var retryInterval: Duration = .milliseconds(200)
    /// The time that a provider gets to end after `EndRequest`, and its process after SIGTERM.
    package var ending: Duration = .seconds(2)
    /// The time that a process that left the bus gets to end by itself.
    package var leaving: Duration = .milliseconds(500)
    /// The delay before the last hidden panel counts as hidden, so that toggling a panel doesn't flap.
    package var hiding: Duration = .seconds(1)
    /// The time for which an unused provider is kept running: no panel is visible, and no call uses it.
    package var idle: Duration = .seconds(30)
    /// The first pause of a provider that crashed or hung twice in a row.
    package var firstPause: Duration = .seconds(30)
    /// The delay of the first update of a widget that was never updated; nil leaves it to panels and the interval.
    package var firstUpdate: Duration? = .seconds(2)
    /// The time over which the first updates of widgets that are added together are spread.
    package var firstUpdateSpread: Duration = .seconds(8)
    /// The time over which updates that were missed during a suspension are spread.
    package var wakeSpread: Duration = .seconds(5)
    /// The seed of the updates' jitter; nil for a different one in each process.
    package var jitterSeed: UInt64?
    /// The interval at which the memory of running providers is checked.
    package var memoryInterval: Duration = .seconds(10)
    /// The time that the desktop gets to open a URL; then the reply says that no program opened it.
    package var opening: Duration = .seconds(20)

    /// The delay after the start before memory that only the start has used is freed.
    package var settlingOfStart: Duration = .seconds(1)
    /// The time to wait for more changes of installed files, so that they are read together.
    package var settlingOfFiles: Duration = .milliseconds(100)
    /// The time for which a widget stays without its manifest.
    package var uninstalling: Duration = .seconds(2)
    /// The time for which a widget stays without its `TryBusName`.
    package var withoutBusName: Duration = .seconds(5)

    /// The time for which an unused App Group keeps its values in memory.
    package var groupMemory: Duration = .seconds(5)

    /// The time that a change waits for others before all are stored; together with the commit it has to be less than a
    /// second.
    package var storing: Duration = .milliseconds(250)
    /// The delay before the first retry of storing; each further failure doubles it, up to the last.
    package var storingRetry: Duration = .seconds(5)
    package var storingLastRetry: Duration = .seconds(300)
    /// The time for which the end of the process waits for the disk.
    package var storingAtExit: Duration = .seconds(3)

    package init() {}
}
