/// How long the center is patient. Tests are in more of a hurry.
package struct ServiceTiming: Hashable, Sendable {
    /// How long a center that starts second waits for the first one to have both names, before it ends.
    package var otherCenter: Duration = .seconds(2)
    /// How long a provider has for an update or a tap, its start included.
    package var provider: Duration = .seconds(18)
    /// How long after a name was taken its object may still be missing.
    package var settling: Duration = .seconds(2)
    /// How often a missing object is looked for.
    package var retryInterval: Duration = .milliseconds(200)
    /// How long a provider has to end after `EndRequest`, and its process after SIGTERM.
    package var ending: Duration = .seconds(2)
    /// How long a process that left the bus has to end by itself.
    package var leaving: Duration = .milliseconds(500)
    /// How long after the last panel went it counts as hidden: a panel that is toggled does not flap.
    package var hiding: Duration = .seconds(1)
    /// How long a provider is kept when no panel is visible and nobody calls it.
    package var idle: Duration = .seconds(30)
    /// How long a provider is left alone at first that crashed or hung twice in a row.
    package var firstPause: Duration = .seconds(30)
    /// How long a widget that was never updated waits for its first update; nil leaves it to panels and the interval.
    package var firstUpdate: Duration? = .seconds(2)
    /// Over how long the first updates are spread of widgets that come together.
    package var firstUpdateSpread: Duration = .seconds(8)
    /// Over how long the updates are spread that were missed while the machine was suspended.
    package var wakeSpread: Duration = .seconds(5)
    /// What the jitter of updates begins with; nil is another one in each process.
    package var jitterSeed: UInt64?
    /// How often the memory of running providers is looked at.
    package var memoryInterval: Duration = .seconds(10)
    /// How long the desktop has to open a URL; then the answer is that nobody took it.
    package var opening: Duration = .seconds(20)

    /// How long after the start what only the start has used is let go.
    package var settlingOfStart: Duration = .seconds(1)
    /// How long several changes of installed files are waited for, to be read at once.
    package var settlingOfFiles: Duration = .milliseconds(100)
    /// How long a widget stays without its manifest.
    package var uninstalling: Duration = .seconds(2)

    /// How long an App Group that nobody uses keeps its values in memory.
    package var groupMemory: Duration = .seconds(5)

    /// How long a change waits for others before all go to disk; with the commit itself it has to be below a second.
    package var storing: Duration = .milliseconds(250)
    /// When storing is tried again after a failure; each further failure doubles it, up to the last.
    package var storingRetry: Duration = .seconds(5)
    package var storingLastRetry: Duration = .seconds(300)
    /// How long the end of the process waits for the disk.
    package var storingAtExit: Duration = .seconds(3)

    package init() {}
}
