internal import ArgumentParser
internal import DBus
internal import Glibc
internal import TodayBridgeRules
internal import TodayModel
internal import TodayPlatform

/// The user's `bridge.conf`, for commands that read and change it.
struct RemoteFile {
    let path: String

    init() throws(CommandFailure) {
        guard let folder = UserFolders.config() else {
            throw CommandFailure(.failed, "XDG_CONFIG_HOME and HOME aren't set")
        }
        path = BridgeFile.path(in: folder)
    }

    /// Returns the text; empty if the file doesn't exist yet.
    func text() throws(CommandFailure) -> BridgeFile {
        if access(path, F_OK) != 0, errno == ENOENT { return BridgeFile("") }
        do { return BridgeFile(try TextFile.read(path, maximumBytes: BridgeFile.maximumBytes)) } catch {
            throw CommandFailure(.failed, "cannot read \(path): \(error)")
        }
    }

    /// Writes the file atomically. Only its user can read it, because it names machines and accounts.
    func write(_ file: BridgeFile) throws(CommandFailure) {
        // A link stays a link.
        let target = FolderContents.resolved(path) ?? path
        UserFolders.make(String(path[..<(path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.endIndex)]))
        let code = replaceFile(at: target, with: Array(file.text.utf8), mode: 0o600)
        if code != 0 { throw CommandFailure(.failed, "cannot write \(path): \(String(cString: strerror(code)))") }
    }

    /// Returns the groups that use the named brokers and aren't named themselves, each with its broker.
    func users(of names: Set<String>, in file: BridgeFile) -> [(user: String, broker: String)] {
        let configuration = BridgeConfiguration(file.text)
        let all =
            configuration.subscriptions.map { (user: $0.name, broker: $0.broker) }
            + configuration.publications.map { (user: $0.name, broker: $0.broker) }
        return all.filter { names.contains($0.broker) && !names.contains($0.user) }
    }
}

extension CompletionKind {
    /// The names in bridge.conf.
    static var knownRemotes: CompletionKind {
        .custom { _, _, prefix in
            guard let text = try? RemoteFile().text().text else { return [] }
            return BridgeConfiguration(text).kinds.keys.filter { $0.hasPrefix(prefix) }.sorted()
        }
    }
}
