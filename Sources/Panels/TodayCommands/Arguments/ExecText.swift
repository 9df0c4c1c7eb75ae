internal import DBus
internal import Glibc
internal import TodayModel

/// A command line of `--exec`. The center runs it in a folder of its own and without a shell.
enum ExecText {
    /// Returns the line with an absolute path in place of a program path that is relative to `folder`.
    ///
    /// - Parameter folder: nil for a program of another machine.
    /// - Throws: ``Fault`` for a `~`, which only a shell expands, and for a relative path on another machine.
    static func line(_ text: String, from folder: String?) throws(Fault) -> String {
        if text.utf8.starts(with: "~".utf8) || text.utf8.starts(with: "\"~/".utf8) {
            throw Fault(path: "Exec", message: "~ isn't expanded; write the full path")
        }
        // Other checks report a line that isn't valid.
        guard let program = try? ExecLine.split(text).first, program.utf8.contains(UInt8(ascii: "/")),
            program.utf8.first != UInt8(ascii: "/")
        else {
            return text
        }
        guard let folder else {
            throw Fault(path: "Exec", message: "\(program.excerpt) isn't an absolute path on the other machine")
        }
        guard let written = [program, "\"\(program)\""].first(where: { text.utf8.starts(with: $0.utf8) }) else {
            throw Fault(path: "Exec", message: "write the full path of \(program)")
        }
        let name = program.utf8.starts(with: "./".utf8) ? Substring(program.utf8.dropFirst(2)) : program[...]
        return (folder + "/" + name).execWord + Substring(text.utf8.dropFirst(written.utf8.count))
    }

    static var currentFolder: String {
        guard let path = getcwd(nil, 0) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }
}

extension String {
    /// The text as one word of a command line of the Desktop Entry Specification.
    fileprivate var execWord: String {
        let text = escaping { $0 == "%" ? "%%" : nil }
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "0"..."9", "A"..."Z", "a"..."z", "/", ".", "_", "-", "+", "%": true
            default: false
            }
        }
        return isPlain ? text : "\"" + text.escaping { #""`$\"#.unicodeScalars.contains($0) ? "\\\($0)" : nil } + "\""
    }
}
