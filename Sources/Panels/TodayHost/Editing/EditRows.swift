package import TodayModel

/// A widget in the edit view of a panel.
package struct EditRow: Hashable, Sendable {
    /// The identifier of the widget.
    package var identifier: WidgetIdentifier
    /// The heading; never empty.
    package var name: String
    /// The plain name of an icon in the theme or an absolute path; nil if the widget has none.
    package var icon: String?
    /// A line below the name; empty for none.
    package var detail: String
    /// Whether the widget is new to the user.
    package var isNew: Bool
    /// The items of its menu; empty for no menu.
    package var menu: [WidgetMenuItem]

    init(_ widget: WidgetProperties, isNew: Bool, isArranged: Bool) {
        identifier = widget.identifier
        name = widget.title
        menu = WidgetMenuItem.items(of: widget, at: .row(isArranged: isArranged))
        icon = widget.icon.isEmpty ? nil : widget.icon
        detail = ForeignText.title(widget.description)
        self.isNew = isNew
    }

    /// Returns the rows of an edit view: the arranged widgets in order.
    ///
    /// - Parameters:
    ///   - list: the user's edits of the arrangement of `view`.
    ///   - new: the widgets to mark as new.
    package static func rows(_ view: TodayView, _ list: EditList, new: Set<WidgetIdentifier>) -> [EditRow] {
        list.arranged.compactMap { identifier in
            view.known[identifier].map { widget in
                EditRow(view.named(widget), isNew: new.contains(identifier), isArranged: true)
            }
        }
    }
}
