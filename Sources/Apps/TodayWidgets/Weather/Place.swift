#if Widgets
    internal import DBus
    internal import TodayModel

    /// A place with a forecast.
    struct Place: Hashable, Sendable {
        /// The name; empty if it isn't known.
        var name: String
        /// Degrees north, −90 to 90.
        let latitude: Double
        /// Degrees east, −180 to 180.
        let longitude: Double
        /// The IANA name of its time zone; empty for that of this system.
        var zone = ""

        init?(name: String, latitude: Double, longitude: Double, zone: String = "") {
            guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
            self.name = name
            self.latitude = latitude
            self.longitude = longitude
            self.zone = zone
        }

        /// Reads coordinates such as `59.33, 18.07`; nil for another text.
        init?(coordinates text: String) {
            let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
                Double(ForeignText.title(String(Substring($0))))
            }
            guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
            self.init(
                name: "\(Self.rounded(latitude)), \(Self.rounded(longitude))", latitude: latitude, longitude: longitude)
        }

        /// Reads the answer of Open-Meteo's search for a name; nil if it found nothing.
        ///
        /// https://open-meteo.com/en/docs/geocoding-api
        init?(found body: [UInt8]) {
            guard let text = String(validating: body, as: UTF8.self), let root = try? DBusValue(relaxedJSON: text),
                case .array(let results, _)? = root["results"], let first = results.first,
                let latitude = first["latitude"]?.double, let longitude = first["longitude"]?.double,
                let name = first["name"]?.text
            else { return nil }
            self.init(
                name: ForeignText.title(name), latitude: latitude, longitude: longitude,
                zone: first["timezone"]?.text ?? "")
        }

        /// The name for users.
        var title: String { name.isEmpty ? tr("Current location") : name }

        /// Its time zone.
        var timeZone: Zone { zone.isEmpty ? .system : Zone(named: zone) ?? .system }

        /// The coordinates as a query. Two decimal places are about a kilometer, which is enough for a forecast.
        var query: String { "lat=\(Self.rounded(latitude))&lon=\(Self.rounded(longitude))" }

        private static func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 + 0 }
    }
#endif
