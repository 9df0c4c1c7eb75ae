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
        guard let text = String(validating: bytes, as: UTF8.self) else { throw CodegenError("not UTF-8") }
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
        Generates Swift code for the library DBus from D-Bus introspection XML.

        Usage: dbus-codegen [OPTION…] FILE…
               dbus-codegen [OPTION…] --session|--system SERVICE OBJECT

        FILE is an introspection document; - is standard input. With --session or
        --system, dbus-codegen introspects an object of a running service instead.

        Output:
          --client             generate types that call the interfaces (default without
                               --service)
          --service            generate protocols for actors that export the interfaces
          --main-actor         with --service, generate protocols for classes of the main
                               actor instead of actors
          --interface NAME     generate only this interface; may be repeated (default: all
                               except those of the D-Bus specification)
          --properties         with --client, generate structs of the readable properties
          --access LEVEL       set the access level of the code: internal, package or
                               public (default: internal)
          -o, --output FILE    write to this file instead of standard output

        Names and types:
          --destination NAME   set the service that clients call by default
          --path PATH          set the object that clients call by default
          --prefix PREFIX      omit this beginning of interface names in type names
                               (default: the first two elements)
          --name ELEMENT=NAME  set the Swift name of an interface, a member or an argument
          --struct ELEMENT=NAMES
                               name the struct in the type of a property or an argument,
                               and its fields: Session(id, user: User(number, name))
          --type ELEMENT=TYPE  use your own type for a property or an argument:
                               DeviceState, or [DeviceState] for an array
          --async ELEMENT      handle a method, all methods of an interface, or the
                               setting of a property in a task, so that the service may
                               wait
          --options FILE       read options from a file, one per line
          --shared-options FILE
                               read options for several documents from a file; they may
                               name elements that don't exist in this document

        ELEMENT is an interface, such as org.example.Counter; one of its members,
        org.example.Counter.Add; or an argument, org.example.Counter.Add.amount.

          --version            print the version
          -h, --help           print this help

        """
}
