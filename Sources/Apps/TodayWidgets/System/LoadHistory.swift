#if Widgets
    /// The last values of a quantity that is measured at regular intervals.
    struct LoadHistory: Hashable {
        /// The number of values to keep.
        static let capacity = 90

        private(set) var values: [Double] = []

        /// Adds the newest value, and drops the oldest one when there are too many.
        mutating func add(_ value: Double) {
            values.append(value)
            if values.count > Self.capacity { values.removeFirst(values.count - Self.capacity) }
        }
    }
#endif
