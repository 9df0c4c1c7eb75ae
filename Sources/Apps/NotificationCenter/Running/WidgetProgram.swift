internal import DBus
internal import Glibc
internal import TodayPlatform
internal import TodayModel

extension NCWidgetProviding {
    /// Runs the program of a widget, and ends the process. With `@main` on the widget's class, it is the whole program.
    ///
    /// It connects to the session bus, exports the widget at the path derived from its bus name, and acquires that
    /// name. It then answers the center until the center ends it. The identifier comes from the environment variable
    /// `TODAYCENTER_WIDGET`, or else from ``widgetIdentifier``. The bus name is ``busName``, or else the identifier.
    ///
    /// The exit status is 0 after `EndRequest`, SIGTERM or SIGINT; 69 if the bus isn't running; 1 if the bus ends or
    /// the name is taken; and 64 for a wrong command line. `--print` only prints the content; see `--help`.
    @concurrent
    public nonisolated static func main() async {
        exit(await WidgetProgram.run([Self.self], arguments: CommandLine.arguments))
    }
}

/// The program around a widget.
@WidgetActor
enum WidgetProgram {
    /// Runs it to its end. Returns the exit status.
    static func run(_ types: [any NCWidgetProviding.Type], arguments: [String]) async -> CInt {
        let program = arguments.first?.split(at: "/").last.map(String.init) ?? "widget"
        Language.use()
        do {
            let options = try ProgramOptions(arguments.dropFirst())
            switch options.task {
            case .help:
                return printWhole(ProgramOptions.help(program: program) + "\n", by: program)
            case .print(let form):
                return await printContent(of: try printed(types), as: form, in: options.displayMode, by: program)
            case .provide:
                return try await WidgetProvider().run(ProviderPlace.places(of: types))
            }
        } catch let error as ProgramOptions.UsageError {
            StandardError.print("\(program): \(error.message)\n\(ProgramOptions.help(program: program))")
            return EX_USAGE
        } catch let error as ProviderPlace.UsageError {
            StandardError.print("\(program): \(error.message)")
            return EX_USAGE
        } catch {
            StandardError.print("\(program): \(error)")
            return ExitStatus.of(error)
        }
    }

    /// Returns the widget whose content is printed: the chosen one, or else the first.
    private static func printed(
        _ types: [any NCWidgetProviding.Type]
    ) throws(ProviderPlace.UsageError) -> any NCWidgetProviding.Type {
        guard let first = types.first else { throw ProviderPlace.UsageError(message: "this program has no widgets") }
        guard types.count > 1, let chosen = Environment[TodayBus.widgetVariable] else { return first }
        return try ProviderPlace.places(of: types).first { $0.identifier.rawValue == chosen }?.type ?? first
    }

    /// Updates the widget once without a bus, and prints its content.
    private static func printContent(
        of type: any NCWidgetProviding.Type, as form: ProgramOptions.Form, in mode: DisplayMode, by program: String
    ) async -> CInt {
        let identifier = (try? ProviderPlace(type))?.identifier ?? "org.example.Unnamed"
        let session = WidgetSession(type.init(), identifier: identifier)
        var context = UpdateContext(identifier: identifier, reason: .requested)
        context.displayMode = mode
        if let locale = Environment.locale() { context.locale = locale }
        let cached = session.begin(context, for: nil)
        let (result, changes) = await session.performUpdate(context, for: nil)
        if result == .failed { return 1 }
        let content = changes.content ?? cached.content ?? .empty
        let text =
            switch form {
            case .text: content.plainText(PlainText.Context(now: .now, displayMode: mode))
            case .json: content.json(pretty: true)
            }
        return printWhole(text + "\n", by: program)
    }
}
