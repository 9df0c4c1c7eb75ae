#if Panel
    internal import CTodayGtk

    /// A choice of one name, each with a colored mark if its item has a style class.
    final class DropDown: Widget {
        /// One of the names.
        struct Item {
            var name: String
            /// The style class of the mark before it; nil for no mark.
            var styleClass: String?
        }

        private let items: [Item]
        private var label: String?

        init(_ items: [Item]) {
            self.items = items
            let names = gtk_string_list_new(nil)
            for item in items { gtk_string_list_append(names, item.name) }
            super.init(gtk_drop_down_new(names.map { cgtk_list_model(UnsafeMutableRawPointer($0)) } ?? nil, nil))
            guard let factory = gtk_signal_list_item_factory_new() else { return }
            let object = UnsafeMutableRawPointer(factory)
            let styles = items.map(\.styleClass)
            Callback.connect(object, "setup") { arguments in
                guard let item = arguments.object(1) else { return 0 }
                // GTK holds the row only after this call.
                withExtendedLifetime(Self.row()) { gtk_list_item_set_child(OpaquePointer(item), $0.pointer) }
                return 0
            }
            let list = items
            Callback.connect(object, "bind") { arguments in
                guard let item = arguments.object(1).map({ OpaquePointer($0) }),
                    let row = gtk_list_item_get_child(item), let mark = gtk_widget_get_first_child(row),
                    let label = gtk_widget_get_last_child(row)
                else { return 0 }
                let index = Int(gtk_list_item_get_position(item))
                guard list.indices.contains(index) else { return 0 }
                gtk_label_set_text(OpaquePointer(label), list[index].name)
                for style in styles.compactMap(\.self) { gtk_widget_remove_css_class(mark, style) }
                if let style = styles[index] { gtk_widget_add_css_class(mark, style) }
                gtk_widget_set_visible(mark, styles[index] == nil ? 0 : 1)
                return 0
            }
            gtk_drop_down_set_factory(opaque, factory)
            g_object_unref(object)
            addClass("drop-down")
            on("notify::selected") { [weak self] in self?.nameButton() }
        }

        private static func row() -> Widget {
            let row = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 8)
            let mark = Box(GTK_ORIENTATION_HORIZONTAL)
            mark.addClass("swatch")
            mark.align(vertically: GTK_ALIGN_CENTER)
            mark.hideFromAccessibility()
            row.append(mark)
            let label = Label()
            label.setLines(1)
            label.hideFromAccessibility(false)
            row.append(label)
            return row
        }

        /// An index of the items; nil for none.
        var selected: Int? {
            get {
                let index = gtk_drop_down_get_selected(opaque)
                return index == GTK_INVALID_LIST_POSITION ? nil : Int(index)
            }
            set {
                if newValue != selected {
                    gtk_drop_down_set_selected(opaque, newValue.map { guint($0) } ?? GTK_INVALID_LIST_POSITION)
                }
            }
        }

        func onSelect(_ body: @escaping @MainActor (Int) -> Void) {
            on("notify::selected") { [weak self] in if let index = self?.selected { body(index) } }
        }

        /// Names the drop-down, and the button in it, which has the focus, together with the selected name.
        override func setAccessibleLabel(_ text: String?) {
            super.setAccessibleLabel(text)
            label = text
            nameButton()
        }

        private func nameButton() {
            guard let button = gtk_widget_get_first_child(pointer), let label else { return }
            let chosen = selected.map { items[$0].name }
            cgtk_set_accessible_label(button, [label, chosen].compactMap(\.self).joined(separator: ": "))
        }
    }
#endif
