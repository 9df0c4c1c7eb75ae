internal import DBus

/// What `dbus-codegen` is asked for.
struct CommandLineArguments {
    enum Source: Equatable {
        case files([String])
        /// An object that is running, by the bus, the name and the path.
        case object(bus: String, BusName, ObjectPath)
    }

    enum Request {
        case help, version
        case generate(CodegenOptions, Source, output: String?)
    }

    let request: Request

    /// - Throws: a ``CodegenError`` that says which argument is wrong.
    init(_ arguments: [String]) throws(CodegenError) {
        var options = CodegenOptions()
        options.client = false
        var (output, bus): (String?, String?) = (nil, nil)
        var words: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-"), argument != "-" else {
                words.append(argument)
                continue
            }
            if argument == "--" {
                words += rest
                break
            }
            let parts = argument.split(separator: "=", maxSplits: 1)
            let isJoined = argument.hasPrefix("--") && parts.count == 2
            let name = isJoined ? String(parts[0]) : argument
            if !isJoined {
                switch name {
                case "-h", "--help":
                    request = .help
                    return
                case "--version":
                    request = .version
                    return
                case "--client":
                    options.client = true
                    continue
                case "--service":
                    options.service = true
                    continue
                case "--main-actor":
                    options.mainActor = true
                    continue
                case "--session", "--system":
                    bus = String(name.dropFirst(2))
                    continue
                default: break
                }
            }
            guard Self.valued.contains(name) else { throw CodegenError("unknown option \(argument.debugDescription)") }
            guard let value = isJoined ? String(parts[1]) : rest.popFirst() else {
                throw CodegenError("\(name) needs a value")
            }
            switch name {
            case "-o", "--output": output = value
            default: try options.set(name, value)
            }
        }
        if !options.client, !options.service { options.client = true }
        if let bus {
            guard words.count == 2 else {
                throw CodegenError("--\(bus) needs the name of a service and the path of an object")
            }
            let (name, path): (BusName, ObjectPath) = (try checked(words[0]), try checked(words[1]))
            options.sources = [name.rawValue]
            options.destination = options.destination ?? name
            request = .generate(options, .object(bus: bus, name, path), output: output)
        } else {
            guard !words.isEmpty else { throw CodegenError("no file is named") }
            options.sources = words.map { String($0.split(separator: "/").last ?? "") }
            request = .generate(options, .files(words), output: output)
        }
    }

    private static let valued: Set<String> = [
        "--access", "--async", "--destination", "--interface", "--name", "--output", "--path", "--prefix", "--struct",
        "-o",
    ]
}

extension CodegenOptions {
    fileprivate mutating func set(_ option: String, _ value: String) throws(CodegenError) {
        switch option {
        case "--access":
            guard let access = Access(rawValue: value) else {
                throw CodegenError("--access is internal, package or public, not \(value.debugDescription)")
            }
            self.access = access
        case "--async": asynchronous.insert(value)
        case "--destination": destination = try checked(value)
        case "--interface": interfaces.append((try checked(value) as InterfaceName).rawValue)
        case "--path": path = try checked(value)
        case "--prefix": prefix = value
        default:
            let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw CodegenError("\(option) is written as ELEMENT=VALUE, not as \(value.debugDescription)")
            }
            if option == "--name" { names[parts[0]] = parts[1] } else { structs[parts[0]] = parts[1] }
        }
    }
}

private func checked<Name: DBusName>(_ text: String) throws(CodegenError) -> Name {
    do throws(InvalidNameError) { return try Name(text) } catch { throw CodegenError("\(error)") }
}
