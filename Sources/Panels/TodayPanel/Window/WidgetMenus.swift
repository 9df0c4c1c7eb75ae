#if Panel
    internal import TodayHost
    internal import TodayModel

    /// Opens the menus of cards and of rows of the edit view, and performs the chosen items.
    @MainActor final class WidgetMenus {
        /// Called to open the settings of a widget, which may not exist yet.
        var onSettings: (WidgetIdentifier) -> Void = { _ in }

        private let menu: WidgetMenu
        private let center: CenterSession

        /// - Parameter host: a box that contains all of them.
        init(
            in host: Widget, _ center: CenterSession, _ column: CardColumn, _ editView: EditView,
            _ editor: ArrangementEditor
        ) {
            menu = WidgetMenu(in: host)
            self.center = center
            column.onMenu = { [weak self, weak column] card, anchor in
                guard let self else { return }
                let identifier = card.identifier
                let report: @MainActor (String) -> Void = { column?.report($0, on: identifier) }
                self.menu.open(card.menu, at: anchor) { [weak self] item in
                    switch item {
                    case .settings: self?.onSettings(identifier)
                    case .addAnother: self?.addAnother(identifier, report)
                    case .update: column?.update(identifier)
                    case .remove: self?.remove(identifier, report)
                    }
                }
            }
            editView.onMenu = { [weak self, weak editor] row, anchor in
                let identifier = row.identifier
                self?.menu.open(row.menu, at: anchor) { [weak self] item in
                    switch item {
                    case .settings: self?.onSettings(identifier)
                    case .addAnother: self?.addAnother(identifier) { editor?.report($0) }
                    case .remove: editor?.make(.remove(identifier))
                    case .update: break  // Rows don't offer it.
                    }
                }
            }
        }

        /// Whether a menu is open.
        var isOpen: Bool { menu.isOpen }

        /// Closes the open menu.
        func dismiss() { menu.dismiss() }

        private func addAnother(_ identifier: WidgetIdentifier, _ report: @escaping @MainActor (String) -> Void) {
            Task { [weak self, center] in
                do throws(Refusal) { self?.onSettings(try await center.addInstance(of: identifier)) } catch {
                    report(error.description)
                }
            }
        }

        private func remove(_ identifier: WidgetIdentifier, _ report: @escaping @MainActor (String) -> Void) {
            Task { [center] in
                do throws(Refusal) { _ = try await center.rearrange(.remove(identifier)) } catch {
                    report(error.description)
                }
            }
        }
    }
#endif
