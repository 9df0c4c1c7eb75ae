#if Panel
    internal import CTodayGtk

    /// A sign of work in progress.
    final class Spinner: Widget {
        init(size: Int32) {
            super.init(gtk_spinner_new())
            request(width: size, height: size)
        }

        var isSpinning: Bool {
            get { gtk_spinner_get_spinning(opaque) != 0 }
            set { gtk_spinner_set_spinning(opaque, newValue ? 1 : 0) }
        }

        /// Shows the spinner while work is in progress.
        func show(isWorking: Bool) {
            isVisible = isWorking
            isSpinning = isWorking
        }
    }
#endif
