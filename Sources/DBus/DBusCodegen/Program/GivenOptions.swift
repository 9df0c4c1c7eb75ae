internal import DBus
internal import TodayPlatform

/// Options from the command line and from files.
struct GivenOptions {
    /// Options without a value.
    static let flags: Set<String> = ["--client", "--main-actor", "--properties", "--service"]
    /// Options with a value.
    static let valued: Set<String> = [
        "--access", "--async", "--destination", "--interface", "--name", "--path", "--prefix", "--struct", "--type",
    ]
    private static let maximumFileSize = 1 << 20

    private var options = CodegenOptions()
    /// Options that apply only to these documents, and so must be valid for them.
    private var own: Set<String> = []

    init() { options.client = false }

    /// Adds an option.
    ///
    /// - Parameters:
    ///   - value: the value after it; nil for one of ``flags``.
    ///   - isShared: whether it also applies to other documents, so that it may be unused for these.
    mutating func add(_ option: String, _ value: String?, isShared: Bool) throws(CodegenError) {
        if !isShared { own.insert(option) }
        guard let value else { return add(flag: option) }
        switch option {
        case "--access":
            guard let access = CodegenOptions.Access(rawValue: value) else {
                throw CodegenError("--access must be internal, package or public, not \(value.debugDescription)")
            }
            options.access = access
        case "--async":
            options.asynchronous.insert(value)
            mention(value, option, isShared)
        case "--destination": options.destination = try checked(value)
        case "--interface": options.interfaces.append((try checked(value) as InterfaceName).rawValue)
        case "--path": options.path = try checked(value)
        case "--prefix": options.prefix = value
        default:
            let parts = value.split(at: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw CodegenError("\(option) must be ELEMENT=VALUE, not \(value.debugDescription)")
            }
            switch option {
            case "--name": options.names[parts[0]] = parts[1]
            case "--struct": options.structs[parts[0]] = parts[1]
            default: options.types[parts[0]] = parts[1]
            }
            mention(parts[0], option, isShared)
        }
    }

    private mutating func add(flag: String) {
        switch flag {
        case "--client": options.client = true
        case "--main-actor": options.mainActor = true
        case "--properties": options.properties = true
        default: options.service = true
        }
    }

    private mutating func mention(_ element: String, _ option: String, _ isShared: Bool) {
        if !isShared { options.mentions.append(CodegenOptions.Mention(option: option, element: element)) }
    }

    /// Adds the options of a file: one on each line, with its value after a space or `=`. A line that begins with `#`
    /// is a comment.
    mutating func add(file: String, isShared: Bool) throws(CodegenError) {
        let text: String
        do { text = try TextFile.read(file, maximumBytes: Self.maximumFileSize) } catch {
            throw CodegenError("\(file): \(error)")
        }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in lines.enumerated() {
            let line = Self.trimmed(line)
            guard let first = line.first, first != "#" else { continue }
            do throws(CodegenError) { try add(line: line, isShared: isShared) } catch {
                throw CodegenError("\(file): line \(number + 1): \(error)")
            }
        }
    }

    private mutating func add(line: Substring, isShared: Bool) throws(CodegenError) {
        let scalars = line.unicodeScalars
        let name = String(scalars.prefix { $0 != "=" && !$0.properties.isWhitespace })
        let tail = scalars.dropFirst(name.unicodeScalars.count)
        let value = Self.trimmed(Substring(tail).drop(while: \.isWhitespace))
        let isJoined = tail.first == "="
        if Self.flags.contains(name) {
            guard value.isEmpty else { throw CodegenError("\(name) can't have a value") }
            return try add(name, nil, isShared: isShared)
        }
        guard Self.valued.contains(name) else {
            throw CodegenError("\(name.debugDescription) can't be used in a file of options")
        }
        let rest = isJoined ? Self.trimmed(value.dropFirst()) : value
        guard !rest.isEmpty else { throw CodegenError("\(name) needs a value, on the same line") }
        try add(name, String(rest), isShared: isShared)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    /// Returns all options together.
    ///
    /// - Throws: a ``CodegenError`` when one of them is useless in combination with the others.
    func checkedOptions() throws(CodegenError) -> CodegenOptions {
        var options = options
        if !options.client, !options.service { options.client = true }
        if own.contains("--main-actor"), !options.service {
            throw CodegenError("--main-actor needs --service")
        }
        for option in ["--destination", "--path", "--properties"] where own.contains(option) && !options.client {
            throw CodegenError("\(option) needs --client in addition to --service")
        }
        return options
    }
}

func checked<Name: DBusName>(_ text: String) throws(CodegenError) -> Name {
    do throws(InvalidNameError) { return try Name(text) } catch { throw CodegenError("\(error)") }
}
