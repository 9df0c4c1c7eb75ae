#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// The widget of one kind of node.
    @MainActor protocol NodeBody: AnyObject {
        var widget: Widget { get }
        /// Applies a look of the same shape.
        func show(_ look: NodeLook)
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

    extension NodeShape {
        /// Creates the widget of a node of this shape.
        @MainActor func makeBody(_ look: NodeLook, in place: NodePlace, _ context: NodeContext) -> any NodeBody {
            switch kind {
            case .column: StackBody(GTK_ORIENTATION_VERTICAL, look)
            case .row: StackBody(GTK_ORIENTATION_HORIZONTAL, look)
            case .grid: GridBody(look)
            case .list: ListBody(look, context)
            case .text, .timer: TextBody(look, in: place)
            case .bar: BarBody(look, in: place)
            case .circle: CircleBody(look)
            case .icon: IconBody(look)
            case .picture: PictureBody(look, context)
            case .button: ButtonBody(look, context)
            case .toggle: ToggleBody(look, context)
            case .chart: ChartBody(look)
            case .section: SectionBody(look, context)
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
