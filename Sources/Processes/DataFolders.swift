/// Where installed files are, and in which language: what the environment says. An empty variable counts as unset.
package enum DataFolders {
    /// `$XDG_DATA_HOME` and each of `$XDG_DATA_DIRS`, in the order of precedence. XDG Base Directory Specification.
    package static func paths(_ environment: [String: String]) -> [String] {
        let shared = (variable("XDG_DATA_DIRS", environment) ?? "/usr/local/share:/usr/share").split(separator: ":")
        // Relative paths are invalid there, and to be ignored.
        return ((home(environment).map { [$0] } ?? []) + shared.map(String.init)).filter { $0.hasPrefix("/") }
    }

    /// `$XDG_DATA_HOME`, which is the user's own.
    package static func home(_ environment: [String: String]) -> String? {
        variable("XDG_DATA_HOME", environment) ?? variable("HOME", environment).map { $0 + "/.local/share" }
    }

    /// The locale of texts: a POSIX name such as `de_DE.UTF-8`.
    package static func locale(_ environment: [String: String]) -> String? {
        ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variable($0, environment) }.first
    }

    private static func variable(_ name: String, _ environment: [String: String]) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
