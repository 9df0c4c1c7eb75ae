internal import DBus
internal import Glibc
internal import TodayPlatform

/// The program `dbus-codegen`.
package enum CodegenProgram {
    static let name = "dbus-codegen"
    static let version = "0.2.0"

    /// Runs it. Returns its exit status: 0; 1 when it failed; 64 when the arguments are invalid.
    package static func run(_ arguments: [String]) async -> Int32 {
        do {
            let request: CommandLineArguments.Request
            do { request = try CommandLineArguments(arguments).request } catch {
                printError("\(error)\nTry '\(name) --help'.")
                return EX_USAGE
            }
            switch request {
            case .help: return printWhole(help, by: name)
            case .version: return printWhole("\(name) \(version)\n", by: name)
            case .generate(let options, let source, let output):
                let text = try Codegen.source(for: try await nodes(of: source), options)
                guard let output, output != "-" else { return printWhole(text, by: name) }
                try write(text, to: output)
                return EXIT_SUCCESS
            }
        } catch {
            printError("\(error)")
            return EXIT_FAILURE
        }
    }

    private static func printError(_ text: String) { _ = writeAll("\(name): \(text)\n", to: STDERR_FILENO) }

    // MARK: Input

    private static func nodes(of source: CommandLineArguments.Source) async throws -> [IntrospectedNode] {
        switch source {
        case .files(let paths): return try paths.map { try node(in: $0) }
        case .object(let bus, let name, let path):
            let connection = try await Connection.open(bus == "system" ? .system : .session)
            let node = try await Proxy(connection, name, path, .introspectable).introspect()
            await connection.close()
            return [node]
        }
    }

    private static func node(in path: String) throws(CodegenError) -> IntrospectedNode {
        do {
            let text =
                path == "-"
                ? try standardInput() : try TextFile.read(path, maximumBytes: IntrospectedNode.maximumSize)
            return try IntrospectedNode(xml: text)
        } catch { throw CodegenError("\(path): \(error)") }
    }

    private static func standardInput() throws(CodegenError) -> String {
        var bytes: [UInt8] = []
        while bytes.count <= IntrospectedNode.maximumSize {
            var part = [UInt8](repeating: 0, count: 65536)
            let count = read(STDIN_FILENO, &part, part.count)
            if count < 0 { throw CodegenError(String(cString: strerror(errno))) }
            if count == 0 { break }
            bytes += part[..<count]
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw CodegenError("it is not UTF-8") }
        return text
    }

    // MARK: Output

    /// A file that already has this text is left unchanged, so that nothing is rebuilt for it.
    private static func write(_ text: String, to path: String) throws(CodegenError) {
        if (try? TextFile.read(path, maximumBytes: text.utf8.count)) == text { return }
        let new = path + ".new"
        let file = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw CodegenError("\(path): \(String(cString: strerror(errno)))") }
        var code = writeAll(text, to: file)
        if close(file) != 0, code == 0 { code = errno }
        if code == 0, rename(new, path) != 0 { code = errno }
        guard code != 0 else { return }
        unlink(new)
        throw CodegenError("\(path): \(String(cString: strerror(code)))")
    }

    static let help = """
        Makes Swift code of D-Bus introspection XML, for the library DBus.

        Usage: dbus-codegen [OPTION…] FILE…
               dbus-codegen [OPTION…] --session|--system SERVICE OBJECT

        FILE is an introspection document; - is standard input. With --session or
        --system, the object of a service that runs tells of itself.

        What is made:
          --client             types that call the interfaces; so it is without --service
          --service            protocols for actors that export the interfaces
          --main-actor         with --service, for classes of the main actor instead
          --interface NAME     of this interface; may be repeated. Without it, of all but
                               those of the D-Bus specification
          --properties         with clients, structs of the properties that can be read
          --access LEVEL       internal, package or public; without it internal
          -o, --output FILE    into this file, instead of standard output

        What is said with it:
          --destination NAME   the service that clients call unless told otherwise
          --path PATH          the object that clients call unless told otherwise
          --prefix PREFIX      what names of types leave out at the beginning of the
                               interface; without it its first two elements
          --name ELEMENT=NAME  the name of an interface, a member or an argument in Swift
          --struct ELEMENT=NAMES
                               names for the struct in the type of a property or an
                               argument: Session(id, user: User(number, name))
          --type ELEMENT=TYPE  the type of a property or an argument, one that you declare:
                               DeviceState, or [DeviceState] for an array
          --async ELEMENT      a method, an interface with all of its methods, or a
                               property to be set, that a service answers in a task, so
                               that it may wait
          --options FILE       the options in a file, one on each line
          --shared-options FILE
                               the same for options that other documents have, too, so
                               that they may name elements that are not in this one

        ELEMENT is an interface, such as org.example.Counter; a member of it,
        org.example.Counter.Add; or an argument of that, org.example.Counter.Add.amount.

          --version            Print the version.
          -h, --help           Print help.

        """
}
