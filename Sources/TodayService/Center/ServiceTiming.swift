/// How long the center is patient. Tests are in more of a hurry.
package struct ServiceTiming: Hashable, Sendable {
    /// How long a provider has for an update or a tap, its start included.
    package var provider: Duration = .seconds(18)
    /// How long after a name was taken its object may still be missing.
    package var settling: Duration = .seconds(2)
    /// How often a missing object is looked for.
    package var retryInterval: Duration = .milliseconds(200)
    /// How long a process has to end after SIGTERM.
    package var ending: Duration = .seconds(2)
    /// How long the desktop has to open a URL; then the answer is that nobody took it.
    package var opening: Duration = .seconds(20)

    package init() {}
}
