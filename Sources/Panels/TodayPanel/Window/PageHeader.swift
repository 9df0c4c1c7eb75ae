#if Panel
    internal import CTodayGtk
    internal import TodayModel

    /// Returns the header of a page: its title, and the button that closes the page.
    @MainActor func pageHeader(_ text: String, _ done: Button) -> Box {
        let header = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 8)
        header.addClass("edit-header")
        let title = Label(text, wraps: true)
        title.addClass("edit-title")
        title.expand(horizontally: true)
        done.addClass("suggested-action")
        done.align(vertically: GTK_ALIGN_CENTER)
        header.append(title)
        header.append(done)
        return header
    }

    /// Returns the header of a page with a form: its titles, and the buttons that cancel and submit the form.
    @MainActor func formHeader(_ titles: [Label], cancel: Button, _ spinner: Spinner, submit: Button) -> Box {
        let header = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 8)
        header.addClass("settings-header")
        let words = Box(GTK_ORIENTATION_VERTICAL)
        words.expand(horizontally: true)
        for title in titles {
            title.setLines(1)
            title.setAlignment(0.5, GTK_JUSTIFY_CENTER)
            words.append(title)
        }
        titles.first?.addClass("settings-title")
        spinner.setAccessibleLabel(tr("Waiting for an answer…"))
        submit.addClass("suggested-action")
        for part: Widget in [cancel, words, spinner, submit] {
            part.align(vertically: GTK_ALIGN_CENTER)
            header.append(part)
        }
        return header
    }

    /// Returns the words of a widget on a page: its name, and a detail of at most some lines below it.
    @MainActor func widgetWords(_ name: Label, _ detail: Label, lines: Int) -> Box {
        let words = Box(GTK_ORIENTATION_VERTICAL)
        words.expand(horizontally: true)
        words.align(vertically: GTK_ALIGN_CENTER)
        name.setLines(1)
        name.addClass("edit-name")
        detail.setLines(lines)
        detail.addClass("edit-detail")
        words.append(name)
        words.append(detail)
        return words
    }
#endif
