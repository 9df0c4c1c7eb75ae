internal import TodayModel

extension TodayView {
    /// The view of another machine's center, without what belongs to that machine: its apps, and the files with icons.
    package var ofOtherMachine: TodayView {
        var view = self
        for (identifier, widget) in known where !widget.containingApp.isEmpty || IconRule.isPath(widget.icon) {
            view.known[identifier]?.containingApp = ""
            if IconRule.isPath(widget.icon) { view.known[identifier]?.icon = "" }
        }
        return view
    }
}
