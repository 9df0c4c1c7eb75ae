#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// The answer to Why?: a sentence, the facts below it, and a button that copies both.
    @MainActor enum ExplanationView {
        /// Returns the content of a popover.
        ///
        /// - Parameter onCopy: called when the user has copied the answer.
        static func make(
            _ explanation: Explanation, of card: CardPresentation, now: Timestamp,
            onCopy: @escaping @MainActor () -> Void
        ) -> Widget {
            let view = Box(GTK_ORIENTATION_VERTICAL, spacing: 8)
            view.addClass("explanation")
            let sentence = explanation.sentence(about: card.name)
            let message = Label(sentence, wraps: true)
            message.addClass("explanation-message")
            message.setWidth(characters: 36)
            view.append(message)
            let rows = explanation.rows(now: now, isBrief: true)
            let facts = Grid()
            facts.setColumns(spacing: 12)
            for (index, row) in rows.enumerated() {
                let title = Label(row.title)
                title.addClass("explanation-title")
                title.align(vertically: GTK_ALIGN_START)
                let text = Label(row.text, wraps: true)
                text.setWidth(characters: 24)
                facts.attach(title, column: 0, row: index)
                facts.attach(text, column: 1, row: index)
            }
            view.append(facts)
            // Translators: a verb, on a button and in a menu.
            let copy = Button(tr("Copy"))
            copy.align(horizontally: GTK_ALIGN_END)
            copy.setAccessibleLabel(tr("Copy the explanation of {name}", ["name": card.name]))
            let lines = explanation.rows(now: now).map { row in
                // Translators: a line of a table, as plain text.
                tr("{title}: {text}", ["title": row.title, "text": row.text])
            }
            copy.onPress {
                copyToClipboard(([sentence] + lines).joined(separator: "\n"))
                onCopy()
            }
            view.append(copy)
            return view
        }
    }
#endif
