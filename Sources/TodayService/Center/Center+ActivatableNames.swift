internal import DBus
internal import Logging
internal import TodayModel
internal import TodayProtocol

/// Providers that nobody could start, until a service file for them is installed.
extension Center {
    /// A widget is unavailable, as the bus cannot start its provider: has it looked for again when the bus knows other
    /// service files. D-Bus specification, `org.freedesktop.DBus.ActivatableServicesChanged`.
    func awaitServiceFile() {
        Task {
            if !followsServiceFiles {
                followsServiceFiles = true
                let rule = MatchRule(
                    sender: .bus, path: .bus, interface: .bus, member: "ActivatableServicesChanged")
                do {
                    _ = try await connection.subscribe(rule) { [weak self] _ in
                        Task { await self?.lookForServiceFiles() }
                    }
                } catch {
                    followsServiceFiles = false
                    logger.warning("new service files are not noticed: \(error)")
                }
            }
            // One may have been installed since the bus was asked.
            await lookForServiceFiles()
        }
    }

    private func lookForServiceFiles() async {
        guard registry.widgets.contains(where: { $0.record.awaitedName != nil }) else { return }
        let names: [String]
        do { names = try await connection.call(.bus, "ListActivatableNames") } catch {
            return logger.warning("the bus does not tell whom it can start: \(error)")
        }
        let known = Set(names)
        let found = registry.widgets.filter { $0.record.awaitedName.map { known.contains($0.rawValue) } ?? false }
        for widget in found {
            change(widget) { $0.setState(.idle) }
            reschedule(widget)
        }
    }
}

extension WidgetRecord {
    /// The name of a provider that nobody can start at present; nil for any other widget.
    fileprivate var awaitedName: BusName? {
        guard state == .unavailable, case .bus(let name, _) = provider else { return nil }
        return name
    }
}
