#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// Text without markup.
    final class Label: Widget {
        /// - Parameter role: the role for screen readers; nil for a label.
        init(_ text: String = "", wraps: Bool = false, role: GtkAccessibleRole? = nil) {
            hasRole = role != nil
            super.init(role.map { cgtk_label_with_role($0) } ?? gtk_label_new(nil))
            gtk_label_set_xalign(opaque, 0)
            gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
            gtk_label_set_natural_wrap_mode(opaque, GTK_NATURAL_WRAP_NONE)
            // A hyphen at the end of a line could look like a part of a URL or a hash.
            let attributes = pango_attr_list_new()
            pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
            gtk_label_set_attributes(opaque, attributes)
            pango_attr_list_unref(attributes)
            if wraps { wrap() }
            self.text = text
            if text.isEmpty { hideFromAccessibility(true) }
        }

        private var whole = ""
        private var justification = GTK_JUSTIFY_LEFT
        private var limit = TextRoom.limit
        private var lines = 0
        /// The width at which lines break, in characters of average width; -1 for that of the space.
        private var characters: Int32 = -1
        /// The least width of a text with more bytes than that, in characters of average width. To find a smaller one,
        /// GTK tries a layout with each character on a line of its own, which takes four times as long.
        private static let (shortText, leastCharacters): (Int, Int32) = (24, 4)
        /// Whether a screen reader reads another text than the label shows.
        private var isNamed = false
        /// Whether the role is another one than that of a label, which alone gives a label its text as its name.
        private let hasRole: Bool

        var text: String {
            get { whole }
            set { setText(newValue) }
        }

        /// Shows a text and lays out at most this many characters.
        func setText(_ text: String, limit: Int = TextRoom.limit) {
            if text == whole, limit == self.limit { return }
            whole = text
            self.limit = limit
            layOut()
        }

        private func layOut() {
            let prepared = LaidOutText.prepare(whole, limit: limit, lines: lines)
            let isLong = gtk_label_get_wrap(opaque) != 0 && whole.utf8.count > Self.shortText
            gtk_label_set_width_chars(opaque, isLong ? max(characters, Self.leastCharacters) : characters)
            gtk_label_set_text(opaque, prepared)
            // A screen reader gets the words without break points.
            if prepared != whole || isNamed || hasRole { setAccessibleLabel(whole) }
            isNamed = prepared != whole
            // GTK would read the GTK name of an empty label.
            hideFromAccessibility(whole.isEmpty)
            justify()
        }

        /// Sets the label again because GTK names a label by its text only until it has another name.
        override func setAccessibleLabel(_ text: String?) {
            super.setAccessibleLabel(text ?? whole)
            hideFromAccessibility((text ?? whole).isEmpty)
        }

        /// Lets the user select and copy the text. The focus selects all of it; when the focus leaves, the selection
        /// ends.
        func makeSelectable() {
            gtk_label_set_selectable(opaque, 1)
            guard let focus = gtk_event_controller_focus_new() else { return }
            gtk_widget_add_controller(pointer, focus)
            Callback.connect(UnsafeMutableRawPointer(focus), "leave") { [weak self] in
                if let self { gtk_label_select_region(self.opaque, 0, 0) }
            }
        }

        /// Sets the width at which lines break, in characters of average width.
        func setWidth(characters: Int32) {
            self.characters = characters
            gtk_label_set_width_chars(opaque, characters)
            gtk_label_set_max_width_chars(opaque, characters)
        }

        /// Shows the whole text in a tooltip while the label shows only a part of it.
        func showWholeTextInTooltip() {
            gtk_widget_set_has_tooltip(pointer, 1)
            Callback.connect(pointer, "query-tooltip") { [weak self] arguments in
                guard let self, let tooltip = arguments.object(4), let layout = gtk_label_get_layout(self.opaque),
                    pango_layout_is_ellipsized(layout) != 0
                else { return 0 }
                gtk_tooltip_set_text(OpaquePointer(tooltip), self.whole)
                return 1
            }
        }

        /// Breaks lines between words, and within a word that is longer than a line.
        func wrap() { gtk_label_set_wrap(opaque, 1) }

        /// Limits the lines, the last with an ellipsis; 0 for as many as a card has room for.
        func setLines(_ count: Int) {
            gtk_label_set_wrap(opaque, count == 1 ? 0 : 1)
            gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
            gtk_label_set_lines(opaque, Int32(count == 0 ? LaidOutText.lineLimit : min(count, LaidOutText.lineLimit)))
            if count == lines { return }
            lines = count
            // In a text without a line feed, GTK counts the lines.
            if whole.contains("\n") { layOut() }
        }

        /// Sets the alignment: 0 is the start of a line, 1 the end.
        func setAlignment(_ share: Float, _ justification: GtkJustification) {
            gtk_label_set_xalign(opaque, share)
            self.justification = justification
            justify()
        }

        /// Whether the panel's own texts run from right to left.
        var isRightToLeft: Bool { gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL }

        /// Aligns wrapped lines like a single line. Otherwise lines whose direction differs from the panel's would
        /// start at the other side of the label.
        private func justify() {
            let isOther = TextDirection(of: whole) == (isRightToLeft ? .leftToRight : .rightToLeft)
            let justification =
                switch (isOther, justification) {
                case (true, GTK_JUSTIFY_LEFT): GTK_JUSTIFY_RIGHT
                case (true, GTK_JUSTIFY_RIGHT): GTK_JUSTIFY_LEFT
                default: justification
                }
            gtk_label_set_justify(opaque, justification)
        }
    }
#endif
