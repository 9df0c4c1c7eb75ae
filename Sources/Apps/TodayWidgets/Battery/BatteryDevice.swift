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
            case 3?: "Low"
            case 4?: "Very low"
            case 6?: "Normal"
            case 7?: "High"
            case 8?: "Full"
            default: NCFormat.percent(share, decimals: 0)
            }
        }

        /// Whether UPower warns of an empty battery.
        var isLow: Bool { (warningLevel ?? 0) >= 3 }

        var isCharging: Bool { state == 1 }

        /// The activity of the battery, such as `1:50 left`; nil if it isn't known.
        var activity: String? {
            switch state {
            case 1?: time(timeToFull).map { "\($0) until full" } ?? "Charging"
            case 2?: time(timeToEmpty).map { "\($0) left" } ?? "On battery"
            case 3?: "Empty"
            case 4?: "Fully charged"
            case 5?, 6?: "Not charging"
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
            case Kind.battery?: ("Battery", "battery-symbolic")
            case Kind.ups?: ("UPS", "battery-symbolic")
            case 5?: ("Mouse", "input-mouse-symbolic")
            case 6?: ("Keyboard", "input-keyboard-symbolic")
            case 8?: ("Phone", "phone-symbolic")
            case 9?: ("Media player", "multimedia-player-symbolic")
            case 10?: ("Tablet", "input-tablet-symbolic")
            case 12?: ("Game controller", "input-gaming-symbolic")
            case 13?: ("Pen", "input-tablet-symbolic")
            case 14?: ("Touchpad", "input-touchpad-symbolic")
            case 17?: ("Headset", "audio-headset-symbolic")
            case 18?: ("Speakers", "audio-speakers-symbolic")
            case 19?: ("Headphones", "audio-headphones-symbolic")
            default: ("Device", "battery-symbolic")
            }
        }
    }
#endif
