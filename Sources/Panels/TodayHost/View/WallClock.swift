internal import TodayPlatform
package import TodayModel

/// The clock that content uses.
package enum WallClock {
    /// The current moment.
    package static var now: Timestamp {
        Timestamp(microseconds: SystemClock.microseconds)
    }
}
