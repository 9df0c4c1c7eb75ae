#if Widgets
    internal import TodayModel

    /// A time zone. Moments are in seconds since 1970.
    struct Zone: Sendable {
        /// Returns by how many seconds local time is ahead of UTC at a moment.
        let offset: @Sendable (_ moment: Int64) -> Int

        /// The zone of this system.
        static let system = Zone { moment in ClockZone(nil).map { Int($0.offset(at: moment)) } ?? 0 }

        init(offset: @escaping @Sendable (_ moment: Int64) -> Int) { self.offset = offset }

        /// Returns the zone with an IANA name such as `Asia/Tokyo`; nil if the system doesn't know it.
        init?(named name: String) {
            guard let zone = ClockZone(name) else { return nil }
            offset = { Int(zone.offset(at: $0)) }
        }

        /// Returns the moment of a local time. A time that a change of the offset skips counts with the offset before it; a
        /// time that happens twice counts as the first.
        func moment(_ day: Day, seconds: Int = 0) -> Int64 {
            let local = Int64(day.number) * 86400 + Int64(seconds)
            let before = Int64(offset(local - 86400))
            let after = Int64(offset(local + 86400))
            let first = local - before
            if before == after || Int64(offset(first)) == before { return first }
            let second = local - after
            return Int64(offset(second)) == after ? second : first
        }

        /// Returns the local day and the seconds since its midnight.
        func local(_ moment: Int64) -> (day: Day, seconds: Int) {
            let local = Int(moment) + offset(moment)
            let day = local >= 0 ? local / 86400 : (local + 1) / 86400 - 1
            return (Day(number: day), local - day * 86400)
        }
    }
#endif
