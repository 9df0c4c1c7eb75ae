internal import Glibc
internal import TodayPlatform
internal import TodayModel

/// The data that the example Where Am I reads in the demo: made-up facts, marked as such, from a file. Outside the
/// demo, the user decides whether it asks a web service.
enum DemoPlace {
    static let widget: WidgetIdentifier = "org.example.WhereAmI"
    /// The environment variable for the address of the widget's service.
    static let variable = "WHERE_AM_I_ADDRESS"

    /// Writes the facts into a folder. Returns their address.
    static func write(into folder: TemporaryFolder) throws -> String {
        let path = folder.path + "/place.json"
        let file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw CommandFailure.cannotCreate(path, errno)
        }
        defer { close(file) }
        let code = writeAll(JSON.object(facts).line, to: file)
        guard code == 0 else {
            throw CommandFailure(
                .failed,
                tr("cannot write {file}: {reason}", ["file": path, "reason": Language.systemError(code)]))
        }
        return "file://" + path
    }

    private static var facts: [JSON.Member] {
        [("city", "Leipzig"), ("country", "Germany"), ("region", "Saxony")]
            .map { JSON.Member($0, .string(tr("{name} (demo data)", ["name": $1]))) }
    }
}
