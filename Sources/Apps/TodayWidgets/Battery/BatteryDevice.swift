#if Widgets
    internal import NotificationCenter
    internal import TodayModel

    /// The texts and icons for a battery.
    extension UPowerDevice.Properties {
        private enum Kind {
            static let linePower: UInt32 = 1
            static let battery: UInt32 = 2
            static let ups: UInt32 = 3
        }

        /// Whether it is a battery that the machine runs on.
        var isSupply: Bool {
            switch type {
            case Kind.battery: isPresent != false && powerSupply != false
            case Kind.ups: isPresent != false
            default: false
            }
        }

        /// Whether it is the battery of another device.
        var isAccessory: Bool {
            guard let type, type > Kind.linePower, isPresent != false else { return false }
            return type == Kind.battery ? powerSupply == false : type != Kind.ups
        }

        /// The charge, 0 to 1.
        var share: Double { min(max((percentage ?? 0) / 100, 0), 1) }

        /// The charge as text, such as `42%`. Some devices report only a rough level.
        var charge: String {
            switch batteryLevel {
            // Translators: of the charge of a battery, as are the next ones.
            case 3?: trc("charge", "Low")
            case 4?: trc("charge", "Very low")
            case 6?: trc("charge", "Normal")
            case 7?: trc("charge", "High")
            case 8?: trc("charge", "Full")
            default: NCFormat.percent(share, decimals: 0)
            }
        }

        /// Whether UPower warns of an empty battery.
        var isLow: Bool { (warningLevel ?? 0) >= 3 }

        var isCharging: Bool { state == 1 }

        /// The activity of the battery, such as `1:50 left`; nil if it isn't known.
        var activity: String? {
            switch state {
            // Translators: the time until a battery is full, in hours and minutes: 1:50.
            case 1?: time(timeToFull).map { tr("{time} until full", ["time": $0]) } ?? tr("Charging")
            // Translators: the time until a battery is empty, in hours and minutes: 1:50.
            case 2?: time(timeToEmpty).map { tr("{time} left", ["time": $0]) } ?? tr("On battery")
            case 3?: trc("charge", "Empty")
            case 4?: tr("Fully charged")
            case 5?, 6?: tr("Not charging")
            default: nil
            }
        }

        /// Returns hours and minutes; nil for an unknown time, and for one that is too long to be right.
        private func time(_ seconds: Int64?) -> String? {
            guard let seconds, (60..<360_000).contains(seconds) else { return nil }
            let minutes = seconds / 60
            return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
        }

        /// The name of the device: its model, or else its kind.
        var name: String {
            let model = ForeignText.title(model ?? "")
            return model.isEmpty ? appearance.name : model
        }

        var icon: String { appearance.icon }

        private var appearance: (name: String, icon: String) {
            switch type {
            case Kind.battery?: (tr("Battery"), "battery-symbolic")
            // Translators: an uninterruptible power supply.
            case Kind.ups?: (tr("UPS"), "battery-symbolic")
            case 5?: (tr("Mouse"), "input-mouse-symbolic")
            case 6?: (tr("Keyboard"), "input-keyboard-symbolic")
            case 8?: (tr("Phone"), "phone-symbolic")
            case 9?: (tr("Media player"), "multimedia-player-symbolic")
            // Translators: a device to draw with.
            case 10?: (trc("device", "Tablet"), "input-tablet-symbolic")
            case 12?: (tr("Game controller"), "input-gaming-symbolic")
            case 13?: (tr("Pen"), "input-tablet-symbolic")
            case 14?: (tr("Touchpad"), "input-touchpad-symbolic")
            case 17?: (tr("Headset"), "audio-headset-symbolic")
            case 18?: (tr("Speakers"), "audio-speakers-symbolic")
            case 19?: (tr("Headphones"), "audio-headphones-symbolic")
            default: (tr("Device"), "battery-symbolic")
            }
        }
    }
#endif
