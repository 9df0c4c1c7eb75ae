internal import Glibc
internal import TodayPlatform
internal import TodayModel
package import TodayScripts

/// The folders of scripts and their data.
package struct ScriptPlaces: Sendable {
    /// The folder of all scripts.
    package let folder: String
    private let cache: String
    private let data: String

    /// Returns nil if the environment doesn't name a home folder.
    package init?() {
        guard let config = UserFolders.config(), let cache = UserFolders.cache(),
            let data = UserFolders.data()
        else { return nil }
        folder = config + "/todaycenter/scripts"
        self.cache = cache + "/todaycenter/scripts"
        self.data = data + "/todaycenter/scripts"
    }

    /// Returns the values for a script's environment, in addition to those of the session.
    ///
    /// - Parameter instance: The instance of the widget that it runs for; each has its own folders.
    package func environment(
        of script: ScriptFile, instance: Int = 1, reason: ScriptEnvironment.Reason, isDark: Bool, isViewed: Bool
    ) -> ScriptEnvironment {
        let identity = script.name.identity + (instance == 1 ? "" : "#\(instance)")
        return ScriptEnvironment(
            path: script.path, folder: folder, cacheFolder: "\(cache)/\(identity)", dataFolder: "\(data)/\(identity)",
            widget: script.name.widgetIdentifier?.instance(instance).rawValue ?? "", reason: reason, isDark: isDark,
            isViewed: isViewed, version: TodayVersion.string)
    }
}
