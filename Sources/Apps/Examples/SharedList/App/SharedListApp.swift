import Glibc
import NotificationCenter
import SharedListKit

/// The app in its terminal. Its output replaces a window: the list, with a mark at the item that was tapped in Today.
final class SharedListApp: NCApplicationDelegate {
    static let applicationIdentifier = "org.example.SharedList"

    private var list: SharedList?
    private var following: Task<Void, Never>?
    /// The last opened item.
    private var opened: ListItem?

    func applicationDidFinishLaunching(_ app: NCApplication) async throws {
        let list = try await SharedList.open()
        self.list = list
        let changes = list.changes
        following = Task { for await _ in changes { self.show() } }
    }

    func applicationDidActivate(_ app: NCApplication, options: NCLaunchOptions) {
        show()
        endIfUnseen(app)
    }

    func application(_ app: NCApplication, open urls: [String], options: NCLaunchOptions) throws {
        defer { endIfUnseen(app) }
        for url in urls {
            guard let item = ListItem(url: url) else { throw NCWidgetError("\(url) isn't an item of the list") }
            opened = item
            if list?.items.contains(item) == true {
                show()
            } else {
                printLine("\(item.title) is no longer on the list")
            }
        }
    }

    func applicationWillTerminate(_ app: NCApplication) { following?.cancel() }

    /// Ends an instance that the bus has started: its output isn't visible, so it has no reason to keep running.
    private func endIfUnseen(_ app: NCApplication) {
        if CommandLine.arguments.contains("--gapplication-service") { app.terminate() }
    }

    private func show() {
        guard let items = list?.items else { return }
        if items.isEmpty { return printLine("The list is empty.") }
        printLine(items.map { ($0 == opened ? "> " : "  ") + $0.title }.joined(separator: "\n") + "\n")
    }

    private func printLine(_ text: String) {
        print(text)
        // Flush, so that the text also appears immediately in a pipe or a file.
        fflush(nil)
    }
}
