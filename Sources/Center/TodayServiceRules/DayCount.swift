/// Counts events in one day. Pure: the day is an argument.
package struct DayCount: Hashable, Sendable {
    /// The day of the last event.
    package private(set) var day = 0
    /// The number of events on that day.
    package private(set) var count: UInt32 = 0

    package init() {}

    /// Restores a stored count.
    package init(day: Int, count: UInt32) {
        self.day = day
        self.count = count
    }

    package mutating func increment(on day: Int) {
        if day != self.day { count = 0 }
        self.day = day
        if count < .max { count += 1 }
    }

    /// Returns the number of events on a day, if no event was counted on another day since.
    package func count(on day: Int) -> UInt32 { day == self.day ? count : 0 }
}
