package import DBus
internal import Glibc
internal import TodayModel
internal import TodayPlatform
package import TodayScripts

/// The command of a tap. It isn't part of a run: it may start an app, which keeps running.
package enum ScriptCommand {
    /// Starts the command of an action.
    ///
    /// - Parameters:
    ///   - token: Lets the window that it opens come to the front.
    ///   - ended: Called on the loop's thread when it has ended.
    /// - Throws: ``ScriptRun/StartError``.
    package static func start(
        _ action: ScriptAction, of file: ScriptFile, _ environment: ScriptEnvironment, token: String?,
        on loop: EventLoop, ended: @escaping @Sendable () -> Void
    ) throws(ScriptRun.StartError) {
        var arguments = action.command
        if action.runsInTerminal {
            guard let prefix = Terminals.prefix(where: { Environment.locate($0) != nil }) else {
                throw ScriptRun.StartError(description: tr("no known terminal is installed"))
            }
            arguments = prefix + arguments
        }
        var variables = environment.variables(header: file.header, values: file.values, action: action)
        variables.merge(SessionEnvironment.variables(from: Environment.current, token: token)) { own, _ in own }
        var request = ChildProcess.Request(arguments, environment: variables)
        request.directory = file.folder
        request.ownSession = true
        request.diesWithParent = false
        do { try RunningProcess.start(request, on: loop) { _, _ in ended() } } catch {
            throw ScriptRun.StartError(description: "\(error)")
        }
    }
}
