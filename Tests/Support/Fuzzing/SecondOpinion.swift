import Glibc

/// Another program's verdict on an input: a Python function that is asked again and again.
package final class SecondOpinion {
    private let input: UnsafeMutablePointer<FILE>
    private let output: UnsafeMutablePointer<FILE>
    private let process: pid_t

    /// Starts Python.
    ///
    /// - Parameter judge: Python that defines `judge(data: bytes) -> str`; an answer is one line.
    package init(python judge: String) throws {
        let program = """
            import sys
            \(judge)
            for line in sys.stdin:
                print(judge(bytes.fromhex(line)).encode('unicode_escape').decode(), flush=True)
            """
        var (to, from): ([CInt], [CInt]) = ([-1, -1], [-1, -1])
        guard pipe(&to) == 0, pipe(&from) == 0 else {
            throw FuzzFailure(description: "cannot create a pipe: errno \(errno)")
        }
        for end in to + from { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, to[0], 0)
        posix_spawn_file_actions_adddup2(&actions, from[1], 1)
        let words = ["python3", "-c", program]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        let code = posix_spawnp(&process, "python3", &actions, nil, &arguments, environ)
        close(to[0])
        close(from[1])
        guard code == 0, let input = fdopen(to[1], "w"), let output = fdopen(from[0], "r") else {
            throw FuzzFailure(description: "python3 cannot be started: errno \(code)")
        }
        (self.input, self.output, self.process) = (input, output, process)
    }

    deinit {
        kill(process, SIGKILL)
        fclose(input)
        fclose(output)
        var status: CInt = 0
        waitpid(process, &status, 0)
    }

    /// Returns the answer, with what is not ASCII in it, and each backslash, escaped as Python does.
    package func judge(_ bytes: [UInt8]) throws -> String {
        let digits = Array("0123456789abcdef".utf8)
        var line: [UInt8] = []
        line.reserveCapacity(2 * bytes.count + 2)
        for byte in bytes {
            line.append(digits[Int(byte >> 4)])
            line.append(digits[Int(byte & 15)])
        }
        line += [0x0A, 0]
        line.withUnsafeBytes { _ = fputs($0.bindMemory(to: CChar.self).baseAddress, input) }
        fflush(input)
        var (answer, room): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
        defer { free(answer) }
        let count = getline(&answer, &room, output)
        guard count > 0, let answer else { throw FuzzFailure(description: "python3 has ended") }
        return String(cString: answer).split(separator: "\n").first.map(String.init) ?? ""
    }
}

extension SecondOpinion {
    /// Python's XML parser. The input is a document, the byte 255, and the reading to compare:
    /// `<name|attribute=value>`, attributes sorted, `</>` and text, all ``withoutSpace(_:)``. The answer is `same`, or
    /// Python's own reading.
    package static func expat() throws -> SecondOpinion {
        try SecondOpinion(
            python: """
                import xml.parsers.expat
                def judge(data):
                    document, expected = data.split(b'\\xff')
                    events = []
                    def start(name, attributes):
                        pairs = sorted(attributes.items(), key=lambda pair: pair[0].encode())
                        events.append('<' + name + ''.join('|' + key + '=' + value for key, value in pairs) + '>')
                    parser = xml.parsers.expat.ParserCreate('utf-8')
                    parser.StartElementHandler = start
                    parser.EndElementHandler = lambda name: events.append('</>')
                    parser.CharacterDataHandler = events.append
                    try:
                        parser.Parse(document, True)
                    except xml.parsers.expat.ExpatError as error:
                        return str(error)
                    found = ''.join(events).encode().translate(None, b' \\t\\r\\n')
                    return 'same' if found == expected else found.decode()
                """)
    }

    /// Without blanks, tabs and ends of lines, which XML makes equal to one another.
    package static func withoutSpace(_ text: String) -> String {
        String(decoding: text.utf8.filter { $0 != 0x20 && !(0x09...0x0A).contains($0) && $0 != 0x0D }, as: UTF8.self)
    }
}

extension SecondOpinion {
    /// GLib, which the desktops read their files with. The input is the name of a question, the byte 255, and what the
    /// question asks for, divided by that byte:
    /// - `value`: a group, a key, and a key file. The answer is `=` and the value, or `-` where GLib refuses the file or
    ///   has no such value.
    /// - `arguments`: a command line. The answer is `=` and each argument in brackets, or `-`.
    package static func glib() throws -> SecondOpinion {
        try SecondOpinion(
            python: """
                import ctypes
                from ctypes import c_char_p, c_int, c_size_t, c_void_p, byref, cast, POINTER
                glib = ctypes.CDLL('libglib-2.0.so.0')
                glib.g_key_file_new.restype = c_void_p
                glib.g_key_file_load_from_data.argtypes = [c_void_p, c_char_p, c_size_t, c_int, c_void_p]
                glib.g_key_file_get_string.argtypes = [c_void_p, c_char_p, c_char_p, c_void_p]
                glib.g_key_file_get_string.restype = c_void_p
                glib.g_key_file_unref.argtypes = [c_void_p]
                glib.g_shell_parse_argv.argtypes = [c_char_p, POINTER(c_int), POINTER(POINTER(c_char_p)), c_void_p]
                glib.g_strfreev.argtypes = [POINTER(c_char_p)]
                glib.g_free.argtypes = [c_void_p]
                def value(group, key, data):
                    file = glib.g_key_file_new()
                    found = None
                    if glib.g_key_file_load_from_data(file, data, len(data), 0, None):
                        found = glib.g_key_file_get_string(file, group, key, None)
                    answer = '=' + cast(found, c_char_p).value.decode() if found else '-'
                    glib.g_free(found)
                    glib.g_key_file_unref(file)
                    return answer
                def arguments(line):
                    count, found = c_int(), POINTER(c_char_p)()
                    if not glib.g_shell_parse_argv(line, byref(count), byref(found), None):
                        return '-'
                    answer = '=' + ''.join('[' + found[index].decode() + ']' for index in range(count.value))
                    glib.g_strfreev(found)
                    return answer
                def judge(data):
                    question, *rest = data.split(b'\\xff')
                    return globals()[question.decode()](*rest)
                """)
    }

    /// Asks one of the questions of ``glib()``. The answer is nil where GLib refuses.
    package func ask(_ question: String, _ parts: String...) throws -> String? {
        let answer = try judge(([question] + parts).map { Array($0.utf8) }.joined(separator: [0xFF]).map { $0 })
        return answer.hasPrefix("=") ? String(answer.dropFirst()) : nil
    }

    /// A text as answers have it.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            func hex(_ width: Int) -> String {
                let digits = String(scalar.value, radix: 16)
                return String(repeating: "0", count: width - digits.utf8.count) + digits
            }
            switch scalar.value {
            case 0x5C: result += "\\\\"
            case 0x0A: result += "\\n"
            case 0x0D: result += "\\r"
            case 0x09: result += "\\t"
            case 0x20..<0x7F: result.unicodeScalars.append(scalar)
            case ..<0x100: result += "\\x" + hex(2)
            case ..<0x10000: result += "\\u" + hex(4)
            default: result += "\\U" + hex(8)
            }
        }
        return result
    }
}
