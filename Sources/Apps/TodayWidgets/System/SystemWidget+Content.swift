#if Widgets
    internal import NotificationCenter

    extension SystemWidget {
        @ContentBuilder var content: WidgetContent {
            if reading.processor != nil || reading.memory != nil || reading.disk != nil {
                Column(spacing: 8) {
                    if extensionContext?.widgetSize == .small, !isExpanded {
                        bar("Processor", load, isLimit: false)
                        bar("Memory", reading.memory?.rate)
                        bar("Disk", reading.disk?.rate)
                    } else {
                        Grid(columns: 3) {
                            ring("Processor", load, isLimit: false)
                            ring("Memory", reading.memory?.rate)
                            ring("Disk", reading.disk?.rate)
                        }
                    }
                    if !failed.isEmpty { Text(failureSummary, style: .caption, color: .error).modes(.compact) }
                    if isExpanded { details }
                }
            }
        }

        /// - Parameter isLimit: Whether programs fail when everything is used.
        private func ring(_ name: String, _ share: Double?, isLimit: Bool = true) -> WidgetContent {
            Column(spacing: 2, alignment: .center) {
                if let share {
                    Progress(
                        value: rounded(share), style: .circle, color: isLimit ? color(of: share) : .accent,
                        label: NCFormat.percent(share, decimals: 0)
                    )
                    .accessibilityLabel("\(name): \(NCFormat.percent(share, decimals: 0))")
                } else {
                    Text("–", style: .headline, color: .secondary)
                }
                Text(name, style: .caption, color: .secondary, lines: 1)
            }
            .widgetContent
        }

        /// A share as a line, where three rings don't fit.
        private func bar(_ name: String, _ share: Double?, isLimit: Bool = true) -> WidgetContent {
            Column(spacing: 2) {
                line(name, share.map { NCFormat.percent($0, decimals: 0) } ?? "–")
                Progress(value: share.map(rounded) ?? 0, color: share.map { isLimit ? color(of: $0) : .accent })
                    .accessibilityLabel(name)
            }
            .widgetContent
        }

        @ContentBuilder private var details: [WidgetContent] {
            if loads.values.count > 1 {
                curve("Processor", load.map { NCFormat.percent($0, decimals: 0) } ?? "", loads)
            }
            if let memory = reading.memory {
                curve("Memory", "\(bytes(memory.used, true)) of \(bytes(memory.total, true))", memories)
                if memory.swapTotal > 0 {
                    line("Swap", "\(bytes(memory.swapUsed, true)) of \(bytes(memory.swapTotal, true))")
                }
            }
            for disk in reading.disks {
                let name = diskNames[disk] ?? disk.name
                Column(spacing: 2) {
                    line(name, "\(bytes(disk.space.free)) free").tooltip(disk.path)
                    Progress(value: rounded(disk.space.rate), color: color(of: disk.space.rate))
                        .accessibilityLabel("\(name): \(NCFormat.percent(disk.space.rate, decimals: 0)) used")
                }
                .id("disk:" + disk.path)
            }
            if !failed.isEmpty {
                Text(failureSummary, color: .error)
                List(visibleRows: 5) {
                    for unit in failed.prefix(Self.maximumRows) {
                        Text(unit.name, style: .caption, lines: 1).tooltip(unit.description)
                    }
                }
            }
        }

        /// The greatest number of failed services to send.
        private static let maximumRows = 50

        private func curve(_ name: String, _ value: String, _ history: LoadHistory) -> WidgetContent {
            Column(spacing: 2) {
                line(name, value)
                if history.values.count > 1 {
                    Chart(history.values.map(rounded), style: .area, minimum: 0, maximum: 1)
                        .accessibilityLabel("\(name), the last minutes")
                }
            }
            .id(name)
        }

        private func line(_ name: String, _ value: String) -> WidgetContent {
            Row {
                Text(name, lines: 1)
                Spacer()
                Text(value, color: .secondary, lines: 1)
            }
            .widgetContent
        }

        private var failureSummary: String {
            failed.count == 1 ? "1 service failed" : "\(failed.count) services failed"
        }

        private func bytes(_ count: UInt64, _ binary: Bool = false) -> String {
            NCFormat.byteCount(count, binary: binary)
        }

        /// Returns a share in whole percent, so that only visible changes are sent.
        private func rounded(_ share: Double) -> Double { (share * 100).rounded() / 100 }

        /// Returns the color of a share. From 95 percent on, programs soon fail.
        func color(of share: Double) -> Progress.Color {
            if share >= 0.95 { return .error }
            return share * 100 >= Double(warning) ? .warning : .accent
        }
    }
#endif
