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
        // Relative paths are invalid there, and to be ignored.
        func variable(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        folder = (variable("XDG_STATE_HOME") ?? variable("HOME").map { $0 + "/.local/state" }).map {
            $0 + "/todaycenter"
        }
        data = (variable("XDG_DATA_HOME") ?? variable("HOME").map { $0 + "/.local/share" }).map { $0 + "/todaycenter" }
        session = variable("XDG_RUNTIME_DIR").map { $0 + "/todaycenter" } ?? folder
    }
}
