#if Panel
    internal import Glibc
    internal import TodayModel
    internal import TodayPlatform

    /// The folder of the panel's state: `$XDG_STATE_HOME/todaycenter`, with `~/.local/state` in place of an unset
    /// variable (XDG Base Directory Specification).
    enum StateFolder {
        private static var path: String? { UserFolders.state().map { $0 + "/todaycenter" } }

        /// Returns the path of a file, which may not exist; nil if the folder has no path.
        static func path(of name: String) -> String? { path.map { $0 + "/" + name } }

        /// The reason why the folder has no path.
        static let missing = "XDG_STATE_HOME or HOME must name a folder"

        /// The reason why the folder of the user's preferences has no path, for users.
        static var missingConfiguration: String { tr("XDG_CONFIG_HOME or HOME must name a folder") }

        /// Returns the last system error, for a file.
        static func problem(with path: String) -> String { "\(path): \(String(cString: strerror(errno)))" }

        /// Creates the folder and its parent folders.
        static func make() {
            if let path { UserFolders.make(path) }
        }
    }
#endif
