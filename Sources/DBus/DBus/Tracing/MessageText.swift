internal import CTodaySystem
internal import TodayCLibrary

/// A message as `busctl monitor` shows it.
struct MessageText {
    private var text = ""
    private static let longestString = 1024
    private static let mostElements = 256
    private static let mostText = 64 << 10

    static func of(_ message: WireMessage, mark: String, withBody: Bool) -> String {
        var it = MessageText()
        it.writeHeader(message, mark)
        if withBody { it.writeBody(message) }
        return it.text
    }

    private mutating func line(_ depth: Int, _ line: String) {
        text += String(repeating: " ", count: 2 + 8 * depth) + line + "\n"
    }

    // MARK: Header

    private mutating func writeHeader(_ message: WireMessage, _ mark: String) {
        let reply = message.replySerial.map { "  ReplyCookie=\($0)" } ?? ""
        text += "\(mark) Type=\(message.kind.word)  Endian=\(message.isBigEndian ? "B" : "l")  Flags=\(message.flags)"
        text += "  Version=\(message.version) Cookie=\(message.serial)\(reply)"
        text += "  Timestamp=\"\(message.time.timestamp)\"\n"
        fields([
            ("Sender", message.sender?.rawValue), ("Destination", message.destination?.rawValue),
            ("Path", message.path?.rawValue), ("Interface", message.interface?.rawValue),
            ("Member", message.member?.rawValue),
        ])
        if let name = message.errorName {
            let sentence = try? message.arguments(as: String.self)
            fields([("ErrorName", name.rawValue), ("ErrorMessage", sentence.map(Self.quote))])
        }
        if let sender = message.sender, sender.isUnique { fields([("UniqueName", sender.rawValue)]) }
    }

    private mutating func fields(_ fields: [(name: String, value: String?)]) {
        let parts = fields.compactMap { field in field.value.map { "\(field.name)=\($0)" } }
        if !parts.isEmpty { line(0, parts.joined(separator: "  ")) }
    }

    // MARK: Body

    private mutating func writeBody(_ message: WireMessage) {
        if message.isTooLarge { return line(0, "MESSAGE of \(message.size) bytes, skipped") }
        line(0, "MESSAGE \(Self.quote(message.signature.rawValue)) {")
        do throws(UnmarshallingError) {
            try message.read { (reader) throws(UnmarshallingError) in try writeAll(&reader, 1) }
        } catch {
            line(1, "… \(error)")
        }
        line(0, "};")
    }

    private mutating func writeAll(_ reader: inout MessageReader, _ depth: Int) throws(UnmarshallingError) {
        var count = 0
        while reader.hasMore {
            if count == Self.mostElements || text.utf8.count > Self.mostText {
                return line(depth, "… \(reader.remainingBytes) bytes more")
            }
            try writeValue(&reader, depth)
            count += 1
        }
    }

    private mutating func writeValue(_ reader: inout MessageReader, _ depth: Int) throws(UnmarshallingError) {
        switch TypeCode(rawValue: reader.currentCode) {
        case .byte: line(depth, "BYTE \(try UInt8(from: &reader));")
        case .boolean: line(depth, "BOOLEAN \(try Bool(from: &reader));")
        case .int16: line(depth, "INT16 \(try Int16(from: &reader));")
        case .uint16: line(depth, "UINT16 \(try UInt16(from: &reader));")
        case .int32: line(depth, "INT32 \(try Int32(from: &reader));")
        case .uint32: line(depth, "UINT32 \(try UInt32(from: &reader));")
        case .int64: line(depth, "INT64 \(try Int64(from: &reader));")
        case .uint64: line(depth, "UINT64 \(try UInt64(from: &reader));")
        case .double: line(depth, "DOUBLE \(try Double(from: &reader));")
        case .string: line(depth, "STRING \(Self.quote(try String(from: &reader)));")
        case .objectPath: line(depth, "OBJECT_PATH \(Self.quote(try reader.readText(.objectPath)));")
        case .signature: line(depth, "SIGNATURE \(Self.quote(try reader.readText(.signature)));")
        // Its index among the descriptors of the message.
        case .fileDescriptor: line(depth, "UNIX_FD \(try reader.readFixed(.fileDescriptor, as: UInt32.self));")
        case .array: try writeContainer(&reader, .array, "ARRAY", depth)
        case .structure: try writeContainer(&reader, .structure, "STRUCT", depth)
        case .variant: try writeContainer(&reader, .variant, "VARIANT", depth)
        case nil: try writeContainer(&reader, .entry, "DICT_ENTRY", depth)
        }
    }

    private mutating func writeContainer(
        _ reader: inout MessageReader, _ container: MessageReader.Container, _ word: String, _ depth: Int
    ) throws(UnmarshallingError) {
        let whole = reader.nextSignature?.rawValue ?? ""
        try reader.readContainer(container) { (inner) throws(UnmarshallingError) in
            let contents =
                switch container {
                case .array: String(whole.dropFirst())
                case .structure, .entry: String(whole.dropFirst().dropLast())
                case .variant: inner.nextSignature?.rawValue ?? ""
                }
            line(depth, "\(word) \(Self.quote(contents)) {")
            try writeAll(&inner, depth + 1)
        }
        line(depth, "};")
    }

    /// Quotes a string and escapes its control characters, so that its content can't imitate other output.
    private static func quote(_ string: String) -> String {
        let count = string.utf8.count
        if count <= longestString { return string.quoted }
        return String(decoding: string.utf8.prefix(longestString), as: UTF8.self).quoted
            + "… \(count - longestString) bytes more"
    }
}

extension Duration {
    /// The current time since the beginning of 1970.
    static var sinceEpoch: Duration {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The time that is so long after the beginning of 1970, such as `Sun 2026-11-22 23:22:11.463725 UTC`.
    var timestamp: String {
        var seconds = time_t(components.seconds)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(parts.tm_wday) % 7]
        func pad(_ number: Int, _ width: Int = 2) -> String {
            let digits = "\(number)"
            return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
        }
        let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)].map { pad($0) }
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { pad(Int($0)) }
        let micros = pad(Int(components.attoseconds / 1_000_000_000_000), 6)
        return "\(day) \(date.joined(separator: "-")) \(time.joined(separator: ":")).\(micros) UTC"
    }
}
