/// The command line of an `Exec` key: Desktop Entry Specification, "The Exec key". No shell is involved.
public enum ExecLine {
    /// Splits a command line into the program and its arguments.
    ///
    /// Arguments are separated by spaces. In double quotes anything may stand, with a backslash before `"`, `` ` ``, `$`
    /// and `\`; outside of them the characters that the specification reserves are refused. `%%` becomes `%`; other
    /// field codes stand for files to open, which a widget never has, so they are removed, and an argument of nothing
    /// else with them.
    ///
    /// - Throws: A fault with an empty path.
    public static func split(_ line: String) throws(Fault) -> [String] {
        if line.utf8.contains(0) { throw Fault(message: "\(line.excerpt) has a NUL") }
        var splitter = Splitter(scalars: line.unicodeScalars.makeIterator(), line: line)
        let arguments = try splitter.split()
        guard let program = arguments.first, !program.isEmpty else {
            throw Fault(message: "\(line.excerpt) names no program")
        }
        if program.utf8.contains(UInt8(ascii: "=")) {
            throw Fault(message: "the program \(program.excerpt) has a =, which the specification does not allow")
        }
        return arguments
    }

    private struct Splitter {
        var scalars: String.UnicodeScalarView.Iterator
        let line: String
        var arguments: [String] = []
        var current = String.UnicodeScalarView()
        /// Whether the current argument exists even if it is empty.
        var isOpen = false

        mutating func split() throws(Fault) -> [String] {
            while let scalar = scalars.next() {
                switch scalar {
                case " ": finishArgument()
                case "\"":
                    isOpen = true
                    try quoted()
                case "%": try fieldCode()
                case "\t", "\n", "'", "\\", ">", "<", "~", "|", "&", ";", "$", "*", "?", "#", "(", ")", "`":
                    throw Fault(message: "\(String(scalar).debugDescription) in \(line.excerpt) needs double quotes")
                default: current.append(scalar)
                }
            }
            finishArgument()
            return arguments
        }

        private mutating func finishArgument() {
            if isOpen || !current.isEmpty { arguments.append(String(current)) }
            current = String.UnicodeScalarView()
            isOpen = false
        }

        private mutating func quoted() throws(Fault) {
            while let scalar = scalars.next() {
                switch scalar {
                case "\"": return
                case "%": try fieldCode()
                case "\\":
                    guard let escaped = scalars.next() else { break }
                    guard escaped == "\"" || escaped == "`" || escaped == "$" || escaped == "\\" else {
                        let sequence = "\\\(escaped)"
                        throw Fault(message: "\(sequence) in \(line.excerpt) is not an escape")
                    }
                    current.append(escaped)
                default: current.append(scalar)
                }
            }
            throw Fault(message: "\(line.excerpt) has a quote without its end")
        }

        private mutating func fieldCode() throws(Fault) {
            guard let code = scalars.next() else { throw Fault(message: "\(line.excerpt) ends with %") }
            switch code {
            case "%": current.append("%")
            case "a"..."z", "A"..."Z": break
            default: throw Fault(message: "%\(code) in \(line.excerpt) is not a field code")
            }
        }
    }
}
