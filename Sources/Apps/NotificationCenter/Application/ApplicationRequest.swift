/// A request to an app.
enum ApplicationRequest: Equatable {
    case activate
    case open([String])
    case action(String, NCValue?)
}

/// The parsed command line of an app.
enum ApplicationArguments: Equatable {
    /// Handle this request, in the running instance if one exists.
    case request(ApplicationRequest)
    /// Wait for requests over the bus, which started the program.
    case service
    case help

    /// The reason why a command line is refused.
    struct UsageError: Error { let message: String }

    /// - Parameters:
    ///   - arguments: The arguments without the name of the program.
    ///   - folder: The base folder of relative paths.
    init(_ arguments: some Sequence<String>, folder: String) throws(UsageError) {
        var urls: [String] = []
        var isService = false
        var areOptions = true
        for argument in arguments {
            if areOptions, argument.utf8.first == UInt8(ascii: "-") {
                switch argument {
                case "--gapplication-service": isService = true
                case "--help", "-h":
                    self = .help
                    return
                case "--": areOptions = false
                default: throw UsageError(message: "unknown argument \(argument.debugDescription)")
                }
            } else {
                if argument.isEmpty { throw UsageError(message: "an argument is empty") }
                urls.append(Self.url(argument, folder))
            }
        }
        if isService, !urls.isEmpty {
            throw UsageError(message: "--gapplication-service can't be combined with other arguments")
        }
        self = isService ? .service : .request(urls.isEmpty ? .activate : .open(urls))
    }

    static func help(program: String) -> String {
        """
        Usage: \(program) [URL or file]...

        Opens the given URLs and files. Without them, shows the app. If the program is already
        running, that instance handles the request.

          --gapplication-service  wait for requests on the session bus; the bus starts the
                                  program with this option
          -h, --help              print this help
        """
    }

    /// Returns an argument as a URL: itself if it has a scheme, else a file URL.
    private static func url(_ argument: String, _ folder: String) -> String {
        if hasScheme(argument) { return argument }
        let path = argument.utf8.first == UInt8(ascii: "/") ? argument : folder + "/" + argument
        return "file://" + path.utf8.map(escaped).joined()
    }

    /// RFC 3986, section 3.1.
    private static func hasScheme(_ argument: String) -> Bool {
        guard let end = argument.utf8.firstIndex(of: UInt8(ascii: ":")), let first = argument.utf8.first else {
            return false
        }
        return isLetter(first)
            && argument.utf8[..<end].allSatisfy { byte in
                isLetter(byte) || isDigit(byte) || "+-.".utf8.contains(byte)
            }
    }

    private static func escaped(_ byte: UInt8) -> String {
        if isLetter(byte) || isDigit(byte) || "-._~/".utf8.contains(byte) {
            return String(UnicodeScalar(byte))
        }
        let digits = Array("0123456789ABCDEF")
        return "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
