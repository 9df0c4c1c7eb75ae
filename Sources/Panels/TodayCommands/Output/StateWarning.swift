internal import DBus
internal import TodayHost
internal import TodayModel

extension CenterClient {
    /// Prints a line on standard error if the changes won't survive a restart of the center. The command is already
    /// done, so errors here don't matter.
    func warnOfStateTrouble() async {
        guard let properties = try? await properties(), let trouble = StateTrouble(properties) else { return }
        try? Output.report(trouble.words)
    }
}
