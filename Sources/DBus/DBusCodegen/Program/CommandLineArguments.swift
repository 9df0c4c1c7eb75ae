internal import DBus

/// The parsed command line of `dbus-codegen`.
struct CommandLineArguments {
    enum Source: Equatable {
        case files([String])
        /// A running object, by the bus, the name and the path.
        case object(bus: String, BusName, ObjectPath)
    }

    enum Request {
        case help, version
        case generate(CodegenOptions, Source, output: String?)
    }

    let request: Request

    /// - Throws: a ``CodegenError`` that names the invalid argument.
    init(_ arguments: [String]) throws(CodegenError) {
        var given = GivenOptions()
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
            let parts = argument.split(at: "=", maxSplits: 1)
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
                case "--session", "--system":
                    bus = String(name.dropFirst(2))
                    continue
                case _ where GivenOptions.flags.contains(name):
                    try given.add(name, nil, isShared: false)
                    continue
                default: break
                }
            }
            guard Self.valued.contains(name) || GivenOptions.valued.contains(name) else {
                throw CodegenError("unknown option \(argument.debugDescription)")
            }
            guard let value = isJoined ? String(parts[1]) : rest.popFirst() else {
                throw CodegenError("\(name) needs a value")
            }
            switch name {
            case "-o", "--output": output = value
            case "--options", "--shared-options": try given.add(file: value, isShared: name != "--options")
            default: try given.add(name, value, isShared: false)
            }
        }
        var options = try given.checkedOptions()
        if let bus {
            guard words.count == 2 else {
                throw CodegenError("--\(bus) needs the name of a service and the path of an object")
            }
            let (name, path): (BusName, ObjectPath) = (try checked(words[0]), try checked(words[1]))
            options.sources = ["\(path) of \(name)"]
            options.destination = options.destination ?? name
            request = .generate(options, .object(bus: bus, name, path), output: output)
        } else {
            guard !words.isEmpty else { throw CodegenError("no file given") }
            options.sources = words.map { String($0.split(at: "/").last ?? "") }
            request = .generate(options, .files(words), output: output)
        }
    }

    private static let valued: Set<String> = ["--options", "--output", "--shared-options", "-o"]
}
