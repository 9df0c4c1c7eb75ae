internal import Glibc
internal import TodayModel

/// A command line of `--exec`, which the center carries out, in a folder of its own and without a shell.
enum ExecText {
    /// The line as the center understands it: a program that is named by its way from `folder` by its whole path.
    ///
    /// - Throws: ``Fault`` for a `~`, which only a shell knows.
    static func line(_ text: String, from folder: String) throws(Fault) -> String {
        if text.hasPrefix("~") || text.hasPrefix("\"~/") {
            throw Fault(path: "Exec", message: "no shell is there to know what ~ is; write the whole path")
        }
        // What is wrong with it, others say.
        guard let program = try? ExecLine.split(text).first, program.contains("/"), !program.hasPrefix("/") else {
            return text
        }
        guard let written = [program, "\"\(program)\""].first(where: { text.hasPrefix($0) }) else {
            throw Fault(path: "Exec", message: "write the whole path of \(program)")
        }
        let path = folder + "/" + (program.hasPrefix("./") ? String(program.dropFirst(2)) : program)
        return path.execWord + text.dropFirst(written.count)
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
        let text = replacing("%", with: "%%")
        if text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+%".contains($0)) }) { return text }
        return "\"" + text.replacing(/["`$\\]/) { "\\" + $0.output } + "\""
    }
}
