internal import TodayPlatform
package import TodayModel

/// The clock that content counts by.
package enum WallClock {
    /// The moment it is.
    package static var now: Timestamp {
        Timestamp(microseconds: SystemClock.microseconds)
    }
}
