#if Widgets
    internal import NotificationCenter
    internal import TodayModel

    extension SystemWidget {
        @ContentBuilder var content: WidgetContent {
            if reading.processor != nil || reading.memory != nil || reading.disk != nil {
                Column(spacing: 8) {
                    if extensionContext?.widgetSize == .small, !isExpanded {
                        bar(processor, load, isLimit: false)
                        bar(memory, reading.memory?.rate)
                        bar(disk, reading.disk?.rate)
                    } else {
                        Grid(columns: 3) {
                            ring(processor, load, isLimit: false)
                            ring(memory, reading.memory?.rate)
                            ring(disk, reading.disk?.rate)
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
                    let percent = NCFormat.percent(share, decimals: 0)
                    Progress(
                        value: rounded(share), style: .circle, color: isLimit ? color(of: share) : .accent,
                        label: percent
                    )
                    .accessibilityLabel(tr("{name}: {percent}", ["name": name, "percent": percent]))
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
                curve(processor, id: "Processor", load.map { NCFormat.percent($0, decimals: 0) } ?? "", loads)
            }
            if let use = reading.memory {
                curve(memory, id: "Memory", part(use.used, of: use.total), memories)
                if use.swapTotal > 0 {
                    // Translators: disk space that is used as memory.
                    line(tr("Swap"), part(use.swapUsed, of: use.swapTotal))
                }
            }
            for disk in reading.disks {
                let name = diskNames[disk] ?? disk.name
                Column(spacing: 2) {
                    let used = NCFormat.percent(disk.space.rate, decimals: 0)
                    // Translators: the free space of a disk.
                    line(name, tr("{size} free", ["size": NCFormat.byteCount(disk.space.free)])).tooltip(disk.path)
                    Progress(value: rounded(disk.space.rate), color: color(of: disk.space.rate))
                        // Translators: the used space of a disk.
                        .accessibilityLabel(tr("{name}: {percent} used", ["name": name, "percent": used]))
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

        private func curve(
            _ name: String, id: String, _ value: String, _ history: LoadHistory
        ) -> WidgetContent {
            Column(spacing: 2) {
                line(name, value)
                if history.values.count > 1 {
                    Chart(history.values.map(rounded), style: .area, minimum: 0, maximum: 1)
                        // Translators: about a curve.
                        .accessibilityLabel(tr("{name}, the last minutes", ["name": name]))
                }
            }
            .id(id)
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
            trn("{count} service failed", "{count} services failed", failed.count)
        }

        private var processor: String { tr("Processor") }
        private var memory: String { tr("Memory") }
        private var disk: String { tr("Disk") }

        private func part(_ used: UInt64, of total: UInt64) -> String {
            let (used, total) = (NCFormat.byteCount(used, binary: true), NCFormat.byteCount(total, binary: true))
            // Translators: the used part of the memory.
            return tr("{used} of {total}", ["used": used, "total": total])
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
