internal import Glibc
internal import TodayPlatform

/// The user's folders, by the XDG Base Directory Specification.
public enum NCDirectories {
    /// The home folder: `HOME`, or else the folder in the user database.
    public static var home: String {
        if let home = Environment["HOME"] { return home }
        guard let user = getpwuid(getuid()), let folder = user.pointee.pw_dir else { return "/" }
        return String(cString: folder)
    }

    /// The folder for state that outlives a program but doesn't need a backup: `XDG_STATE_HOME`, or else
    /// `~/.local/state`.
    public static var state: String { UserFolders.state() ?? home + "/.local/state" }

    /// The folder for the user's own data: `XDG_DATA_HOME`, or else `~/.local/share`.
    public static var data: String { dataOverride ?? UserFolders.data() ?? home + "/.local/share" }

    /// The replacement in tests, which share one environment.
    @TaskLocal static var dataOverride: String?
}
