internal import DBus
internal import TodayModel

extension URLOpening {
    /// Asks the containing app to open the URL. Desktop Entry Specification, "D-Bus Activation".
    ///
    /// - Parameter isStarted: whether the bus starts it if necessary.
    func activate(_ name: BusName, isStarted: Bool) async -> OpeningWays.Answer {
        var platformData: [String: DBusValue] = [:]
        if let token {
            platformData["activation-token"] = .string(token)
            platformData["desktop-startup-id"] = .string(token)
        }
        do {
            try await Application(connection, name, at: Self.path(of: name))
                .with(timeout: timeLeft, options: isStarted ? [] : .noAutoStart)
                .open(uris: [url.string], platformData: platformData)
            return .opened
        } catch {
            return OpeningWays.Answer(failure: error)
        }
    }

    /// Returns the object path of an app: its name with `/` for `.` and `_` for `-`.
    static func path(of name: BusName) -> ObjectPath {
        ObjectPath(unchecked: "/" + name.rawValue.escaping { $0 == "." ? "/" : $0 == "-" ? "_" : nil })
    }
}

extension OpeningWays.Answer {
    /// Interprets the error of a failed call to open a URL.
    init(failure error: any Error) {
        switch error {
        case let error as RemoteError where error.isServiceUnavailable || error.isMissingMethod: self = .absent
        case let error as ConnectionError where error.code == .timedOut: self = .silent
        default: self = .declined
        }
    }
}
