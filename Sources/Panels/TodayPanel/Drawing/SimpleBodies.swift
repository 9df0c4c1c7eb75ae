#if Panel
    internal import CTodayGtk
    internal import TodayModel

    /// A line between siblings, perpendicular to their direction.
    final class DividerBody: NodeBody {
        let widget: Widget

        init(in place: NodePlace) {
            widget = Divider(place == .row ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
        }

        func show(_ attributes: NodeAttributes) {}
    }

    /// Takes the remaining space.
    final class SpacerBody: NodeBody {
        let widget: Widget = Box(GTK_ORIENTATION_HORIZONTAL)

        init(in place: NodePlace) {
            if place == .row { widget.expand(horizontally: true) } else { widget.expand(vertically: true) }
        }

        func show(_ attributes: NodeAttributes) {}
    }
#endif
