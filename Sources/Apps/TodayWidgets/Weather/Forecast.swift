#if Widgets
    /// The forecast of a place. Moments are in seconds since 1970, temperatures in degrees Celsius, amounts in millimeters.
    struct Forecast: Hashable, Sendable {
        /// The weather from a moment on.
        struct Step: Hashable, Sendable {
            let moment: Int64
            /// The number of hours that the rest of the step is about: 1 or 6.
            let hours: Int
            let temperature: Double
            let condition: Condition
            let isNight: Bool
            let precipitation: Double
        }

        /// A day of the place.
        struct DaySummary: Hashable, Sendable {
            let day: Day
            let low: Double
            let high: Double
            let precipitation: Double
            /// The condition around noon, with no regard to the night.
            let condition: Condition
        }

        /// In the order of time, and without overlaps. At least one.
        let steps: [Step]

        /// Returns the step at a moment; nil if the forecast ends before or begins more than an hour after it.
        func step(at moment: Int64) -> Step? {
            let current =
                steps.last { $0.moment <= moment } ?? steps.first.flatMap { $0.moment - moment <= 3600 ? $0 : nil }
            guard let current, moment < current.moment + Int64(current.hours) * 3600 else { return nil }
            return current
        }

        /// Returns the steps of one hour from the one at a moment on, up to the first gap.
        func hours(from moment: Int64, count: Int) -> [Step] {
            guard let first = step(at: moment) else { return [] }
            var found: [Step] = []
            for step in steps where step.moment >= first.moment {
                let isNext = found.last.map { $0.moment + 3600 == step.moment } ?? true
                guard found.count < count, isNext, step.hours == 1 else { break }
                found.append(step)
            }
            return found
        }

        /// Returns the days from that of a moment on. The last day counts only if the forecast reaches its afternoon.
        func days(from moment: Int64, in zone: Zone) -> [DaySummary] {
            let today = zone.local(moment).day
            var steps: [Day: [Step]] = [:]
            for step in self.steps {
                let day = zone.local(step.moment).day
                if day >= today { steps[day, default: []].append(step) }
            }
            return steps.sorted { $0.key < $1.key }.compactMap { day, steps in
                let noon = zone.moment(day, seconds: 12 * 3600)
                guard let last = steps.last, last.moment + Int64(last.hours) * 3600 > noon || day == today,
                    let middle = steps.min(by: { abs($0.moment - noon) < abs($1.moment - noon) })
                else { return nil }
                let temperatures = steps.map(\.temperature)
                return DaySummary(
                    day: day, low: temperatures.min() ?? 0, high: temperatures.max() ?? 0,
                    precipitation: steps.reduce(0) { $0 + $1.precipitation }, condition: middle.condition)
            }
        }
    }
#endif
