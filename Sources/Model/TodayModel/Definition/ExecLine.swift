/// The command line of an `Exec` key, without a shell: Desktop Entry Specification, "The Exec key".
public enum ExecLine {
    /// Splits a command line into the program and its arguments.
    ///
    /// Spaces separate arguments. In double quotes, any character is allowed, with a backslash before `"`, `` `
    /// ``, `$` and `\`. Outside quotes, the characters that the specification reserves are refused. `%%` becomes `%`.
    /// Other field codes are for files to open, which a widget never has, so they are removed. An argument that has
    /// only these codes is removed too.
    ///
    /// - Throws: A fault with an empty path, also for a field code in quotes.
    public static func split(_ line: String) throws(Fault) -> [String] {
        if let fault = faultOfQuotedCode(in: line) { throw fault }
        var splitter = Splitter(scalars: line.unicodeScalars.makeIterator(), line: line)
        return try program(of: try splitter.split(), line)
    }

    /// Splits the command line of an application and replaces its field codes.
    ///
    /// `%u` and `%U` become the URL, `%f` and `%F` the local file that it names, `%i` two arguments with the icon, `%c`
    /// the name and `%k` the desktop file. Deprecated codes are removed. The replacement of a code is always one
    /// argument, even if it contains spaces.
    ///
    /// - Throws: A fault with an empty path, also for a field code that the specification doesn't know, for one in
    ///   quotes or in the program, and if no code takes the URL.
    package static func expand(_ line: String, with subject: ExecSubject) throws(Fault) -> [String] {
        if let fault = faultOfQuotedCode(in: line) { throw fault }
        var splitter = Splitter(scalars: line.unicodeScalars.makeIterator(), line: line, subject: subject)
        let arguments = try program(of: try splitter.split(), line)
        if !splitter.hasPlacedSubject {
            throw Fault(message: "\(line.excerpt) has no field code that takes \(subject.url.excerpt)")
        }
        return arguments
    }

    /// Returns the fault of a command line that has a field code in quotes; nil if it has none.
    ///
    /// "Field codes must not be used inside a quoted argument": in `sh -c "app %u"` the shell would run the contents of
    /// a URL. Single quotes count as well: the specification doesn't treat them as quotes, but most readers do.
    package static func faultOfQuotedCode(in line: String) -> Fault? {
        var scalars = line.unicodeScalars.makeIterator()
        var quote: Unicode.Scalar?
        while let scalar = scalars.next() {
            switch scalar {
            case "\\" where quote != "'": _ = scalars.next()
            case "\"", "'": quote = quote == nil ? scalar : quote == scalar ? nil : quote
            case "%":
                guard let code = scalars.next(), code != "%", quote != nil else { continue }
                let place = "%\(code.shown) in \(line.excerpt)"
                return Fault(message: "\(place) is in quotes, where the specification doesn't allow field codes")
            default: break
            }
        }
        return nil
    }

    /// Returns the arguments if the first one names a program.
    private static func program(of arguments: [String], _ line: String) throws(Fault) -> [String] {
        guard let program = arguments.first, !program.isEmpty else {
            throw Fault(message: "\(line.excerpt) names no program")
        }
        if program.utf8.contains(UInt8(ascii: "=")) {
            throw Fault(message: "the program \(program.excerpt) has a =, which the specification doesn't allow")
        }
        return arguments
    }

    private struct Splitter {
        var scalars: String.UnicodeScalarView.Iterator
        let line: String
        /// The replacements of field codes; nil to remove the codes.
        var subject: ExecSubject?
        /// Whether a field code took the URL.
        var hasPlacedSubject = false
        var arguments: [String] = []
        var current = String.UnicodeScalarView()
        /// Whether the current argument exists even if it is empty.
        var isOpen = false

        init(scalars: String.UnicodeScalarView.Iterator, line: String, subject: ExecSubject? = nil) {
            self.scalars = scalars
            self.line = line
            self.subject = subject
        }

        mutating func split() throws(Fault) -> [String] {
            if line.utf8.contains(0) { throw Fault(message: "\(line.excerpt) has a NUL") }
            while let scalar = scalars.next() {
                switch scalar {
                case " ": finishArgument()
                case "\"":
                    isOpen = true
                    try quoted()
                case "%": try fieldCode()
                case "~" where current.isEmpty && !isOpen:
                    throw Fault(
                        message: "~ in \(line.excerpt) isn't expanded: write the full path")
                case "\t", "\n", "'", "\\", ">", "<", "~", "|", "&", ";", "$", "*", "?", "#", "(", ")", "`":
                    throw Fault(message: "\(String(scalar).excerpt) in \(line.excerpt) needs double quotes")
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
                // An earlier check would have found a field code.
                case "%": try fieldCode()
                case "\\":
                    guard let escaped = scalars.next() else { break }
                    guard escaped == "\"" || escaped == "`" || escaped == "$" || escaped == "\\" else {
                        let sequence = "\\\(escaped.shown)"
                        throw Fault(message: "\(sequence) in \(line.excerpt) is not an escape")
                    }
                    current.append(escaped)
                default: current.append(scalar)
                }
            }
            throw Fault(message: "\(line.excerpt) has an unclosed quote")
        }

        private mutating func fieldCode() throws(Fault) {
            guard let code = scalars.next() else { throw Fault(message: "\(line.excerpt) ends with %") }
            switch code {
            case "%": current.append("%")
            case _ where subject != nil: try place(code)
            case "a"..."z", "A"..."Z": break
            default: throw Fault(message: "%\(code.shown) in \(line.excerpt) is not a field code")
            }
        }

        /// Adds the replacement of a field code to the current argument.
        private mutating func place(_ code: Unicode.Scalar) throws(Fault) {
            guard let subject else { return }
            if arguments.isEmpty {
                throw Fault(message: "%\(code.shown) in \(line.excerpt) is in place of the program")
            }
            var value: String?
            switch code {
            case "u", "U":
                value = subject.url
                hasPlacedSubject = true
            case "f", "F":
                value = subject.file
                if value != nil { hasPlacedSubject = true }
            case "i":
                guard let icon = subject.icon, !icon.isEmpty, current.isEmpty else { return }
                arguments.append("--icon")
                value = icon
            case "c": value = subject.name
            case "k": value = subject.desktopFile
            case "d", "D", "n", "N", "v", "m": return
            default: throw Fault(message: "%\(code.shown) in \(line.excerpt) is not a field code")
            }
            guard let value else { return }
            current.append(contentsOf: value.unicodeScalars)
            isOpen = true
        }
    }
}

/// The replacements of the field codes in an application's command line.
package struct ExecSubject: Hashable, Sendable {
    /// The URL to open.
    package var url: String
    /// The path of the local file that it names, if it names one.
    package var file: String?
    package var icon: String?
    /// The application's name in the user's language.
    package var name: String?
    /// The path of the desktop file.
    package var desktopFile: String?

    package init(
        url: String, file: String? = nil, icon: String? = nil, name: String? = nil, desktopFile: String? = nil
    ) {
        self.url = url
        self.file = file
        self.icon = icon
        self.name = name
        self.desktopFile = desktopFile
    }
}
