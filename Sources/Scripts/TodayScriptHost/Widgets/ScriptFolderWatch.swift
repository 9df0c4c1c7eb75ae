internal import TodayPlatform
internal import NotificationCenter

/// Reports changes of files in the scripts folder, and in the folders that its links lead to.
@WidgetActor
final class ScriptFolderWatch {
    private let path: String
    private var changed: () -> Void = {}
    private var watch: FolderWatch?
    private var links: FolderWatch?
    private var linkedFolders: Set<String> = []

    private static let settling = Duration.milliseconds(100)

    init(_ path: String) { self.path = path }

    /// Begins to follow the folder; creates it if it is missing.
    func begin(changed: @escaping () -> Void) async {
        self.changed = changed
        UserFolders.make(path)
        watch = await begin([path])
    }

    /// Also follows these folders: a script behind a link changes in its own folder.
    func follow(links folders: Set<String>) async {
        guard folders != linkedFolders else { return }
        linkedFolders = folders
        await links?.end()
        links = folders.isEmpty ? nil : await begin(folders.sorted())
    }

    func end() async {
        await watch?.end()
        await links?.end()
    }

    private func begin(_ folders: [String]) async -> FolderWatch {
        let watch = FolderWatch(folders, suffix: "", settling: Self.settling, loop: WidgetActor.shared.loop) { text in
            StandardError.print("today-scripts: \(text)")
        } changed: { [weak self] in
            Task { @WidgetActor in self?.changed() }
        }
        await watch.begin()
        return watch
    }
}
