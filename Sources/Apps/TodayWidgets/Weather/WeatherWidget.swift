#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel

    /// The weather of a place, and its forecast.
    ///
    /// It asks the web at most once an hour, and only while a panel looks. The last forecast is kept on disk, so that the
    /// next start shows it at once.
    final class WeatherWidget: SourceWidget {
        static let widgetIdentifier: String? = "org.todaycenter.widgets.weather"
        static let busName: String? = WidgetPlace.busName
        static let objectPath: String? = WidgetPlace.path("Weather")

        enum Unit: String { case automatic, celsius, fahrenheit }

        /// A name, or coordinates; empty for the location of this machine.
        @NCSetting("Place") var place = ""
        @NCSetting("Unit") var unit = Unit.automatic

        var service = WeatherService()
        lazy var defaults = NCWidgetDefaults(extensionContext?.widgetIdentifier ?? "org.todaycenter.widgets.weather")
        private var report: WeatherReport?
        /// Whether neither the user nor GeoClue has given a place.
        private var lacksPlace = false
        /// The reason why the last request failed, a sentence without a period; nil if it hasn't.
        private var trouble: String?
        private let network = NetworkFollower()
        private lazy var timer = WallTimer { [weak self] in self?.refreshInBackground() }
        /// The request in progress, and its place.
        private var request: (place: String, task: Task<Void, Never>)?
        private var isFollowed = false
        /// The number of calls of ``refresh()``.
        private var attempts = 0

        /// The wait before the next attempt after a failure, in seconds.
        private static let retry: Int64 = 600

        init() { Watching.shared.add(self) }

        var content: WidgetContent {
            if let report {
                WeatherView(report: report, now: now, usesFahrenheit: usesFahrenheit, trouble: sentence).content
            } else if lacksPlace {
                Text(tr("Set a place"), style: .headline)
                Text(
                    tr("Enter a city in Settings, or turn on location services."), style: .caption, color: .secondary)
            } else if let sentence {
                Text(sentence, color: .secondary)
            }
        }

        private var sentence: String? {
            // Translators: the reason is a sentence without its period.
            trouble.map { tr("Can’t update the weather. {reason}.", ["reason": $0]) }
        }

        func beginRequest(with context: NSExtensionContext) {
            report = defaults.string(forKey: "report").flatMap(WeatherReport.init(text:))
            forgetOtherPlace()
        }

        func startSource() async throws {
            isFollowed = true
            if let system = try? await Buses.system() {
                await network.follow(system) { [weak self] in self?.refreshInBackground() }
            }
            // A failure is part of the content: the source is still followed, until the network or the server is back.
            await refresh()
        }

        func stopSource() {
            isFollowed = false
            network.stop()
            timer.cancel()
            request?.task.cancel()
            request = nil
        }

        /// The source may be followed already, with an older forecast or the place of an older setting.
        func widgetPerformUpdate() async throws -> NCUpdateResult {
            forgetOtherPlace()
            let before = attempts
            try await Watching.shared.update(self)
            if attempts == before { await refresh() }
            if let sourceError { throw sourceError }
            return .newData
        }

        var sourceError: (any Error)? { report == nil ? trouble.map { NCWidgetError($0) } : nil }

        // MARK: Requests

        private var now: Int64 { Int64(clamping: Timestamp.now.microseconds / 1_000_000) }

        private var usesFahrenheit: Bool {
            switch unit {
            case .automatic: territory.usesFahrenheit
            case .celsius: false
            case .fahrenheit: true
            }
        }

        private func forgetOtherPlace() { if report?.setting != place { report = nil } }

        /// Requests a forecast if it is time for one. Calls at the same time share a request.
        private func refresh() async {
            attempts += 1
            if let request, request.place == place { return await request.task.value }
            request?.task.cancel()
            if let report, report.setting == place, !report.isDue(at: now) {
                trouble = nil
                return schedule(report.dueAt)
            }
            let setting = place
            let task = Task {
                do {
                    try await load(setting)
                    trouble = nil
                    schedule(report?.dueAt ?? now + Self.retry)
                } catch {
                    if Task.isCancelled { return }
                    // The first line is for users.
                    let line = "\(error)".utf8.prefix { $0 != UInt8(ascii: "\n") }
                    trouble = String(Substring(line))
                    schedule(now + Self.retry)
                }
            }
            request = (setting, task)
            await task.value
            if request?.task == task { request = nil }
        }

        private func load(_ setting: String) async throws {
            lacksPlace = false
            if !network.isOnline { throw NCWidgetError(tr("This computer is offline")) }
            guard let found = try await find(setting) else {
                lacksPlace = true
                return
            }
            let loaded = try await service.report(of: found, setting: setting, replacing: report, now: now)
            guard setting == place else { return }
            report = loaded
            defaults.set(loaded.text, forKey: "report")
        }

        /// Returns the place of the setting, or else of this machine.
        private func find(_ setting: String) async throws -> Place? {
            if let place = Place(coordinates: setting) { return place }
            if let report, report.setting == setting, !setting.isEmpty { return report.place }
            if !setting.isEmpty {
                return try await service.place(named: setting, locale: extensionContext?.locale ?? "")
            }
            let system = try? await Buses.system()
            let located: Place? = if let system { await MachineLocation.locate(system) } else { nil }
            return located ?? report?.place
        }

        private func schedule(_ moment: Int64) {
            // The hour in the content changes even if the forecast doesn't.
            if isFollowed { timer.set(min(moment, (now / 3600 + 1) * 3600)) }
        }

        /// Refreshes between two calls of the center.
        private func refreshInBackground() {
            guard isFollowed else { return }
            Task {
                await refresh()
                sourceDidChange()
            }
        }
    }
#endif
