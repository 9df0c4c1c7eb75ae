internal import TodayPlatform

/// Where the service keeps what outlives it. XDG Base Directory Specification.
package struct StatePlaces: Hashable, Sendable {
    /// `$XDG_STATE_HOME/todaycenter`; nil when there is no home either.
    package let folder: String?
    /// `$XDG_RUNTIME_DIR/todaycenter`: lives as long as the session, as do all who see revisions. Without it the same as
    /// ``folder``.
    package let session: String?
    /// `$XDG_DATA_HOME/todaycenter`; nil when there is no home either.
    package let data: String?

    package init(environment: [String: String]) {
        folder = UserFolders.state(environment).map { $0 + "/todaycenter" }
        data = UserFolders.data(environment).map { $0 + "/todaycenter" }
        session = UserFolders.runtime(environment).map { $0 + "/todaycenter" } ?? folder
    }
}
