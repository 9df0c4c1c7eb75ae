internal import Synchronization
internal import CTodaySystem
internal import TodayCLibrary

/// A time zone that the system knows.
package enum ClockZone: Sendable {
    /// The zone of this process: the variable TZ, or else `/etc/localtime`. It follows changes of the file.
    case local
    case named(ZoneRules)

    /// Returns a zone of the IANA database; nil if the system doesn't know it. Without a name, returns the local zone.
    package init?(_ name: String?) {
        guard let name else {
            self = .local
            return
        }
        guard let rules = Self.rules(of: name) else { return nil }
        self = .named(rules)
    }

    /// Returns the offset from UTC at a moment, both in seconds; east is positive.
    package func offset(at moment: Int64) -> Int64 {
        switch self {
        case .named(let rules): return rules.offset(at: moment)
        case .local:
            var time = time_t(moment)
            var parts = tm()
            tzset()
            return localtime_r(&time, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
        }
    }

    // MARK: Files

    /// The zones that have been read; nil for names without a file.
    private static let known = Mutex<[String: ZoneRules?]>([:])
    /// Widgets choose the names, so their number is limited.
    private static let mostKnown = 64
    /// The largest zone file has 4 KB.
    private static let greatestSize = 65_536

    private static func rules(of name: String) -> ZoneRules? {
        guard TimeZoneName.fault(in: name) == nil else { return nil }
        return known.withLock { known in
            if let rules = known[name] { return rules }
            let rules = contents(of: folder + "/" + name).flatMap { ZoneRules($0) }
            if known.count >= mostKnown { known = [:] }
            known[name] = .some(rules)
            return rules
        }
    }

    /// The folder of the database, which tzset(3) reads as well.
    private static var folder: String {
        getenv("TZDIR").flatMap { String(validatingCString: $0) } ?? "/usr/share/zoneinfo"
    }

    private static func contents(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        let bytes = [UInt8](unsafeUninitializedCapacity: greatestSize) { buffer, count in
            count = fread(buffer.baseAddress, 1, greatestSize, file)
        }
        return bytes.isEmpty ? nil : bytes
    }
}
