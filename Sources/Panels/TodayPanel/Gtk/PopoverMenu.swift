#if Panel
    internal import CTodayGtk

    /// A menu that closes after one choice.
    final class PopoverMenu: Popover {
        /// One line of a menu. Its label has to be our own text, because GTK removes an underscore from it.
        struct Item {
            var label: String
            /// Whether the line has a check mark; nil for a line that never has one.
            var isChecked: Bool?
            var choose: @MainActor () -> Void
        }

        /// Lines of a menu that belong together, or the lines of a submenu.
        struct Section {
            /// The line that opens the submenu; nil for lines of the menu itself.
            var submenu: String?
            var items: [Item]
        }

        /// - Parameters:
        ///   - parts: the parts of the menu, with a line between them.
        ///   - host: the box that contains the menu and outlives it.
        init(_ parts: [[Section]], in host: Widget) {
            let menu = g_menu_new()
            let actions = g_simple_action_group_new()
            defer {
                g_object_unref(menu.map { UnsafeMutableRawPointer($0) })
                g_object_unref(actions)
            }
            var count = 0
            for part in parts {
                let lines = g_menu_new()
                for section in part {
                    let target = section.submenu == nil ? lines : g_menu_new()
                    for item in section.items {
                        Self.append(item, "item\(count)", to: target, actions)
                        count += 1
                    }
                    if let submenu = section.submenu {
                        g_menu_append_submenu(lines, submenu, Self.model(target))
                        g_object_unref(target.map { UnsafeMutableRawPointer($0) })
                    }
                }
                g_menu_append_section(menu, nil, Self.model(lines))
                g_object_unref(lines.map { UnsafeMutableRawPointer($0) })
            }
            super.init(gtk_popover_menu_new_from_model(Self.model(menu)), in: host)
            gtk_widget_insert_action_group(pointer, "menu", OpaquePointer(actions))
            gtk_widget_set_halign(pointer, GTK_ALIGN_START)
            addClass("widget-menu")
        }

        private static func model(_ menu: OpaquePointer?) -> UnsafeMutablePointer<GMenuModel>? {
            menu.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GMenuModel.self) }
        }

        private static func append(
            _ item: Item, _ name: String, to menu: OpaquePointer?, _ actions: UnsafeMutablePointer<GSimpleActionGroup>?
        ) {
            let state = item.isChecked.map { g_variant_new_boolean($0 ? 1 : 0) }
            let new = state.map { g_simple_action_new_stateful(name, nil, $0) } ?? g_simple_action_new(name, nil)
            guard let action = new else { return }
            g_menu_append(menu, item.label, "menu." + name)
            Callback.connect(UnsafeMutableRawPointer(action), "activate", item.choose)
            g_action_map_add_action(OpaquePointer(actions), action)
            g_object_unref(UnsafeMutableRawPointer(action))
        }
    }
#endif
