#if Panel
    internal import CTodayGtk

    /// A menu that closes after one choice.
    final class PopoverMenu: Widget {
        /// One line of a menu. Its label has to be our own text, because GTK removes an underscore from it.
        struct Item {
            var label: String
            var choose: @MainActor () -> Void
        }

        /// Called when the menu closes, with or without a choice.
        var onClose: () -> Void = {}

        /// - Parameter host: the box that contains the menu and outlives it.
        init(_ items: [Item], in host: Widget) {
            let menu = g_menu_new()
            let actions = g_simple_action_group_new()
            defer {
                g_object_unref(menu.map { UnsafeMutableRawPointer($0) })
                g_object_unref(actions)
            }
            for (index, item) in items.enumerated() {
                g_menu_append(menu, item.label, "menu.item\(index)")
                guard let action = g_simple_action_new("item\(index)", nil) else { continue }
                Callback.connect(UnsafeMutableRawPointer(action), "activate", item.choose)
                g_action_map_add_action(OpaquePointer(actions), action)
                g_object_unref(UnsafeMutableRawPointer(action))
            }
            let model = menu.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GMenuModel.self) }
            super.init(gtk_popover_menu_new_from_model(model))
            gtk_widget_insert_action_group(pointer, "menu", OpaquePointer(actions))
            gtk_popover_set_has_arrow(cast(), 0)
            gtk_widget_set_halign(pointer, GTK_ALIGN_START)
            addClass("widget-menu")
            gtk_widget_set_parent(pointer, host.pointer)
            on("closed") { [weak self] in self?.close() }
        }

        /// Shows the menu at a point in its host, in logical pixels.
        func open(x: Double, y: Double) {
            var place = GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1)
            gtk_popover_set_pointing_to(cast(), &place)
            gtk_popover_popup(cast())
        }

        /// Closes the menu if it is open.
        func dismiss() { gtk_popover_popdown(cast()) }

        private func close() {
            onClose()
            onClose = {}
            // The menu performs the chosen action after this.
            Callback.whenIdle { [self] in
                if gtk_widget_get_parent(pointer) != nil { gtk_widget_unparent(pointer) }
                return false
            }
        }
    }
#endif
