#if Panel
    internal import CGtk

    extension Callback {
        /// Runs a closure four times a second while it returns true and the widget can be seen. It must not hold the
        /// widget.
        @MainActor static func eachQuarter(of widget: Widget, _ body: @escaping @MainActor () -> Bool) {
            let pulse = RunningPulse(body)
            let start: @MainActor () -> Void = { [weak widget] in
                guard let widget, !pulse.isRunning else { return }
                pulse.isRunning = true
                _ = after(milliseconds: 250) { [weak widget] in
                    guard let widget, gtk_widget_get_mapped(widget.pointer) != 0, pulse.body() else {
                        pulse.isRunning = false
                        return false
                    }
                    return true
                }
            }
            if gtk_widget_get_mapped(widget.pointer) != 0 { start() }
            widget.on("map", start)
        }
    }

    @MainActor private final class RunningPulse {
        let body: @MainActor () -> Bool
        var isRunning = false
        init(_ body: @escaping @MainActor () -> Bool) { self.body = body }
    }
#endif
