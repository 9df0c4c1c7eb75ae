import Glibc
import NotificationCenter

/// An app for tests that prints its requests, one per line.
@main
final class NoteApp: NCApplicationDelegate {
    static let applicationIdentifier = "org.example.Note-App"

    func applicationDidFinishLaunching(_ app: NCApplication) { note("launched \(app.identifier)", NCLaunchOptions()) }

    func applicationDidActivate(_ app: NCApplication, options: NCLaunchOptions) { note("activate", options) }

    func application(_ app: NCApplication, open urls: [String], options: NCLaunchOptions) async throws {
        if urls.contains("note:refused") { throw NCWidgetError("not this one") }
        note("open \(urls.joined(separator: " "))", options)
        guard urls.contains("note:end") else { return }
        app.terminate()
        // The caller still gets a reply.
        for _ in 0..<100 { await Task.yield() }
    }

    func application(
        _ app: NCApplication, performAction name: String, parameter: NCValue?, options: NCLaunchOptions
    ) {
        note("action \(name) \(parameter?.string ?? "-")", options)
    }

    func applicationWillTerminate(_ app: NCApplication) { note("end", NCLaunchOptions()) }

    private func note(_ text: String, _ options: NCLaunchOptions) {
        let line = options.activationToken.map { "\(text) with \($0)" } ?? text
        // One write for each line: nothing is left in a buffer.
        var bytes = Array((line + "\n").utf8)
        _ = write(1, &bytes, bytes.count)
    }
}
