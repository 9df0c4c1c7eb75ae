package import TodayModel

extension ViewGracePeriod {
    /// Returns the shown view for a terminal, line by line. The content of a center that is gone is dimmed.
    package func textLines(_ context: PlainText.Context) -> [TextLine] {
        let lines = shown.textLines(context)
        if absence == nil { return lines }
        return lines.map { $0.role == .content ? TextLine(.placeholder, $0.text) : $0 }
    }

    /// The line that says that the center is gone, while its last view is shown.
    package var absenceLine: TextLine? {
        absence.map { reason in
            let sentence = TodayPage.absent(because: reason).joined(separator: " ")
            return TextLine(.error, "! " + ForeignText.cleaned(sentence))
        }
    }
}
