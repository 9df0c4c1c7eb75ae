extension UInt64 {
    /// Returns the sum, or `UInt64.max` on overflow.
    package func adding(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
