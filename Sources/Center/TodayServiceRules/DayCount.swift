/// Counts what happens in one day. Pure: it is told which day it is.
package struct DayCount: Hashable, Sendable {
    /// The last day on which something was noted.
    package private(set) var day = 0
    /// How often on that day.
    package private(set) var count: UInt32 = 0

    package init() {}

    /// One that was kept.
    package init(day: Int, count: UInt32) {
        self.day = day
        self.count = count
    }

    package mutating func note(on day: Int) {
        if day != self.day { count = 0 }
        self.day = day
        if count < .max { count += 1 }
    }

    /// How often something was noted on a day, if nothing was noted on another one since.
    package func count(on day: Int) -> UInt32 { day == self.day ? count : 0 }
}
