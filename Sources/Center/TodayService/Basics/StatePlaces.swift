internal import TodayPlatform

/// The folders of the service's persistent data. XDG Base Directory Specification.
package struct StatePlaces: Hashable, Sendable {
    /// `$XDG_STATE_HOME/todaycenter`; nil if the home folder is unknown too.
    package let folder: String?
    /// `$XDG_RUNTIME_DIR/todaycenter`, which lives as long as the session, as do all clients that see revisions. The
    /// same as ``folder`` without that variable.
    package let session: String?
    /// `$XDG_DATA_HOME/todaycenter`; nil if the home folder is unknown too.
    package let data: String?

    package init(environment: [String: String]) {
        folder = UserFolders.state(environment).map { $0 + "/todaycenter" }
        data = UserFolders.data(environment).map { $0 + "/todaycenter" }
        session = UserFolders.runtime(environment).map { $0 + "/todaycenter" } ?? folder
    }
}
