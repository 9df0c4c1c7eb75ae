internal import DBus

extension NCLaunchOptions {
    /// Reads `platform_data`. Desktop Entry Specification, "D-Bus Activation".
    init(_ platformData: [String: DBusValue]) {
        self.platformData = platformData.compactMapValues { NCValue($0) }
        activationToken =
            self.platformData["activation-token"]?.string ?? self.platformData["desktop-startup-id"]?.string
    }

    /// Reads the options from the environment of a newly started program.
    init(environment: (String) -> String?) {
        activationToken = environment("XDG_ACTIVATION_TOKEN") ?? environment("DESKTOP_STARTUP_ID")
        if let activationToken { platformData["activation-token"] = .string(activationToken) }
        if let id = environment("DESKTOP_STARTUP_ID") { platformData["desktop-startup-id"] = .string(id) }
    }

    /// The options as `platform_data`.
    var dictionary: [String: DBusValue] {
        var values = platformData.mapValues(\.dbusValue)
        if let activationToken { values["activation-token"] = .string(activationToken) }
        return values
    }
}
