package import DBus
internal import Glibc
internal import TodayPlatform
package import TodayModel
package import TodayScripts

/// A script as it is on disk.
package struct ScriptFile: Hashable, Sendable {
    /// Where it lies; absolute.
    package let path: String
    package let name: ScriptFileName
    package let header: ScriptHeader
    /// The values of its variables.
    package private(set) var values: ScriptVariableValues
    /// Whether it is marked as a program.
    package let isExecutable: Bool
    /// Why it is not run, for people; nil when it is.
    package let refusal: String?
    /// The folder that a link leads to; nil for what is no link.
    package let linkedFolder: String?
    private let stamps: [FileStamp?]
    /// What ``danger`` was when it was read.
    private let dangerAsRead: String?

    /// Reads a script. Nil for what is no script by its name, or no file.
    ///
    /// - Parameter path: absolute, or from where this process is.
    package init?(_ path: String) {
        guard let file = Self.lastPart(path), let name = ScriptFileName(String(file)) else { return nil }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let real = Self.realPath(path) else {
            return nil
        }
        self.name = name
        self.path = path.hasPrefix("/") ? path : Self.realPath(Self.folder(path)).map { $0 + "/" + file } ?? real
        linkedFolder = Self.realPath(Self.folder(path)) == Self.folder(real) ? nil : Self.folder(real)
        isExecutable = access(path, X_OK) == 0 && status.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH) != 0
        stamps = Self.stamps(path)
        dangerAsRead = Self.danger(self.path)
        var refusal = dangerAsRead
        var bytes: [UInt8] = []
        if refusal == nil {
            do { bytes = try Self.beginning(of: path) } catch { refusal = "it cannot be read: \(error)" }
        }
        header = ScriptHeader(reading: bytes)
        if refusal == nil, !isExecutable {
            if header.isProgram {
                refusal = "it is not executable: chmod +x"
            } else if !bytes.starts(with: "#!".utf8) {
                refusal = "it is neither executable nor has a first line with #!"
            }
        }
        var values = ScriptVariableValues()
        do { values = try .stored(beside: self.path) } catch {
            refusal = refusal ?? "\(name.variablesFile): \(error)"
        }
        self.values = values
        self.refusal = refusal
    }

    /// The script with other values for some of its variables.
    package func with(_ changes: [String: DBusValue]) -> ScriptFile {
        var script = self
        script.values.values.merge(changes) { $1 }
        return script
    }

    /// Whether it is on disk as it was read, and as safe.
    package var isCurrent: Bool { Self.stamps(path) == stamps && danger == dangerAsRead }

    /// Why it must not be run now, for people: others could change the script, or the values of its variables. Nil if they
    /// could not.
    package var danger: String? { Self.danger(path) }

    private static func danger(_ path: String) -> String? {
        if let reason = FileAccess.refusal(path) { return "it is not run: \(reason)" }
        let file = path + ScriptVariable.fileEnding
        return FileAccess.refusal(file).map { "\(lastPart(file) ?? ""): \($0)" }
    }

    package var schedule: ScriptSchedule { ScriptSchedule(name: name, header: header) }

    /// What people call it.
    package var title: String { header.title ?? name.displayName }

    /// The folder it lies in.
    package var folder: String { Self.folder(path) }

    /// The scripts of a folder by their identities, the first of each by the names of the files, and those that have one
    /// that another has.
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

    /// The path of a program, as what starts a script is looked up.
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

    private static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    private static func stamps(_ path: String) -> [FileStamp?] {
        [FileStamp(path), FileStamp(path + ScriptVariable.fileEnding)]
    }
}

extension ScriptVariableValues {
    /// Reads the values that are stored beside a script. A missing file has none.
    ///
    /// - Throws: Why they cannot be read, or must not be, as others could have written them.
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
