import DBusTesting
import Glibc
import TodayPlatform

/// Locales that this process compiles for its tests, because the system may not have them. Each takes a second or two
/// and is compiled once.
package actor LocaleFolder {
    private static let shared = LocaleFolder()

    /// Whether this machine has the sources of locales and the compiler: the Debian package `locales`.
    package static let isAvailable =
        Environment.locate("localedef") != nil && access("/usr/share/i18n/locales/de_DE", R_OK) == 0

    /// Exists until this process ends.
    private static let path: String = {
        guard let folder = try? makeTemporaryFolder("locales") else { return "/dev/null" }
        atexit { FolderContents.removeTree(LocaleFolder.path) }
        return folder
    }()

    private var builds: [String: Task<Void, any Error>] = [:]

    /// Returns the variables with which a program runs in a locale.
    ///
    /// - Parameter locale: a name without an encoding, such as `de_DE`.
    package static func environment(for locale: String) async throws -> [String: String] {
        try await shared.build(locale)
        return ["LOCPATH": path, "LC_ALL": locale + ".UTF-8", "LANGUAGE": ""]
    }

    private func build(_ locale: String) async throws {
        let build = builds[locale] ?? Task { try await Self.compile(locale) }
        builds[locale] = build
        try await build.value
    }

    private static func compile(_ locale: String) async throws {
        let command = ["localedef", "--no-archive", "-i", locale, "-f", "UTF-8", "\(path)/\(locale).UTF-8"]
        let run = try await ToolRun.start(command, environment: Environment.current).finished(within: .seconds(300))
        if run.exit != .status(0) { throw Programs.MissingError(name: "\(locale): \(run)") }
    }
}
