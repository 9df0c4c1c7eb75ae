#if Panel
    internal import Glibc
    internal import TodayPlatform

    /// Where the panel keeps what it remembers: `$XDG_STATE_HOME/todaycenter`, with `~/.local/state` in the place of an
    /// unset variable (XDG Base Directory Specification).
    enum StateFolder {
        private static var path: String? { UserFolders.state().map { $0 + "/todaycenter" } }

        /// Where a file of a name is, or would be; nil when there is no place.
        static func path(of name: String) -> String? { path.map { $0 + "/" + name } }

        /// Why there is no place.
        static let missing = "neither XDG_STATE_HOME nor HOME names a folder"

        /// What the system said of a file just now.
        static func problem(with path: String) -> String { "\(path): \(String(cString: strerror(errno)))" }

        /// Makes the folder and those above it.
        static func make() {
            if let path { UserFolders.make(path) }
        }
    }
#endif
