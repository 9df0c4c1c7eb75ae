internal import Glibc
internal import TodayPlatform

/// The file of ``NCWidgetDefaults``: a line `key=type:value` for each value.
///
/// Types: `s` text, `i` integer, `d` number, `b` Boolean. In keys and texts, `%` and two hexadecimal digits encode a
/// byte that isn't plain. Malformed lines are ignored.
enum DefaultsFile {
    // MARK: Text

    static func text(of values: [String: NCValue]) -> String {
        let lines = values.sorted { $0.key < $1.key }.compactMap { key, value -> String? in
            switch value {
            case .string(let text): "\(escape(key))=s:\(escape(text))"
            case .integer(let integer): "\(escape(key))=i:\(integer)"
            case .number(let number): "\(escape(key))=d:\(number)"
            case .boolean(let flag): "\(escape(key))=b:\(flag)"
            case .data, .array, .dictionary: nil
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    static func values(in text: String) -> [String: NCValue] {
        var values: [String: NCValue] = [:]
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let key = unescape(parts[0]), parts[1].count >= 2 else { continue }
            let value = parts[1].dropFirst(2)
            let string = String(Substring(value))
            switch String(Substring(parts[1].prefix(2))) {
            case "s:": values[key] = unescape(value).map { .string($0) }
            case "i:": values[key] = Int64(string).map { .integer($0) }
            case "d:": values[key] = Double(string).map { .number($0) }
            case "b:": values[key] = Bool(string).map { .boolean($0) }
            default: continue
            }
        }
        return values
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private static func escape(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte < 0x20 || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "=") {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func unescape(_ text: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digits.firstIndex),
                let low = rest.popFirst().flatMap(digits.firstIndex)
            else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        return String(validating: bytes, as: UTF8.self)
    }

    // MARK: File

    /// The maximum size, more than any widget stores; a longer file isn't valid.
    private static let maximumSize = 1 << 20

    /// Returns the values in a file; empty if it can't be read.
    static func read(_ path: String) -> [String: NCValue] {
        (try? TextFile.read(path, maximumBytes: maximumSize)).map { values(in: $0) } ?? [:]
    }

    /// Replaces a file, and creates its folders. Returns 0 or an `errno` value; in case of an error, the old file is
    /// unchanged.
    static func write(_ values: [String: NCValue], to path: String) -> CInt {
        makeFolder(above: path)
        let temporary = "\(path).\(getpid())"
        let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return errno }
        guard writeAll(text(of: values), to: file) == 0 else { return discard(temporary, file) }
        guard fsync(file) == 0 else { return discard(temporary, file) }
        close(file)
        if rename(temporary, path) == 0 { return 0 }
        let error = errno
        unlink(temporary)
        return error
    }

    private static func discard(_ path: String, _ file: CInt) -> CInt {
        let error = errno
        close(file)
        unlink(path)
        return error
    }

    /// Creates the folders of a file.
    static func makeFolder(above path: String) {
        UserFolders.make(String(path[..<(path.unicodeScalars.lastIndex(of: "/") ?? path.startIndex)]))
    }
}
