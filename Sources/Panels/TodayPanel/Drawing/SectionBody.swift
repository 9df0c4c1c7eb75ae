#if Panel
    internal import CTodayGtk
    internal import TodayModel

    /// A row with a mark. A click expands or collapses the content below it.
    final class SectionBody: NodeContainer {
        private let box = Box(GTK_ORIENTATION_VERTICAL, role: GTK_ACCESSIBLE_ROLE_GROUP)
        private let header = Button()
        private let mark = Icon()
        private let label = Label()
        private let rows: StackBody
        private let context: NodeContext
        private var isOpen = false
        var widget: Widget { box }

        init(_ attributes: NodeAttributes, _ context: NodeContext) {
            self.context = context
            rows = StackBody(GTK_ORIENTATION_VERTICAL, NodeAttributes(.column(spacing: 6, alignment: .fill)))
            if case .section(_, let isExpanded) = attributes.kind { isOpen = isExpanded }
            let title = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 4)
            mark.hideFromAccessibility()
            title.append(mark)
            title.append(label)
            label.setLines(1)
            header.setChild(title)
            header.setFrame(false)
            header.addClass("section-header")
            header.onPress { [weak self] in
                guard let self else { return }
                self.setOpen(!self.isOpen)
            }
            header.onKey { [weak self] press in
                guard let self, let isOpen = self.header.expansion(after: press), isOpen != self.isOpen else {
                    return false
                }
                self.setOpen(isOpen)
                return true
            }
            // The rows align with the label.
            rows.widget.setMargins(top: 4, left: 20, bottom: 0, right: 0)
            box.append(header)
            box.append(rows.widget)
            show(attributes)
            updateDisclosure()
        }

        func show(_ attributes: NodeAttributes) {
            guard case .section(let text, _) = attributes.kind else { return }
            label.text = text
            header.setAccessibleLabel(attributes.spokenName)
        }

        private func setOpen(_ isOpen: Bool) {
            self.isOpen = isOpen
            // The height of the card without the rows is known only after they are hidden.
            if !isOpen { context.roomChanges() }
            updateDisclosure()
            if !isOpen { return }
            context.listChanged(true)
            if context.isAnimated { Fading.appear(rows.widget) }
        }

        private func updateDisclosure() {
            if !isOpen { rows.widget.yieldFocus() }
            rows.widget.isVisible = isOpen
            mark.set(isOpen ? "pan-down-symbolic" : "pan-end-symbolic")
            header.setAccessibleExpanded(isOpen)
        }

        func inserted(at index: Int, of children: [NodeView]) { rows.inserted(at: index, of: children) }
        func removed(_ child: NodeView, from children: [NodeView]) { rows.removed(child, from: children) }
        func moved(to index: Int, of children: [NodeView]) { rows.moved(to: index, of: children) }
        func changed(_ child: NodeView) { rows.changed(child) }
    }

    extension Widget {
        /// Returns whether an arrow key expands (true) or collapses (false) the section; nil for any other key. The
        /// arrow that expands points in the reading direction of the user.
        fileprivate func expansion(after press: KeyPress) -> Bool? {
            let isMirrored = gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL
            return switch press {
            case KeyPress(GDK_KEY_Right), KeyPress(GDK_KEY_KP_Right): !isMirrored
            case KeyPress(GDK_KEY_Left), KeyPress(GDK_KEY_KP_Left): isMirrored
            default: nil
            }
        }
    }
#endif
