/// The offsets of a time zone from UTC, as a file of the IANA database has them: TZif of RFC 8536.
package struct ZoneRules: Equatable {
    /// The moments, in seconds since 1970, at which the offset changes.
    private var changes: [Int64] = []
    /// The offsets, in seconds east of UTC, from each change on.
    private var offsets: [Int32] = []
    /// The offset before the first change.
    private var first: Int32 = 0
    /// The rule for the time after the last change; nil if the last offset stays.
    private var later: RecurringZoneRule?

    /// Returns the offset from UTC at a moment, both in seconds; east is positive.
    func offset(at moment: Int64) -> Int64 {
        guard let last = changes.last, moment < last else {
            return later?.offset(at: moment) ?? Int64(offsets.last ?? first)
        }
        // The number of changes up to the moment.
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= moment { low = middle + 1 } else { high = middle }
        }
        return Int64(low == 0 ? first : offsets[low - 1])
    }

    /// Reads a file; nil if it isn't a TZif file of version 2 or later.
    init?(_ bytes: [UInt8]) {
        var reader = TZifReader(bytes)
        // The first part of the file has 32-bit times, for old programs.
        guard let old = reader.header(), old.version >= UInt8(ascii: "2"), reader.skip(old.length(timeSize: 4)),
            let counts = reader.header(), counts.types > 0
        else { return nil }
        guard let changes = reader.integers(counts.times, size: 8), let indices = reader.bytes(counts.times),
            let types = reader.types(counts.types), indices.allSatisfy({ Int($0) < types.count }),
            reader.skip(counts.lengthAfterTypes(timeSize: 8)), let footer = reader.footer()
        else { return nil }
        self.changes = changes
        offsets = indices.map { types[Int($0)] }
        first = types[0]
        if !footer.isEmpty {
            guard let rule = RecurringZoneRule(footer) else { return nil }
            later = rule
        }
    }
}

/// Reads the parts of a TZif file in order.
private struct TZifReader {
    private let file: [UInt8]
    private var position = 0

    init(_ file: [UInt8]) { self.file = file }

    struct Header {
        var version: UInt8
        var universals, standards, leaps, times, types, characters: Int

        func length(timeSize: Int) -> Int { times * (timeSize + 1) + types * 6 + lengthAfterTypes(timeSize: timeSize) }

        func lengthAfterTypes(timeSize: Int) -> Int { characters + leaps * (timeSize + 4) + standards + universals }
    }

    mutating func header() -> Header? {
        guard let start = bytes(20), start.starts(with: "TZif".utf8), let counts = integers(6, size: 4),
            counts.allSatisfy({ (0...65_536).contains($0) })
        else { return nil }
        let numbers = counts.map { Int($0) }
        return Header(
            version: start[4], universals: numbers[0], standards: numbers[1], leaps: numbers[2], times: numbers[3],
            types: numbers[4], characters: numbers[5])
    }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= file.count - position else { return nil }
        defer { position += count }
        return ArraySlice(file[position..<position + count])
    }

    mutating func skip(_ count: Int) -> Bool { bytes(count) != nil }

    /// Returns signed big-endian numbers.
    mutating func integers(_ count: Int, size: Int) -> [Int64]? {
        bytes(count * size).map { Self.integers(Array($0), size: size) }
    }

    /// Returns the offsets of the types of local time.
    mutating func types(_ count: Int) -> [Int32]? {
        bytes(count * 6).map { bytes in
            stride(from: bytes.startIndex, to: bytes.endIndex, by: 6).map { start in
                Int32(truncatingIfNeeded: Self.integers(Array(bytes[start..<start + 4]), size: 4)[0])
            }
        }
    }

    /// Returns the rule between the line feeds at the end.
    mutating func footer() -> String? {
        guard let rest = bytes(file.count - position), rest.first == 0x0A, rest.last == 0x0A, rest.count > 1 else {
            return nil
        }
        return String(validating: rest.dropFirst().dropLast(), as: UTF8.self)
    }

    private static func integers(_ bytes: [UInt8], size: Int) -> [Int64] {
        stride(from: 0, to: bytes.count, by: size).map { start in
            let bits = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return size == 4 ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(bitPattern: bits)
        }
    }
}
