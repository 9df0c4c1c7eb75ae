#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel

    /// The charge of this machine and of its devices, and the power profiles.
    final class BatteryWidget: SourceWidget {
        static let widgetIdentifier: String? = "org.todaycenter.widgets.battery"
        static let busName: String? = WidgetPlace.busName
        static let objectPath: String? = WidgetPlace.path("Battery")

        private var power: PowerSource?

        init() { Watching.shared.add(self) }

        func startSource() async throws {
            guard let system = try? await Buses.system() else { return power = nil }
            power = try await PowerSource(system) { [weak self] in
                self?.setAttention()
                self?.sourceDidChange()
            }.started()
            setAttention()
        }

        func stopSource() { power?.stop() }

        /// Asks for attention while the machine is about to run out of power.
        private func setAttention() {
            let isEmptying = power?.main.map { $0.isLow && !$0.isCharging } ?? false
            extensionContext?.widgetAttention = isEmptying ? .alert : NCWidgetAttention.none
        }

        var widgetHasContent: Bool? { power.map { $0.main != nil || !$0.accessories.isEmpty } ?? false }

        var content: WidgetContent {
            if let power {
                if let main = power.main {
                    Row(spacing: 12, alignment: .center) {
                        Progress(
                            value: main.share, style: .circle, color: main.isLow ? .error : nil, label: main.charge
                        )
                        .accessibilityLabel(tr("Battery"))
                        if let activity = main.activity { Text(activity, style: .headline) }
                    }
                }
                let supplies = power.supplies.count > 1 ? power.supplies : []
                for device in supplies + power.accessories {
                    // Without a battery of its own, the devices are all that the machine has to show.
                    if power.main == nil { row(device) } else { row(device).modes(.expanded) }
                }
                profiles(of: power)
            }
        }

        private func row(_ device: UPowerDevice.Properties) -> WidgetContent {
            Row(alignment: .center) {
                Image(icon: device.icon, width: 16, height: 16)
                Text(device.name, lines: 1)
                Spacer()
                Text(device.charge, color: device.isLow ? .error : .secondary)
            }.widgetContent
        }

        @ContentBuilder
        private func profiles(of power: PowerSource) -> [WidgetContent] {
            if let active = power.profile, power.profileNames.count > 1 {
                Column {
                    Row {
                        for name in power.profileNames {
                            Button(Self.label(of: name), style: name == active ? .prominent : .normal)
                                .action("profile", parameter: .string(name)).id("profile-\(name)")
                        }
                    }
                    if power.isDegraded {
                        Text(tr("The performance is reduced at the moment."), style: .caption, color: .warning)
                    }
                }
                .modes(.expanded)
            }
        }

        private static func label(of profile: String) -> String {
            switch profile {
            // Translators: of power profiles, as are the next two.
            case "power-saver": tr("Power Saver")
            case "balanced": trc("power profile", "Balanced")
            case "performance": trc("power profile", "Performance")
            default: ForeignText.title(profile)
            }
        }

        func widgetPerformAction(_ name: String, parameter: NCValue?) async throws {
            try await withSource { try await perform(name, parameter) }
        }

        private func perform(_ name: String, _ parameter: NCValue?) async throws {
            guard name == "profile", let profile = parameter?.string, let power else {
                throw NCWidgetError("the widget has no action \(name.debugDescription)")
            }
            try await power.setProfile(profile)
        }
    }
#endif
