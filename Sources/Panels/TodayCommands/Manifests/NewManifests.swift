internal import Glibc
internal import TodayPlatform
internal import TodayHost
internal import TodayModel

/// Manifests that were installed moments ago, so that the center may not have read them yet.
struct NewManifests: Equatable {
    /// The time that the center has to read a manifest, in microseconds: two seconds, many times the time it needs.
    static let span: UInt64 = 2_000_000

    /// The widgets, in any order.
    private(set) var identifiers: Set<WidgetIdentifier> = []
    /// The time that is left for the last of them.
    private(set) var remaining = Duration.zero

    /// Reads the folders that widgets are installed into.
    init(environment: [String: String], at now: Timestamp = WallClock.now) {
        for folder in UserFolders.allData(environment).map(ManifestFolder.init(below:)) {
            for name in folder.names { add(name, folder.path + "/\(name).widget", now) }
        }
    }

    private mutating func add(_ name: String, _ path: String, _ now: Timestamp) {
        var status = stat()
        guard let identifier = try? WidgetIdentifier(widget: name), lstat(path, &status) == 0 else { return }
        // The time when the file came here; its contents may be much older.
        let since = Timestamp(status.st_ctim)
        guard since <= now, now.microseconds - since.microseconds < Self.span else { return }
        identifiers.insert(identifier)
        remaining = max(remaining, .microseconds(Self.span - (now.microseconds - since.microseconds)))
    }
}

/// A folder that widgets are installed into.
struct ManifestFolder {
    let path: String

    /// Creates the folder below a data folder such as `~/.local/share`.
    init(below folder: String) { path = folder + "/todaycenter/widgets" }

    /// Returns the folder of the user's own widgets; nil if the environment names no home folder.
    static func own(_ environment: [String: String]) -> ManifestFolder? {
        UserFolders.data(environment).map(ManifestFolder.init(below:))
    }

    /// The names of the manifests, without `.widget`.
    var names: [String] {
        (FolderContents.names(in: path) ?? []).filter { $0.hasSuffix(".widget") }.map {
            String($0.dropLast(".widget".count))
        }
    }
}

extension Timestamp {
    fileprivate init(_ time: timespec) {
        // A time beyond the range of `Timestamp` is in the future either way.
        let (seconds, overflow) = UInt64(max(0, time.tv_sec)).multipliedReportingOverflow(by: 1_000_000)
        let (sum, isLater) = seconds.addingReportingOverflow(UInt64(max(0, time.tv_nsec)) / 1000)
        self.init(microseconds: overflow || isLater ? .max : sum)
    }
}
