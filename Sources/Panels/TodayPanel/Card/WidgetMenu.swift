#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// The position of a menu: a point in a widget, which gets the focus when the menu closes.
    @MainActor struct MenuAnchor {
        let widget: Widget
        let x: Double
        let y: Double

        /// Creates an anchor at the pointer in a widget, in logical pixels.
        init(_ widget: Widget, x: Double, y: Double) { (self.widget, self.x, self.y) = (widget, x, y) }

        /// Creates an anchor below a button, for the widget that contains the button or for the button itself.
        init(beneath button: Widget, of widget: Widget? = nil) {
            let widget = widget ?? button
            let isMirrored = gtk_widget_get_direction(button.pointer) == GTK_TEXT_DIR_RTL
            let (width, height) = (gtk_widget_get_width(button.pointer), gtk_widget_get_height(button.pointer))
            let place = button.place(x: isMirrored ? Double(width) : 0, y: Double(height), in: widget)
            self.init(widget, x: place?.x ?? 0, y: place?.y ?? 0)
        }
    }

    /// Returns the button that opens the menu of a widget.
    @MainActor func menuButton(_ styleClass: String) -> Button {
        let button = Button(icon: "view-more-symbolic")
        button.setFrame(false)
        button.addClass(styleClass)
        button.align(vertically: GTK_ALIGN_CENTER)
        button.setAccessibleHasPopup()
        return button
    }

    /// The menu of a widget, and what it opens at the same place. One at a time is open in the window.
    @MainActor final class WidgetMenu {
        private let host: Widget
        private var popover: Popover?

        /// - Parameter host: a box that contains all anchors.
        init(in host: Widget) { self.host = host }

        var isOpen: Bool { popover != nil }

        /// Opens a menu.
        ///
        /// - Parameter options: the choices in force, which have a check mark.
        func open(
            _ items: [WidgetMenuItem], _ options: WidgetOptions, at anchor: MenuAnchor,
            _ choose: @escaping @MainActor (WidgetMenuItem) -> Void
        ) {
            if items.isEmpty { return dismiss() }
            let parts = Dictionary(grouping: items, by: \.section).sorted { $0.key < $1.key }.map { part in
                part.value.reduce(into: [PopoverMenu.Section]()) { sections, item in
                    let new = PopoverMenu.Item(label: item.label, isChecked: item.isChosen(in: options)) {
                        choose(item)
                    }
                    if let last = sections.last, last.submenu == item.submenu {
                        sections[sections.count - 1].items.append(new)
                    } else {
                        sections.append(PopoverMenu.Section(submenu: item.submenu, items: [new]))
                    }
                }
            }
            show(PopoverMenu(parts, in: host), named: tr("Menu"), at: anchor)
        }

        /// Shows content in place of the menu.
        func show(_ content: Widget, named name: String, at anchor: MenuAnchor) {
            show(Popover(content, in: host), named: name, at: anchor)
        }

        private func show(_ new: Popover, named name: String, at anchor: MenuAnchor) {
            dismiss()
            new.setAccessibleLabel(name)
            guard let place = anchor.widget.place(x: anchor.x, y: anchor.y, in: host) else { return }
            popover = new
            let focus = anchor.widget
            new.onClose = { [weak self, weak new, weak focus] in
                guard let self, let new, self.popover === new else { return }
                self.popover = nil
                // The chosen item may have moved the focus elsewhere.
                if new.holdsFocus || new.isWithoutFocus { focus?.grabFocus() }
            }
            new.open(x: place.x, y: place.y)
        }

        func dismiss() { popover?.dismiss() }
    }
#endif
