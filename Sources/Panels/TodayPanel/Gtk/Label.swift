#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// Text, never markup.
    final class Label: Widget {
        init(_ text: String = "", wraps: Bool = false) {
            super.init(gtk_label_new(nil))
            gtk_label_set_xalign(opaque, 0)
            gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
            gtk_label_set_natural_wrap_mode(opaque, GTK_NATURAL_WRAP_NONE)
            // A hyphen at the end of a line would seem to be part of a URL or a hash.
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
        /// What a screen reader says is not what the label shows.
        private var isNamed = false

        var text: String {
            get { whole }
            set { setText(newValue) }
        }

        /// Shows a text, of which no more than so many characters are laid out.
        func setText(_ text: String, limit: Int = TextRoom.limit) {
            if text == whole, limit == self.limit { return }
            whole = text
            self.limit = limit
            layOut()
        }

        private func layOut() {
            let prepared = LaidOutText.prepare(whole, limit: limit, lines: lines)
            gtk_label_set_text(opaque, prepared)
            // A screen reader gets the words whole.
            if prepared != whole || isNamed { setAccessibleLabel(whole) }
            isNamed = prepared != whole
            // GTK would name it by what it is called in GTK.
            hideFromAccessibility(whole.isEmpty)
            justify()
        }

        /// GTK names a label by its text only as long as nobody has named it otherwise.
        override func setAccessibleLabel(_ text: String?) {
            super.setAccessibleLabel(text ?? whole)
            hideFromAccessibility((text ?? whole).isEmpty)
        }

        /// Lets the text be selected and copied. The focus selects all of it, and takes that back when it leaves.
        func makeSelectable() {
            gtk_label_set_selectable(opaque, 1)
            guard let focus = gtk_event_controller_focus_new() else { return }
            gtk_widget_add_controller(pointer, focus)
            Callback.connect(UnsafeMutableRawPointer(focus), "leave") { [weak self] in
                if let self { gtk_label_select_region(self.opaque, 0, 0) }
            }
        }

        /// Breaks lines between words, and within a word that is longer than a line.
        func wrap() { gtk_label_set_wrap(opaque, 1) }

        /// At most so many lines, the last with an ellipsis; 0 for as many as a card has room for.
        func setLines(_ count: Int) {
            gtk_label_set_wrap(opaque, count == 1 ? 0 : 1)
            gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
            gtk_label_set_lines(opaque, Int32(count == 0 ? LaidOutText.lineLimit : min(count, LaidOutText.lineLimit)))
            if count == lines { return }
            lines = count
            // Without a line feed they are GTK's to count.
            if whole.contains("\n") { layOut() }
        }

        /// 0 is where lines begin, 1 where they end.
        func setAlignment(_ share: Float, _ justification: GtkJustification) {
            gtk_label_set_xalign(opaque, share)
            self.justification = justification
            justify()
        }

        /// Lines that are broken begin where a single one does. Those of the other direction than the panel's would begin
        /// at the other side of the label.
        private func justify() {
            let isRightToLeft = gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL
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
