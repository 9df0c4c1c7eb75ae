package import TodayModel

extension ViewGracePeriod {
    /// What is shown, for a terminal, line by line. What a center that has gone said last is set back.
    package func textLines(_ context: PlainText.Context) -> [TextLine] {
        let lines = shown.textLines(context)
        if absence == nil { return lines }
        return lines.map { $0.role == .content ? TextLine(.placeholder, $0.text) : $0 }
    }

    /// Says that there is no center, as long as what one said last is shown.
    package var absenceLine: TextLine? {
        absence.map { reason in
            let sentence = TodayPage.absent(because: reason).joined(separator: " ")
            return TextLine(.error, "! " + ForeignText.cleaned(sentence))
        }
    }
}
