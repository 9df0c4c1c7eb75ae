internal import ArgumentParser
internal import DBus
internal import Glibc
internal import TodayPlatform
internal import TodayScriptHost
internal import TodayModel
internal import TodayScripts

/// The folder of the scripts that are widgets, for commands that read and change it.
struct ScriptFolder {
    let path: String

    init() throws(CommandFailure) { path = try ScriptPlaces.ofUser().folder }

    /// The scripts by file name, each with the reason why it doesn't run, or nil.
    var entries: [(script: ScriptFile, trouble: String?)] {
        let (scripts, others) = ScriptFile.all(in: path)
        let duplicates = others.map { script in
            (script, "\(scripts[script.name.identity]?.name.file ?? "") has the same name before the first dot")
        }
        return (scripts.values.map { ($0, $0.trouble) } + duplicates).sorted { $0.0.name.file < $1.0.name.file }
    }

    /// Files whose name endings exclude them as scripts although they may be meant as scripts, with the endings.
    /// Companion files of scripts and leftovers of editors aren't included.
    var skipped: [(file: String, ending: String)] {
        (FolderContents.names(in: path) ?? []).sorted().compactMap { file in
            guard !file.hasPrefix("."), let ending = ScriptFileName.otherEnding(of: file),
                [".txt", ".md", ".off", ".disabled"].contains(ending)
            else { return nil }
            return (file, ending)
        }
    }

    /// Returns a script by the part before the first dot, its file name, or its widget.
    func script(named name: String) throws(CommandFailure) -> ScriptFile {
        let (scripts, others) = ScriptFile.all(in: path)
        let found =
            scripts[name]
            ?? (Array(scripts.values) + others).first {
                $0.name.file == name || $0.name.widgetIdentifier?.rawValue == name
            }
        guard let found else {
            throw CommandFailure(.failed, "script not found: \(name) ('todayctl script list' lists all)")
        }
        return found
    }

    /// Returns a script anywhere: by its path or, if that file doesn't exist, by its name in the folder.
    static func script(at path: String) throws(CommandFailure) -> ScriptFile {
        if !path.utf8.contains(UInt8(ascii: "/")), access(path, F_OK) != 0,
            let own = try? ScriptFolder().script(named: path)
        {
            return own
        }
        if let script = ScriptFile(path) { return script }
        var status = stat()
        if stat(path, &status) != 0 { throw failure("cannot open \(path)") }
        if status.st_mode & S_IFMT != S_IFREG { throw CommandFailure(.failed, "\(path) is not a file") }
        let file = path.split(at: "/").last.map(String.init) ?? path
        if let ending = ScriptFileName.otherEnding(of: file) {
            throw CommandFailure(
                .failed, "\(path): files ending in \(ending) aren't scripts; rename it")
        }
        throw CommandFailure(.failed, "\(path): hidden files and backups aren't scripts; rename it")
    }

    // MARK: Changing

    /// Links a script from elsewhere into the folder.
    func link(_ source: String) throws(CommandFailure) -> ScriptFile {
        let script = try Self.script(at: source)
        if let trouble = script.trouble { throw CommandFailure(.failed, "\(source): \(trouble)") }
        try checkRoom(for: script.name, force: false)
        UserFolders.make(path)
        let target = path + "/" + script.name.file
        if symlink(script.path, target) != 0 { throw Self.failure("cannot link \(target)") }
        return ScriptFile(target) ?? script
    }

    /// Copies a script from elsewhere into the folder. Permission to change the original doesn't matter for a copy.
    func copy(_ source: String) throws(CommandFailure) -> ScriptFile {
        let script = try Self.script(at: source)
        try checkRoom(for: script.name, force: false)
        let bytes: [UInt8]
        do { bytes = try TextFile.readBytes(source, maximumBytes: Self.mostBytes) } catch {
            throw CommandFailure(.failed, "cannot read \(source): \(error)")
        }
        let target = try write(bytes, to: script.name.file, mode: script.isExecutable ? 0o755 : 0o644)
        guard let copy = ScriptFile(target), copy.trouble == nil else {
            unlink(target)
            throw CommandFailure(
                .failed, "\(source): \(ScriptFile(target)?.trouble ?? script.trouble ?? "not a script")")
        }
        return copy
    }

    /// Writes a script.
    ///
    /// - Parameter force: whether it replaces a script with the same name.
    func write(_ text: String, to file: ScriptFileName, force: Bool) throws(CommandFailure) {
        let old = try checkRoom(for: file, force: force)
        try write(Array(text.utf8), to: file.file, mode: 0o755)
        if let old, old.name != file, unlink(old.path) != 0 { throw Self.failure("cannot remove \(old.path)") }
    }

    /// Checks whether the name of a script is taken.
    ///
    /// - Returns: The existing script, if it may be replaced.
    @discardableResult
    func checkRoom(for name: ScriptFileName, force: Bool) throws(CommandFailure) -> ScriptFile? {
        guard let old = ScriptFile.all(in: path).scripts[name.identity] else { return nil }
        if !force {
            throw CommandFailure(.failed, "\(name.file): the script \(name.identity) already exists: \(old.path)")
        }
        return old
    }

    /// Removes a script.
    ///
    /// - Parameter deleting: whether to delete a script that isn't a link, and the values of its variables.
    func remove(_ script: ScriptFile, deleting: Bool) throws(CommandFailure) {
        var status = stat()
        if !deleting, lstat(script.path, &status) == 0, status.st_mode & S_IFMT != S_IFLNK {
            throw CommandFailure(.failed, "\(script.path) is a file, not a link; to delete it, use --delete")
        }
        if unlink(script.path) != 0 { throw Self.failure("cannot remove \(script.path)") }
        if deleting { unlink(script.path + ScriptVariable.fileEnding) }
    }

    // MARK: Variables

    /// Returns the values that the user set for the variables of a script.
    func values(of script: ScriptFile) throws(CommandFailure) -> ScriptVariableValues {
        do { return try .stored(beside: script.path) } catch {
            throw CommandFailure(.failed, "\(script.path)\(ScriptVariable.fileEnding): \(error)")
        }
    }

    func write(_ values: ScriptVariableValues, of script: ScriptFile) throws(CommandFailure) {
        try write(Array(values.json.utf8), to: script.name.variablesFile, mode: 0o600)
    }

    // MARK: Files

    /// The largest script, in bytes.
    static let mostBytes = 16 << 20

    /// Writes a file atomically, new or existing, and returns its path.
    @discardableResult
    private func write(_ bytes: [UInt8], to file: String, mode: mode_t) throws(CommandFailure) -> String {
        UserFolders.make(path)
        let target = path + "/" + file
        // Until it is complete, its name is hidden, and a hidden file isn't a script.
        errno = replaceFile(at: target, with: bytes, mode: mode)
        if errno != 0 { throw Self.failure("cannot write \(target)") }
        return target
    }

    private static func failure(_ what: String) -> CommandFailure {
        CommandFailure(.failed, "\(what): \(String(cString: strerror(errno)))")
    }
}

extension ScriptPlaces {
    static func ofUser() throws(CommandFailure) -> ScriptPlaces {
        guard let places = ScriptPlaces() else {
            throw CommandFailure(.failed, "XDG_CONFIG_HOME and HOME aren't set")
        }
        return places
    }
}

extension ScriptFile {
    /// The reason why the script doesn't run, for people; nil if it runs.
    var trouble: String? {
        if name.widgetIdentifier == nil { return "its name is too long for a widget" }
        return refusal ?? header.start(ending: name.ending, lookup: ScriptFile.lookup).failure
    }

    /// The format of its output according to the header; nil if the output decides.
    var format: ScriptFormat? { header.format ?? (header.hasMenuTags ? .xbar : nil) }
}

extension CompletionKind {
    /// The names of the scripts that are widgets.
    static var knownScripts: CompletionKind {
        .custom { _, _, prefix in
            guard let folder = try? ScriptFolder() else { return [] }
            return ScriptFile.all(in: folder.path).scripts.keys.filter { $0.hasPrefix(prefix) }.sorted()
        }
    }

    /// The variables of the script that the words before them name.
    static var knownVariables: CompletionKind {
        .custom { words, _, prefix in variables(in: words).map(\.name).filter { $0.hasPrefix(prefix) }.sorted() }
    }

    /// The same with `=`, followed by the allowed values.
    static var variableAssignments: CompletionKind {
        .custom { words, _, prefix in
            let offers = variables(in: words).flatMap { variable in
                guard prefix.hasPrefix(variable.name + "=") else { return [variable.name + "="] }
                let values = variable.kind == .boolean ? ["true", "false"] : variable.choices
                return values.map { "\(variable.name)=\($0)" }
            }
            return offers.filter { $0.hasPrefix(prefix) }.sorted()
        }
    }

    private static func variables(in words: [String]) -> [ScriptVariable] {
        guard let command = words.firstIndex(of: "vars"),
            let name = words.dropFirst(command + 1).first(where: { !$0.hasPrefix("-") }),
            let script = try? ScriptFolder().script(named: name)
        else { return [] }
        return script.header.variables
    }
}
