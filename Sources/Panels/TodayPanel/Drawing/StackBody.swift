#if Panel
    internal import CTodayGtk
    internal import TodayModel

    /// A column or a row.
    final class StackBody: NodeContainer {
        private let box: Box
        private let isRow: Bool
        private var alignment = ContentAlignment.fill
        private var children: [NodeView] = []
        private var spacing: Int32 = 0
        /// The layout of a row in one line, while another one is in use.
        private var line: UnsafeMutablePointer<GtkLayoutManager>?
        var widget: Widget { box }

        init(_ orientation: GtkOrientation, _ attributes: NodeAttributes) {
            box = Box(orientation)
            isRow = orientation == GTK_ORIENTATION_HORIZONTAL
            show(attributes)
        }

        func show(_ attributes: NodeAttributes) {
            switch attributes.kind {
            case .column(let spacing, let alignment), .row(let spacing, let alignment):
                self.spacing = Int32(spacing.rounded())
                applySpacing()
                self.alignment = alignment
                for child in children { align(child) }
            default: break
            }
        }

        private func align(_ child: NodeView) {
            let align: GtkAlign =
                switch isRow || !child.attributes.kind.hasNoWidth ? alignment : .fill {
                case .leading: GTK_ALIGN_START
                case .center: GTK_ALIGN_CENTER
                case .trailing: GTK_ALIGN_END
                case .fill: child.attributes.kind.alignmentInstead(ofFillIn: isRow)
                }
            if isRow { child.outer.align(vertically: align) } else { child.outer.align(horizontally: align) }
        }

        func inserted(at index: Int, of children: [NodeView]) {
            box.insert(children[index].outer, after: index > 0 ? children[index - 1].outer : nil)
            align(children[index])
            distributeSpace(children)
        }

        func removed(_ child: NodeView, from children: [NodeView]) {
            box.remove(child.outer)
            distributeSpace(children)
        }

        func moved(to index: Int, of children: [NodeView]) {
            box.move(children[index].outer, after: index > 0 ? children[index - 1].outer : nil)
        }

        func changed(_ child: NodeView) { distributeSpace(children) }

        /// Lets a row of buttons continue in another line. In one line, buttons that don't fit would lose their texts.
        private func wrapButtons() {
            let wraps = children.count > 1 && children.allSatisfy(\.attributes.kind.isButton)
            guard wraps != (line != nil) else { return }
            if let former = line {
                line = nil
                gtk_widget_set_layout_manager(box.pointer, former)
            } else if let former = gtk_widget_get_layout_manager(box.pointer) {
                g_object_ref(UnsafeMutableRawPointer(former))
                line = former
                gtk_widget_set_layout_manager(box.pointer, WrapLayout.make())
            }
            applySpacing()
        }

        private func applySpacing() {
            if line != nil { WrapLayout.setSpacing(spacing, of: box) } else { box.spacing = spacing }
        }

        isolated deinit { if let line { g_object_unref(UnsafeMutableRawPointer(line)) } }

        /// Distributes the remaining space of a row to bars, charts and spacers. Without any of them, the texts get it,
        /// so that trailing texts end at the edge.
        private func distributeSpace(_ children: [NodeView]) {
            self.children = children
            guard isRow else { return }
            wrapButtons()
            let hasFillingChild = children.contains { $0.attributes.kind.fillsRow }
            for child in children {
                guard case .text(_, _, _, _, let alignment) = child.attributes.kind else { continue }
                child.outer.expand(horizontally: !hasFillingChild && alignment != .leading)
            }
        }
    }

    extension NodeKind {
        /// Some kinds would look strange as high as their neighbors in a row, or as wide as those in a column.
        fileprivate func alignmentInstead(ofFillIn isRow: Bool) -> GtkAlign {
            switch self {
            case .progress(_, .bar, _, _), .button, .slider, .entry: isRow ? GTK_ALIGN_CENTER : GTK_ALIGN_FILL
            case .progress(_, .circle, _, _), .image: isRow ? GTK_ALIGN_CENTER : GTK_ALIGN_START
            default: GTK_ALIGN_FILL
            }
        }

        /// Some kinds have no width of their own and are always as wide as the column.
        fileprivate var hasNoWidth: Bool {
            switch self {
            case .progress(_, .bar, _, _), .chart, .divider, .slider, .entry: true
            default: false
            }
        }

        fileprivate var isButton: Bool { if case .button = self { true } else { false } }

        fileprivate var fillsRow: Bool {
            switch self {
            case .progress(_, .bar, _, _), .chart, .spacer, .column, .list, .grid, .section, .slider, .entry: true
            default: false
            }
        }
    }
#endif
