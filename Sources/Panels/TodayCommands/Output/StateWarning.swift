internal import DBus
internal import TodayModel

extension CenterClient {
    /// Says in a line on standard error when what was changed will be gone after a restart of the center. The command has
    /// done its work, whatever becomes of this.
    func warnOfStateTrouble() async {
        guard let properties = try? await properties(), let trouble = StateTrouble(properties) else { return }
        try? Output.report(trouble.description)
    }
}
