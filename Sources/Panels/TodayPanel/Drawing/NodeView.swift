#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// A node on the screen, with its children.
    @MainActor final class NodeView {
        private(set) var attributes: NodeAttributes
        private(set) var children: [NodeView] = []
        /// The widget that the parent contains.
        let outer: Widget

        /// The style class of nodes that take taps.
        private static let tapClass = "takes-taps"
        /// Whether the content provides the label for screen readers.
        private var hasOwnLabel = false
        private let body: any NodeBody
        private let context: NodeContext
        /// Marks a row that opens a URL; nil for nodes that aren't rows.
        private var chevron: Icon?

        init(_ node: DrawnNode, in place: NodePlace, _ context: NodeContext) {
            self.context = context
            attributes = node.attributes
            let isTappable = attributes.shape.isTappable
            body = attributes.makeBody(in: place, context)
            if isTappable {
                let button = Button()
                button.addClass("tappable")
                button.setFrame(false)
                button.setChild(Self.row(of: body.widget, attributes, in: place, &chevron))
                button.yieldToControlsWithin()
                button.swallowClicks(onDisabled: Self.tapClass)
                outer = button
            } else {
                outer = body.widget
            }
            if let button = outer as? Button, isTappable {
                button.onPress { [weak self] in
                    guard let self else { return }
                    self.context.tap(self.attributes)
                }
            }
            showCommon()
            for child in node.children { insert(child, at: children.count) }
        }

        /// Returns the content of a tappable node, with a chevron behind it if the node is a row of a list or a column.
        private static func row(
            of content: Widget, _ attributes: NodeAttributes, in place: NodePlace, _ chevron: inout Icon?
        ) -> Widget {
            guard place == .column, attributes.kind.canBeRow else { return content }
            let icon = Icon("go-next-symbolic")
            icon.addClass("chevron")
            // Screen readers say that it can be pressed.
            icon.hideFromAccessibility()
            icon.align(vertically: GTK_ALIGN_CENTER)
            let row = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 8)
            content.expand(horizontally: true)
            row.append(content)
            row.append(icon)
            chevron = icon
            return row
        }

        /// Applies a look of the same shape.
        private func update(_ attributes: NodeAttributes) {
            self.attributes = attributes
            body.show(attributes)
            showCommon()
        }

        private func showCommon() {
            outer.setTooltip(attributes.tooltip)
            if !attributes.isEnabled { outer.yieldFocus() }
            outer.isEnabled = attributes.isEnabled
            outer.setClass(Self.tapClass, attributes.tap != nil)
            chevron?.isVisible = attributes.opensURL
            if attributes.shape.isTappable {
                outer.setCursor(attributes.tap != nil && attributes.isEnabled ? "pointer" : nil)
            }
            if let label = attributes.accessibleLabel {
                outer.setAccessibleLabel(label)
                hasOwnLabel = true
            } else if hasOwnLabel {
                hasOwnLabel = false
                outer.setAccessibleLabel(nil)
                // Kinds that name themselves set their name again.
                body.show(attributes)
            }
        }

        /// Names tappable nodes and cells by the text in them. Call this when the tree is complete.
        func nameTappables() {
            for child in children { child.nameTappables() }
            (body as? GridBody)?.nameCells()
            if attributes.accessibleLabel == nil, attributes.shape.isTappable {
                let text = spokenText
                outer.setAccessibleLabel(text.isEmpty ? attributes.nameOfLastResort : text)
            }
        }

        /// The text in the node, for screen readers.
        private var spokenText: String {
            Language.list(([attributes.spokenText] + children.map(\.spokenText)).filter { !$0.isEmpty })
        }

        /// The text of a card with this root for screen readers: all that is visible, with the names of pictures and
        /// charts, but without rows that the user hasn't asked for.
        var spokenCard: String {
            let own = attributes.spokenText.isEmpty ? attributes.spokenName : attributes.spokenText
            let shown = children.filter { $0.isShown(within: outer) }.map(\.spokenCard)
            return Language.list(([own] + shown).filter { !$0.isEmpty })
        }

        /// Whether neither this node nor a widget around it is hidden, up to an ancestor.
        private func isShown(within ancestor: Widget) -> Bool {
            var next: UnsafeMutablePointer<GtkWidget>? = outer.pointer
            while let widget = next, widget != ancestor.pointer {
                if gtk_widget_get_visible(widget) == 0 { return false }
                next = gtk_widget_get_parent(widget)
            }
            return true
        }

        // MARK: Children

        private var container: (any NodeContainer)? { body as? any NodeContainer }

        private func insert(_ node: DrawnNode, at index: Int) {
            guard let container, index <= children.count else { return }
            let child = NodeView(node, in: attributes.placeOfChildren, context)
            children.insert(child, at: index)
            container.inserted(at: index, of: children)
            if context.isAnimated { Fading.appear(child.outer) }
        }

        private func remove(at index: Int) {
            guard let container, children.indices.contains(index) else { return }
            let child = children.remove(at: index)
            child.outer.yieldFocus()
            guard context.isAnimated else { return container.removed(child, from: children) }
            Fading.disappear(child.outer) { [weak self] in
                guard let self else { return }
                self.context.roomChanges()
                container.removed(child, from: self.children)
            }
        }

        private func move(from: Int, to: Int) {
            guard let container, children.indices.contains(from), children.indices.contains(to) else { return }
            children.insert(children.remove(at: from), at: to)
            container.moved(to: to, of: children)
        }

        // MARK: Steps

        /// Performs a step. Returns false if only the root's owner can perform it.
        func perform(_ step: TreeStep) -> Bool {
            switch step {
            case .update(let path, let attributes):
                guard let view = view(at: path) else { break }
                view.update(attributes)
                if !path.isEmpty { self.view(at: path.dropLast())?.container?.changed(view) }
            case .replace(let path, let node):
                guard let index = path.last, let parent = view(at: path.dropLast()) else { return false }
                let wasAnimated = context.isAnimated
                // The new node takes the place immediately; two fading nodes would jump.
                context.isAnimated = false
                parent.remove(at: index)
                parent.insert(node, at: index)
                context.isAnimated = wasAnimated
            case .remove(let path):
                guard let index = path.last else { return false }
                view(at: path.dropLast())?.remove(at: index)
            case .insert(let path, let node):
                guard let index = path.last else { return false }
                view(at: path.dropLast())?.insert(node, at: index)
            case .move(let parent, let from, let to): view(at: parent[...])?.move(from: from, to: to)
            }
            return true
        }

        private func view(at path: [Int]) -> NodeView? { view(at: path[...]) }

        private func view(at path: ArraySlice<Int>) -> NodeView? {
            guard let index = path.first else { return self }
            return children.indices.contains(index) ? children[index].view(at: path.dropFirst()) : nil
        }
    }

    extension NodeAttributes {
        /// Whether a tap leads to a page or a file.
        var opensURL: Bool { if case .url = tap { true } else { false } }
    }

    extension NodeKind {
        /// Whether a node of this kind can be a row that opens a URL.
        fileprivate var canBeRow: Bool {
            switch self {
            case .text, .row, .column: true
            default: false
            }
        }
    }
#endif
