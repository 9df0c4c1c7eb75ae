internal import Glibc
internal import TodayPlatform
internal import TodayModel
package import TodayScripts

/// Where scripts and what they keep are.
package struct ScriptPlaces: Sendable {
    /// The folder of all scripts.
    package let folder: String
    private let cache: String
    private let data: String

    /// Nil when the environment names no home.
    package init?() {
        guard let config = UserFolders.config(), let cache = UserFolders.cache(),
            let data = UserFolders.data()
        else { return nil }
        folder = config + "/todaycenter/scripts"
        self.cache = cache + "/todaycenter/scripts"
        self.data = data + "/todaycenter/scripts"
    }

    /// What a script is told, beside what the session has.
    ///
    /// - Parameter instance: which instance of its widget it runs for; each has folders of its own.
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
