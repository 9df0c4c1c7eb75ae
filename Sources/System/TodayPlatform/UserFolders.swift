internal import Glibc

/// Folders of the user and of the system, from the environment: XDG Base Directory Specification. An empty variable
/// counts as unset, and a relative path is ignored.
package enum UserFolders {
    /// `$XDG_DATA_HOME`, else `~/.local/share`: the user's data. Nil if the home folder is unknown too.
    package static func data(_ environment: [String: String] = Environment.current) -> String? {
        folder("XDG_DATA_HOME", environment) ?? home(environment).map { $0 + "/.local/share" }
    }

    /// ``data(_:)`` and each of `$XDG_DATA_DIRS`, in the order of precedence.
    package static func allData(_ environment: [String: String] = Environment.current) -> [String] {
        let list = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        let shared = list.utf8.split(separator: UInt8(ascii: ":")).map { String(Substring($0)) }.filter(isAbsolute)
        return (data(environment).map { [$0] } ?? []) + shared
    }

    /// `$XDG_STATE_HOME`, else `~/.local/state`: data that outlives programs but isn't worth a backup. Nil if the home
    /// folder is unknown too.
    package static func state(_ environment: [String: String] = Environment.current) -> String? {
        folder("XDG_STATE_HOME", environment) ?? home(environment).map { $0 + "/.local/state" }
    }

    /// `$XDG_CONFIG_HOME`, else `~/.config`: the user's settings. Nil if the home folder is unknown too.
    package static func config(_ environment: [String: String] = Environment.current) -> String? {
        folder("XDG_CONFIG_HOME", environment) ?? home(environment).map { $0 + "/.config" }
    }

    /// `$XDG_CACHE_HOME`, else `~/.cache`: data that can be recreated. Nil if the home folder is unknown too.
    package static func cache(_ environment: [String: String] = Environment.current) -> String? {
        folder("XDG_CACHE_HOME", environment) ?? home(environment).map { $0 + "/.cache" }
    }

    /// `$XDG_RUNTIME_DIR`, which lives as long as the session.
    package static func runtime(_ environment: [String: String] = Environment.current) -> String? {
        folder("XDG_RUNTIME_DIR", environment)
    }

    private static func home(_ environment: [String: String]) -> String? { folder("HOME", environment) }

    private static func folder(_ name: String, _ environment: [String: String]) -> String? {
        environment[name].flatMap { isAbsolute($0) ? $0 : nil }
    }

    private static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

    /// Creates a folder, and its missing parents, for this user alone. A failure shows when the folder is used.
    ///
    /// - Parameter path: absolute, or relative to the working directory.
    package static func make(_ path: String) {
        var current = isAbsolute(path) ? "" : "."
        for part in path.utf8.split(separator: UInt8(ascii: "/")) {
            current += "/" + Substring(part)
            mkdir(current, 0o700)
        }
    }
}

extension Environment {
    /// The locale of messages: a POSIX name such as `de_DE.UTF-8`. POSIX: an empty variable counts as unset.
    package static func locale(_ environment: [String: String] = current) -> String? {
        ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
}
