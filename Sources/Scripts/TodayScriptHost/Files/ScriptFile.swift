package import DBus
internal import Glibc
internal import TodayPlatform
package import TodayModel
package import TodayScripts

/// A script on disk.
package struct ScriptFile: Hashable, Sendable {
    /// Its absolute path.
    package let path: String
    package let name: ScriptFileName
    package let header: ScriptHeader
    /// The values of its variables.
    package private(set) var values: ScriptVariableValues
    /// Whether the file has execute permission.
    package let isExecutable: Bool
    /// The reason, for users, why it isn't run; nil if it may run.
    package let refusal: String?
    /// The folder that a link leads to; nil if the file isn't a link.
    package let linkedFolder: String?
    private let stamps: [FileStamp?]
    /// The value of ``danger`` when the file was read.
    private let dangerAsRead: String?

    /// Reads a script. Returns nil if the name isn't that of a script, or the file doesn't exist.
    ///
    /// - Parameter path: An absolute path, or one relative to this process's folder.
    package init?(_ path: String) {
        guard let file = Self.lastPart(path), let name = ScriptFileName(String(file)) else { return nil }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let real = FolderContents.resolved(path)
        else {
            return nil
        }
        self.name = name
        self.path =
            path.hasPrefix("/") ? path : FolderContents.resolved(Self.folder(path)).map { $0 + "/" + file } ?? real
        linkedFolder = FolderContents.resolved(Self.folder(path)) == Self.folder(real) ? nil : Self.folder(real)
        isExecutable = access(path, X_OK) == 0 && status.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH) != 0
        stamps = Self.stamps(path)
        dangerAsRead = Self.danger(self.path)
        var refusal = dangerAsRead
        var bytes: [UInt8] = []
        if refusal == nil {
            do { bytes = try Self.beginning(of: path) } catch {
                refusal = tr("cannot read it: {reason}", ["reason": "\(error)"])
            }
        }
        header = ScriptHeader(reading: bytes)
        if refusal == nil, !isExecutable {
            if header.isProgram {
                // Translators: of a script; chmod is a command.
                refusal = tr("not executable; run chmod +x")
            } else if !bytes.starts(with: "#!".utf8) {
                // Translators: of a script.
                refusal = tr("not executable, and its first line has no #!")
            }
        }
        var values = ScriptVariableValues()
        do { values = try .stored(beside: self.path) } catch {
            refusal = refusal ?? "\(name.variablesFile): \(error)"
        }
        self.values = values
        self.refusal = refusal
    }

    /// Returns the script with other values for some of its variables.
    package func with(_ changes: [String: DBusValue]) -> ScriptFile {
        var script = self
        script.values.values.merge(changes) { $1 }
        return script
    }

    /// Whether the file on disk is unchanged since it was read, and as safe as before.
    package var isCurrent: Bool { Self.stamps(path) == stamps && danger == dangerAsRead }

    /// The reason, for users, why it must not run now: other users could change the script, or the values of its
    /// variables. Nil if they can't.
    package var danger: String? { Self.danger(path) }

    private static func danger(_ path: String) -> String? {
        // Translators: of a script, with the reason.
        if let reason = FileAccess.refusal(path) { return tr("not run: {reason}", ["reason": reason]) }
        let file = path + ScriptVariable.fileEnding
        return FileAccess.refusal(file).map { "\(lastPart(file) ?? ""): \($0)" }
    }

    package var schedule: ScriptSchedule { ScriptSchedule(name: name, header: header) }

    /// The name that users see.
    package var title: String { header.title ?? name.displayName }

    /// The folder that contains it.
    package var folder: String { Self.folder(path) }

    /// Returns the scripts of a folder by identity, and the scripts whose identity is already taken. The first file
    /// name in sort order wins.
    package static func all(in folder: String) -> (scripts: [String: ScriptFile], others: [ScriptFile]) {
        var scripts: [String: ScriptFile] = [:]
        var others: [ScriptFile] = []
        for file in (FolderContents.names(in: folder) ?? []).sorted() {
            guard let script = ScriptFile(folder + "/" + file) else { continue }
            if scripts[script.name.identity] == nil {
                scripts[script.name.identity] = script
            } else {
                others.append(script)
            }
        }
        return (scripts, others)
    }

    /// Returns the path of a program, looked up in the same way as when a script starts.
    package static func lookup(_ program: String) -> String? {
        guard let path = Environment.locate(program), access(path, X_OK) == 0 else { return nil }
        return path
    }

    private static func beginning(of path: String) throws(TextFile.ReadError) -> [UInt8] {
        try TextFile.readBeginning(path, bytes: ScriptHeader.readBytes)
    }

    private static func lastPart(_ path: String) -> Substring? { path.split(separator: "/").last }

    private static func folder(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func stamps(_ path: String) -> [FileStamp?] {
        [FileStamp(path), FileStamp(path + ScriptVariable.fileEnding)]
    }
}

extension ScriptVariableValues {
    /// Reads the values that are stored beside a script. A missing file has no values.
    ///
    /// - Throws: The reason why they can't be read, or why they aren't trusted: other users could have written them.
    package static func stored(beside script: String) throws(Fault) -> ScriptVariableValues {
        let file = script + ScriptVariable.fileEnding
        if let reason = FileAccess.refusal(file) { throw Fault(message: reason) }
        let text: String
        do { text = try TextFile.read(file, maximumBytes: 64 << 10) } catch {
            if error.isMissing { return ScriptVariableValues() }
            throw Fault(message: error.description)
        }
        return try ScriptVariableValues(json: text)
    }
}
