#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// The widget of one kind of node.
    @MainActor protocol NodeBody: AnyObject {
        var widget: Widget { get }
        /// Applies a look of the same shape.
        func show(_ attributes: NodeAttributes)
    }

    /// The widget of a node with children.
    @MainActor protocol NodeContainer: NodeBody {
        /// Handles a node that was inserted at an index of its children, which are now these.
        func inserted(at index: Int, of children: [NodeView])
        /// Handles a node that was removed; the others are now the children.
        func removed(_ child: NodeView, from children: [NodeView])
        /// Handles a node that was moved to another index of its children, which are now these.
        func moved(to index: Int, of children: [NodeView])
        /// Handles a node that has another look of the same shape.
        func changed(_ child: NodeView)
    }

    extension NodeContainer {
        func changed(_ child: NodeView) {}
    }

    /// The place of a node, which affects its form.
    enum NodePlace { case root, column, row, cell }

    extension NodeAttributes {
        /// Makes the widget of a node of this shape.
        @MainActor func makeBody(in place: NodePlace, _ context: NodeContext) -> any NodeBody {
            switch kind {
            case .column: StackBody(GTK_ORIENTATION_VERTICAL, self)
            case .row: StackBody(GTK_ORIENTATION_HORIZONTAL, self)
            case .grid: GridBody(self)
            case .list: ListBody(self, context)
            case .text, .timer, .clock: TextBody(self, in: place)
            case .progress(_, .bar, _, _): BarBody(self, in: place)
            case .progress(_, .circle, _, _): CircleBody(self)
            case .image(.icon, _, _, _): IconBody(self)
            case .image: PictureBody(self, context)
            case .button: ButtonBody(self, context)
            case .toggle: ToggleBody(self, context, Switch())
            case .checkbox: ToggleBody(self, context, CheckBox())
            case .slider: SliderBody(self, context)
            case .entry: EntryBody(self, context)
            case .chart: ChartBody(self)
            case .section: SectionBody(self, context)
            case .divider: DividerBody(in: place)
            case .spacer: SpacerBody(in: place)
            }
        }

        /// The place of the children of a node of this shape.
        var placeOfChildren: NodePlace {
            switch kind {
            case .row: .row
            case .grid: .cell
            default: .column
            }
        }
    }
#endif
