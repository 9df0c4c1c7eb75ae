internal import DBus
internal import TodayModel

extension DeviceBoard.Entity {
    /// Whether the entity is on; nil if it is unknown.
    var isOn: Bool? {
        guard let value else { return nil }
        let text = if case .number(let number, _) = value { number.excerpt } else { value.shown() }
        if text == configuration.stateOn { return true }
        // Home Assistant compares numbers as texts; `1` and `1.0` mean the same.
        return Double(configuration.stateOn).flatMap { on in value.number.map { $0 == on } } ?? false
    }

    // MARK: Messages

    /// Takes a message. Returns whether it has a value of the entity, and whether something else changed.
    mutating func receive(_ topic: String, _ text: String, _ document: DBusValue?) -> (isValue: Bool, isChange: Bool) {
        var isValue = false
        if let state = configuration.state, state.topic == topic, let found = state.template.value(in: text, document) {
            value = found
            isValue = true
        }
        if let state = configuration.brightness?.state, state.topic == topic,
            let found = state.template.value(in: text, document)?.number
        {
            brightness = found
            isValue = true
        }
        let before = isAvailable
        for (index, entry) in configuration.availability.enumerated() where entry.topic.topic == topic {
            guard let word = entry.topic.template.value(in: text, document)?.shown() else { continue }
            if word == entry.available {
                (words[index], lastWord) = (true, true)
            } else if word == entry.unavailable {
                (words[index], lastWord) = (false, false)
            }
        }
        return (isValue, before != isAvailable)
    }

    // MARK: Taps

    /// Returns the topic and the payload of a tap; nil if the entity can't do it. An entity without a state topic takes
    /// the value at once.
    mutating func command(_ verb: String, _ parameter: DBusValue?) -> (topic: String, payload: String)? {
        guard let topic = configuration.command ?? configuration.brightness?.command else { return nil }
        let parameter = parameter?.unwrapped
        switch (configuration.component, verb) {
        case (.switch, "set"), (.light, "set"), (.fan, "set"), (.lock, "set"):
            guard case .boolean(let isOn)? = parameter, let payload = configuration.payloads[isOn ? "on" : "off"],
                let topic = configuration.command
            else { return nil }
            if configuration.state == nil { value = .text(isOn ? configuration.stateOn : "") }
            return (topic, configuration.isJSON ? JSON.object([.init("state", .string(payload))]).line : payload)
        case (.light, "brightness"):
            guard let brightness = configuration.brightness, let number = parameter?.number, number.isFinite else {
                return nil
            }
            let level = (min(max(number, 0), 100) / 100 * brightness.scale).rounded()
            if brightness.state == nil { self.brightness = level }
            guard brightness.command == nil else { return (brightness.command ?? topic, "\(Int(level))") }
            if level == 0 {
                return (topic, JSON.object([.init("state", .string(configuration.payloads["off"] ?? "OFF"))]).line)
            }
            let state = JSON.Member("state", .string(configuration.payloads["on"] ?? "ON"))
            return (topic, JSON.object([state, .init("brightness", .integer(Int64(level)))]).line)
        case (.number, "set"):
            guard let number = parameter?.number, number.isFinite else { return nil }
            let limited = min(max(number, configuration.minimum), configuration.maximum)
            if configuration.state == nil { value = .number(limited, decimals: TopicValue.decimals(of: limited)) }
            return (topic, limited.excerpt)
        case (.select, "set"):
            guard case .string(let option)? = parameter, configuration.options.contains(option) else { return nil }
            if configuration.state == nil { value = .text(option) }
            return (topic, option)
        case (.button, "press"), (.cover, "open"), (.cover, "close"), (.cover, "stop"):
            return configuration.payloads[verb].map { (topic, $0) }
        default: return nil
        }
    }

    // MARK: Content

    func shownName(_ device: String) -> String { configuration.name ?? device }

    /// Returns the nodes of the entity. While it can't be reached, its controls are disabled.
    func content(device: String) -> Content {
        let name = shownName(device)
        if configuration.command == nil, configuration.brightness?.command == nil { return reading(name) }
        switch configuration.component {
        case .switch, .fan, .lock: return toggle(name)
        case .light: return light(name)
        case .number: return slider(name)
        case .button: return button(name, "press")
        case .select: return select(name)
        case .cover: return cover(name)
        case .sensor, .binarySensor: return reading(name)
        }
    }

    private func enabling(_ content: Content) -> Content {
        var content = content
        if !isAvailable { content[.enabled] = .boolean(false) }
        return content
    }

    private func action(_ verb: String) -> DBusValue { .string(DeviceAction.name(verb, configuration.key)) }

    private func reading(_ name: String) -> Content {
        if !isAvailable { return .row(name, .text(tr("Unavailable"), color: .secondary)) }
        guard let value else { return .row(name, .text("–", color: .secondary)) }
        let isEvaluated = configuration.state?.template.unsupported == nil
        if configuration.component == .binarySensor, isEvaluated, let isOn {
            let (word, color) = StateWords.word(isOn, configuration.deviceClass)
            return .row(name, .text(word, color: color))
        }
        if case .number(let number, _) = value, let decimals = configuration.decimals {
            return .row(name, .text(TopicValue.number(number, decimals: decimals).shown(unit: configuration.unit)))
        }
        let text = String(value.shown(unit: configuration.unit).unicodeScalars.prefix(500))
        return .row(name, .text(text, lines: 2))
    }

    private func toggle(_ name: String) -> Content {
        enabling(
            Content(
                kind: .toggle,
                [
                    .label: .string(name), .value: .boolean(isOn ?? false), .action: action("set"),
                    .id: .string(configuration.key),
                ]))
    }

    private func light(_ name: String) -> Content {
        guard let brightness = configuration.brightness else { return toggle(name) }
        // Off shows the level to which the light returns.
        let share = (self.brightness ?? 0) / brightness.scale
        let slider = enabling(
            Content(
                kind: .slider,
                [
                    .label: .string(tr("Brightness")), .value: .double(min(max(share * 100, 0), 100).rounded()),
                    .minimum: .double(0), .maximum: .double(100), .step: .double(1), .action: action("brightness"),
                    .id: .string(configuration.key + "/brightness"),
                ]))
        return configuration.command == nil ? slider : .column([toggle(name), slider])
    }

    private func slider(_ name: String) -> Content {
        let (low, high) = (configuration.minimum, configuration.maximum)
        var content = Content(
            kind: .slider,
            [
                .label: .string(name), .value: .double(min(max(value?.number ?? low, low), high)),
                .minimum: .double(low),
                .maximum: .double(high), .action: action("set"), .id: .string(configuration.key),
            ])
        content[.step] = configuration.step.map { .double($0) }
        return enabling(content)
    }

    private func button(_ label: String, _ verb: String) -> Content {
        enabling(Content(kind: .button, [.label: .string(label), .action: action(verb)]))
    }

    /// Returns a button for each of a few options; the current one is prominent.
    private func select(_ name: String) -> Content {
        let current = value?.shown()
        guard (2...6).contains(configuration.options.count) else { return reading(name) }
        let buttons = configuration.options.map { option in
            var button = button(ForeignText.title(option), "set")
            button[.parameter] = .string(option)
            if option == current { button[.style] = .string(ContentButtonStyle.prominent.rawValue) }
            return button
        }
        return .column([.text(name), Content(kind: .row, children: buttons)])
    }

    private func cover(_ name: String) -> Content {
        let state: Content? = value.map { .text($0.shown()) }
        let buttons = [
            button(trc("a cover", "Open"), "open"), button(trc("a cover", "Stop"), "stop"),
            button(trc("a cover", "Close"), "close"),
        ]
        let first: Content = state.map { .row(name, $0) } ?? .text(name)
        return .column([first, Content(kind: .row, children: buttons)])
    }
}

/// The words for the two states of a binary sensor, by its device class.
enum StateWords {
    static func word(_ isOn: Bool, _ deviceClass: String?) -> (word: String, color: ContentColor?) {
        switch deviceClass {
        case "door", "garage_door", "window", "opening":
            (isOn ? trc("state of a door", "Open") : trc("state of a door", "Closed"), nil)
        case "moisture": isOn ? (tr("Wet"), .warning) : (tr("Dry"), nil)
        case "connectivity": isOn ? (tr("Connected"), nil) : (tr("Disconnected"), .warning)
        case "battery": isOn ? (trc("state of a battery", "Low"), .warning) : (trc("state of a battery", "Normal"), nil)
        case "lock": isOn ? (tr("Unlocked"), .warning) : (tr("Locked"), nil)
        case "gas", "smoke", "carbon_monoxide", "safety", "tamper", "problem":
            isOn ? (tr("Detected"), .error) : (trc("state of a sensor", "Clear"), nil)
        case "motion", "occupancy", "presence", "sound", "vibration", "light", "heat", "cold", "moving":
            isOn ? (tr("Detected"), nil) : (trc("state of a sensor", "Clear"), nil)
        default: (isOn ? trc("state", "On") : trc("state", "Off"), nil)
        }
    }
}
