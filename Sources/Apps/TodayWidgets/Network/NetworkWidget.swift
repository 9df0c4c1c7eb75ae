#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel

    /// The network connection, and Bluetooth devices.
    final class NetworkWidget: SourceWidget {
        static let widgetIdentifier: String? = "org.todaycenter.widgets.network"
        static let busName: String? = WidgetPlace.busName
        static let objectPath: String? = WidgetPlace.path("Network")

        private var network: NetworkSource?
        private var bluetooth: BluetoothSource?

        /// The beginning of the action that switches a device; the path of the device follows.
        private static let connect = "connect:"

        init() { Watching.shared.add(self) }

        func startSource() async throws {
            guard let system = try? await Buses.system() else { return (network, bluetooth) = (nil, nil) }
            network = try await NetworkSource(system) { [weak self] in self?.sourceDidChange() }.started()
            bluetooth = try await BluetoothSource(system) { [weak self] in self?.sourceDidChange() }.started()
        }

        func stopSource() {
            network?.stop()
            bluetooth?.stop()
        }

        var widgetHasContent: Bool? { network?.isAvailable == true || bluetooth?.isOn != nil }

        var content: WidgetContent {
            if let network, network.isAvailable { connection(network) }
            if let isOn = network?.isWirelessOn {
                Toggle(tr("Wi-Fi"), isOn: isOn).action("wireless").id("wireless").modes(.expanded)
            }
            if let bluetooth, let isOn = bluetooth.isOn {
                let toggle = Toggle(tr("Bluetooth"), isOn: isOn).action("bluetooth").id("bluetooth")
                if network?.isAvailable == true { toggle.modes(.expanded) } else { toggle }
                for device in isOn ? bluetooth.devices : [] {
                    // Without NetworkManager, the devices are all that there is to show.
                    if network?.isAvailable == true { row(device).modes(.expanded) } else { row(device) }
                }
            }
        }

        private func connection(_ network: NetworkSource) -> Row {
            let link = network.primary
            return Row(spacing: 10, alignment: .center) {
                Image(icon: Self.icon(of: link), width: 24, height: 24)
                Column(spacing: 0) {
                    if let link {
                        Text(link.name.isEmpty ? tr("Connected") : link.name, style: .headline, lines: 1)
                            .privacySensitive()
                        let details = [network.problem, link.strength.map { Self.signal($0) }].compactMap { $0 }
                        if !details.isEmpty {
                            Text(
                                details.joined(separator: " · "), style: .caption,
                                color: network.problem == nil ? .secondary : .warning)
                        }
                    } else {
                        Text(network.problem ?? tr("Not connected"), style: .headline)
                    }
                }
                Spacer()
                if !network.vpns.isEmpty {
                    Image(icon: "network-vpn-symbolic", width: 16, height: 16)
                    Text(Language.list(network.vpns), style: .caption, color: .secondary, lines: 1)
                        .privacySensitive().accessibilityLabel(tr("VPN"))
                }
            }
        }

        private static func signal(_ percent: Int) -> String {
            // Translators: the strength of the signal of a Wi-Fi network.
            tr("Signal {percent}", ["percent": Language.percent(Double(percent) / 100)])
        }

        private static func icon(of link: NetworkSource.Link?) -> String {
            guard let link else { return "network-offline-symbolic" }
            guard link.isWireless else { return "network-wired-symbolic" }
            switch link.strength ?? 0 {
            case 80...: return "network-wireless-signal-excellent-symbolic"
            case 55...: return "network-wireless-signal-good-symbolic"
            case 30...: return "network-wireless-signal-ok-symbolic"
            case 5...: return "network-wireless-signal-weak-symbolic"
            default: return "network-wireless-signal-none-symbolic"
            }
        }

        private func row(_ device: BluetoothSource.Device) -> WidgetContent {
            Row(alignment: .center) {
                Image(icon: device.icon, width: 16, height: 16)
                let charge = device.charge.map { " · " + Language.percent(Double($0) / 100) } ?? ""
                Toggle(device.name + charge, isOn: device.isConnected)
                    .action(NCActionName(rawValue: Self.connect + device.path.rawValue)).id(device.path.rawValue)
            }
            .widgetContent
        }

        func widgetPerformAction(_ name: String, parameter: NCValue?) async throws {
            try await withSource { try await perform(name, parameter) }
        }

        private func perform(_ name: String, _ parameter: NCValue?) async throws {
            guard case .boolean(let isOn)? = parameter, let network, let bluetooth else {
                throw NCWidgetError("the widget has no action \(name.debugDescription)")
            }
            switch name {
            case "wireless": try await network.setWireless(isOn)
            case "bluetooth": try await bluetooth.setOn(isOn)
            default:
                guard let device = bluetooth.devices.first(where: { Self.connect + $0.path.rawValue == name }) else {
                    throw NCWidgetError(tr("The device is no longer available"))
                }
                do { try await bluetooth.setConnected(isOn, device.path) } catch {
                    let values: KeyValuePairs = ["device": device.name]
                    throw NCWidgetError(
                        isOn ? tr("Can’t connect {device}", values) : tr("Can’t disconnect {device}", values))
                }
            }
        }
    }
#endif
