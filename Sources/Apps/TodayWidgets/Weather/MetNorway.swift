#if Widgets
    internal import DBus
    internal import TodayModel

    /// The format of the service Locationforecast of MET Norway: `weatherapi/locationforecast/2.0/compact`.
    ///
    /// https://docs.api.met.no/doc/ForecastJSON
    enum MetNorway {
        /// The reason why an answer isn't a forecast.
        struct FormatError: Error, Hashable, CustomStringConvertible { let description: String }

        /// The most steps to keep: more than the ten days of the service.
        private static let maximumSteps = 400

        /// Reads an answer.
        ///
        /// - Throws: ``FormatError``.
        static func forecast(_ body: [UInt8]) throws(FormatError) -> Forecast {
            guard let text = String(validating: body, as: UTF8.self) else {
                throw FormatError(description: "not UTF-8")
            }
            let root: DBusValue
            do { root = try DBusValue(relaxedJSON: text) } catch { throw FormatError(description: "\(error)") }
            guard case .array(let entries, _)? = root["properties"]?["timeseries"] else {
                throw FormatError(description: "the answer has no properties.timeseries")
            }
            var steps: [Forecast.Step] = []
            for entry in entries.prefix(maximumSteps) {
                // Without overlaps, and in the order of time.
                guard let step = step(entry.unwrapped),
                    steps.last.map({ $0.moment + Int64($0.hours) * 3600 <= step.moment }) ?? true
                else { continue }
                steps.append(step)
            }
            if steps.isEmpty { throw FormatError(description: "the answer has no weather") }
            return Forecast(steps: steps)
        }

        private static func step(_ entry: DBusValue) -> Forecast.Step? {
            guard let moment = entry["time"]?.text.flatMap(moment(iso:)), let data = entry["data"],
                let temperature = data["instant"]?["details"]?["air_temperature"]?.double,
                (-100...100).contains(temperature)
            else { return nil }
            // The last steps of a forecast are of six hours; the very last one has no period.
            for (name, hours) in [("next_1_hours", 1), ("next_6_hours", 6)] {
                guard let period = data[name], let symbol = period["summary"]?["symbol_code"]?.text,
                    let condition = Condition(symbol: symbol)
                else { continue }
                let amount = period["details"]?["precipitation_amount"]?.double ?? 0
                return Forecast.Step(
                    moment: moment, hours: hours, temperature: temperature, condition: condition,
                    isNight: symbol.utf8.reversed().starts(with: "_night".utf8.reversed()),
                    precipitation: (0...1000).contains(amount) ? amount : 0)
            }
            return nil
        }

        /// Reads a time such as `2026-11-26T06:00:00Z`.
        static func moment(iso text: String) -> Int64? {
            let bytes = Array(text.utf8)
            guard bytes.count == 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
                bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
                bytes[19] == UInt8(ascii: "Z")
            else { return nil }
            func number(_ range: Range<Int>) -> Int? {
                range.reduce(0) { sum, index in
                    sum.flatMap { (0x30...0x39).contains(bytes[index]) ? $0 * 10 + Int(bytes[index] - 0x30) : nil }
                }
            }
            guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
                let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
                (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
            else { return nil }
            return Int64(Day(year: year, month: month, day: day).number) * 86400
                + Int64(hour * 3600 + minute * 60 + second)
        }
    }

    extension DBusValue {
        /// Returns the value of a name in an object of JSON.
        subscript(_ name: String) -> DBusValue? {
            guard case .dictionary(let entries, _, _) = unwrapped else { return nil }
            return entries.first { $0.key == .string(name) }?.value.unwrapped
        }

        /// A text of JSON.
        var text: String? { if case .string(let text) = unwrapped { text } else { nil } }

        /// A number of JSON.
        var double: Double? {
            switch unwrapped {
            case .double(let number): number
            case let other: other.integer.map { Double($0) }
            }
        }
    }
#endif
