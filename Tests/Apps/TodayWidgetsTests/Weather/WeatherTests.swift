#if Widgets
    import DBus
    import DBusTesting
    import Glibc
    import NotificationCenter
    import Testing
    import TodayModel
    import TodayPlatform

    @testable import TodayWidgets

    /// The weather widget in the real center, with a server in place of the web.
    struct WeatherTests {
        /// Starts the server and the center. The forecast begins with the current hour.
        private static func start(
            _ mocks: [(template: String, name: BusName)] = [], symbols: [String] = ["partlycloudy_day"],
            prepare: (_ bus: PrivateBus, _ client: Connection) async throws -> Void = { _, _ in }
        ) async throws -> (WidgetsDesk, WebServer) {
            let server = try await WebServer.start()
            let hour = Int64(SystemClock.microseconds / 1_000_000) / 3600 * 3600
            server.write(
                ForecastText.forecast(from: hour, (0..<40).map { (14.4, symbols[$0 % symbols.count]) }),
                to: "forecast.json")
            let desk = try await WidgetsDesk.start(
                mocks, with: ["TODAY_WIDGETS_SERVER": server.address, "TZ": "UTC"], prepare: prepare)
            return (desk, server)
        }

        private static func set(_ place: String, _ desk: WidgetsDesk) async throws {
            try await desk.client.setSettings(["Place": .string(place)], of: WidgetsDesk.identifier("weather"))
        }

        private static func text(_ widget: WidgetProperties) -> String { WidgetsDesk.text(widget.content) }

        @Test func aCityHasAForecastThatIsKept() async throws {
            let (desk, server) = try await Self.start()
            try await desk.view()
            try await desk.widget("weather") { Self.text($0).utf8.starts(with: "Set a place".utf8) }
            #expect(server.requests.isEmpty)
            try await Self.set("Tōkyō & more", desk)
            let widget = try await desk.widget("weather") { Self.text($0).contains("Tokyo") }
            let text = Self.text(widget)
            #expect(text.contains("14°"))
            #expect(text.contains("Partly cloudy"))
            #expect(!text.contains("Last forecast"))
            #expect(widget.content.first("chart")?["values"] != nil)
            #expect(widget.content.all("image").first?["icon"] == "weather-few-clouds")
            let requests = server.requests
            #expect(requests.count == 2)
            #expect(
                requests[0].utf8.starts(with: "/v1/search?name=T%C5%8Dky%C5%8D%20%26%20more&count=1&format=json ".utf8))
            #expect(
                requests[1].utf8.starts(
                    with: "/weatherapi/locationforecast/2.0/compact?lat=35.69&lon=139.69 today-widgets/".utf8))

            // Until an hour has passed, neither a panel nor the user causes another request.
            _ = try await desk.client.performUpdate(WidgetsDesk.identifier("weather"))
            #expect(server.requests.count == 2)
            // The unit is only a matter of display.
            try await desk.client.setSettings(["Unit": "fahrenheit"], of: WidgetsDesk.identifier("weather"))
            try await desk.widget("weather") { Self.text($0).contains("58°") }
            #expect(server.requests.count == 2)
            try await desk.end()
            try await server.end()
        }

        @Test func failuresKeepTheForecastAndSaySo() async throws {
            let (desk, server) = try await Self.start()
            try await desk.view()
            try await Self.set("59.33, 18.07", desk)
            try await desk.widget("weather") { Self.text($0).contains("59.33, 18.07") }
            for (mode, sentence) in [
                ("error", "answered with the status 500"), ("garbage", "didn’t send a forecast"),
                ("huge", "is too large"), ("close", "can’t be reached"),
            ] {
                server.answer(mode)
                // Another place needs a request.
                try await Self.set("1, \(mode.utf8.count)", desk)
                // Without a forecast, the widget has only the error, and no longer asks for a place.
                let widget = try await desk.widget("weather") { $0.error.contains(sentence) }
                #expect(!Self.text(widget).contains("Set a place"))
            }
            server.answer("ok")
            try await Self.set("2, 2", desk)
            try await desk.widget("weather") { Self.text($0).contains("2.0, 2.0") && $0.error.isEmpty }
            try await desk.end()
            try await server.end()
        }

        @Test func anUnknownPlaceIsNamed() async throws {
            let (desk, server) = try await Self.start()
            server.write("{}", to: "place.json")
            try await desk.view()
            try await Self.set("Atlantis", desk)
            try await desk.widget("weather") { ($0.error + Self.text($0)).contains("“Atlantis” wasn’t found") }
            try await desk.end()
            try await server.end()
        }

        // MARK: Services

        private static let geoclue: BusName = "org.freedesktop.GeoClue2"
        private static let manager: ObjectPath = "/org/freedesktop/GeoClue2/Manager"
        private static let networkManager = RemoteInterface(
            "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager", "org.freedesktop.DBus.Mock")

        /// Plays GeoClue: the location comes with a signal after `Start`.
        private static func playGeoClue(_ bus: PrivateBus, _ client: Connection) async throws {
            _ = try await bus.start(
                [
                    "/usr/bin/python3", "-m", "dbusmock", "--session", geoclue.rawValue, manager.rawValue,
                    "\(geoclue).Manager",
                ])
            _ = try await client.waitForOwner(of: geoclue, timeout: .seconds(60))
            let mock = Proxy(client, geoclue, manager, "org.freedesktop.DBus.Mock")
            try await mock.call("AddMethod", "\(geoclue).Manager", "GetClient", "", "o", "ret = '/client'")
            let start = "self.EmitSignal('\(geoclue).Client', 'LocationUpdated', 'oo', ['/', '/location'])"
            let properties: [String: DBusValue] = [
                "Location": .objectPath("/"), "DesktopId": "", "RequestedAccuracyLevel": .uint32(0),
            ]
            try await mock.call(
                "AddObject", ObjectPath("/client"), "\(geoclue).Client", properties,
                [Struct("Start", "", "", start), Struct("Stop", "", "", "")])
            let location: [String: DBusValue] = [
                "Latitude": .double(59.3293), "Longitude": .double(18.0686), "Description": "",
            ]
            try await mock.call(
                "AddObject", ObjectPath("/location"), "\(geoclue).Location", location,
                [Struct<String, String, String, String>]())
        }

        @Test(.enabled(if: WidgetsDesk.hasMocks, "python-dbusmock is not installed (Debian package: python3-dbusmock)"))
        func thePlaceIsThatOfTheMachine() async throws {
            let (desk, server) = try await Self.start { try await Self.playGeoClue($0, $1) }
            try await desk.view()
            try await desk.widget("weather") { Self.text($0).contains("Current location") }
            #expect(server.requests.map { $0.contains("lat=59.33&lon=18.07") } == [true])
            let client = Proxy(desk.client.connection, Self.geoclue, "/client", "org.freedesktop.GeoClue2.Client")
            #expect(try await client.get("DesktopId", as: String.self) == "org.todaycenter.Panel")
            #expect(try await client.get("RequestedAccuracyLevel", as: UInt32.self) == 4)
            try await desk.end()
            try await server.end()
        }

        @Test(.enabled(if: WidgetsDesk.hasMocks, "python-dbusmock is not installed (Debian package: python3-dbusmock)"))
        func withoutANetworkItWaitsForOne() async throws {
            let (desk, server) = try await Self.start([("networkmanager", "org.freedesktop.NetworkManager")]) {
                _, client in
                try await Proxy(client, Self.networkManager).call("SetGlobalConnectionState", UInt32(20))
            }
            try await desk.view()
            try await Self.set("2, 2", desk)
            try await desk.widget("weather") {
                $0.error.contains("This computer is offline")
            }
            #expect(server.requests.isEmpty)
            let client = desk.client.connection
            try await Proxy(client, Self.networkManager).call("SetGlobalConnectionState", UInt32(70))
            try await desk.widget("weather") { Self.text($0).contains("2.0, 2.0") && $0.error.isEmpty }
            #expect(server.requests.count == 1)
            try await desk.end()
            try await server.end()
        }
    }
#endif
