internal import Glibc
internal import TodayPlatform

/// Folders of the user. XDG Base Directory Specification.
public enum NCDirectories {
    /// The home folder: `HOME`, else what the user database says.
    public static var home: String {
        if let home = Environment["HOME"] { return home }
        guard let user = getpwuid(getuid()), let folder = user.pointee.pw_dir else { return "/" }
        return String(cString: folder)
    }

    /// Where programs keep what should outlive them, but is not worth a backup: `XDG_STATE_HOME`, else
    /// `~/.local/state`.
    public static var state: String { UserFolders.state() ?? home + "/.local/state" }

    /// Where programs keep what is the user's own: `XDG_DATA_HOME`, else `~/.local/share`.
    public static var data: String { dataOverride ?? UserFolders.data() ?? home + "/.local/share" }

    /// For tests, whose environment belongs to all of them.
    @TaskLocal static var dataOverride: String?
}
