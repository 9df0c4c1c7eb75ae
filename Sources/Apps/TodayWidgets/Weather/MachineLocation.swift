#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel

    /// The location of this machine, from GeoClue.
    enum MachineLocation {
        /// The level of accuracy of a city: GClueAccuracyLevel.
        private static let city: UInt32 = 4
        /// The desktop file that the user's permission is kept for.
        private static let desktopID = "org.todaycenter.Panel"
        private static let patience: Duration = .seconds(10)

        /// Determines the location.
        ///
        /// - Returns: Nil if GeoClue isn't installed, the user hasn't allowed it, or it doesn't know the location.
        static func locate(_ system: Connection) async -> Place? {
            guard let path = try? await GeoClue2Manager(system, at: "/org/freedesktop/GeoClue2/Manager").getClient()
            else {
                return nil
            }
            let client = GeoClue2Client(system, at: path)
            do {
                let updates = try await client.locationUpdatedSignals()
                try await client.setDesktopId(desktopID)
                try await client.setRequestedAccuracyLevel(city)
                try await client.start()
                let known: ObjectPath = try await client.proxy.get("Location")
                let location = known != "/" ? known : await first(of: updates)
                let place: Place? = if let location { await place(at: location, system) } else { nil }
                try? await client.stop()
                return place
            } catch { return nil }
        }

        private static func place(at path: ObjectPath, _ system: Connection) async -> Place? {
            let location = GeoClue2Location(system, at: path).proxy
            guard let latitude: Double = try? await location.get("Latitude"),
                let longitude: Double = try? await location.get("Longitude")
            else { return nil }
            let description: String? = try? await location.get("Description")
            return Place(name: ForeignText.title(description ?? ""), latitude: latitude, longitude: longitude)
        }

        /// Returns the first location, or nil if none comes in time.
        private static func first(of updates: TypedSignalStream<GeoClue2Client.LocationUpdated>) async -> ObjectPath? {
            await withTaskGroup(of: ObjectPath?.self) { group in
                group.addTask {
                    for await update in updates { return update.new }
                    return nil
                }
                group.addTask {
                    try? await WidgetActor.shared.loop.sleep(for: patience)
                    return nil
                }
                defer { group.cancelAll() }
                return await group.next() ?? nil
            }
        }
    }
#endif
