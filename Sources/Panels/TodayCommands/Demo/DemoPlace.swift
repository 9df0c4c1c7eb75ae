internal import Glibc
internal import TodayPlatform
internal import TodayModel

/// What the example Where Am I is told in the demo: made-up facts that say so, from a file. The web service that the widget
/// asks otherwise is for the user to choose.
enum DemoPlace {
    static let widget: WidgetIdentifier = "org.example.WhereAmI"
    /// Where the widget is told the address of its service.
    static let variable = "WHERE_AM_I_ADDRESS"

    /// Writes the facts into a folder. Returns their address.
    static func write(into folder: TemporaryFolder) throws -> String {
        let path = folder.path + "/place.json"
        let file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw CommandFailure(.failed, "cannot make \(path): \(String(cString: strerror(errno)))")
        }
        defer { close(file) }
        let code = writeAll(JSON.object(facts).line, to: file)
        guard code == 0 else {
            throw CommandFailure(.failed, "cannot write \(path): \(String(cString: strerror(code)))")
        }
        return "file://" + path
    }

    private static var facts: [JSON.Member] {
        [("city", "Leipzig"), ("country", "Germany"), ("region", "Saxony")]
            .map { JSON.Member($0, .string($1 + " (demo data)")) }
    }
}
