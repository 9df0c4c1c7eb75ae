import DBusTesting
import Glibc

/// Feeds a parser with inputs that are damaged, spliced or made from scratch.
///
/// A test runs the same small number of inputs each time. To run each test longer, with other inputs each time:
///
/// ```
/// FUZZ_SECONDS=600 swift test --no-parallel --filter Fuzz
/// ```
///
/// Each input has a seed of its own, and the seeds of a run are consecutive. A failure names the seed of its input;
/// `FUZZ_SEED` starts with it, and `FUZZ_INPUTS=1` runs nothing else. After a crash, the last line that was printed names a
/// seed shortly before.
package struct Fuzzer: Sendable {
    /// Valid inputs to start from.
    let corpus: [[UInt8]]
    /// The parts of the format, and parts that are dangerous in any format.
    let words: [[UInt8]]
    /// The largest input.
    let maximumBytes: Int

    /// Makes a fuzzer for one format.
    package init(corpus: [[UInt8]] = [], words: [String] = [], maximumBytes: Int = 8 << 10) {
        self.corpus = corpus.filter { $0.count <= maximumBytes }
        // Those of the format count as much as all others together.
        let own = words.map { Array($0.utf8) }
        self.words = Self.dangers + own + own
        self.maximumBytes = maximumBytes
    }

    /// Makes a fuzzer for a format of text.
    package init(texts: [String], words: [String] = [], maximumBytes: Int = 8 << 10) {
        self.init(corpus: texts.map { Array($0.utf8) }, words: words, maximumBytes: maximumBytes)
    }

    /// Calls `body` with `count` inputs, or with `FUZZ_INPUTS`, or with as many as fit into `FUZZ_SECONDS`.
    ///
    /// - Throws: ``FuzzFailure`` with the seed of the first input for which `body` throws.
    package func run(_ name: String, inputs count: Int, _ body: (inout FuzzInput) throws -> Void) throws {
        let seconds = Self.number("FUZZ_SECONDS")
        let count = Self.number("FUZZ_INPUTS") ?? UInt64(count)
        let first = Self.number("FUZZ_SEED") ?? (seconds == nil ? 1 : UInt64.random(in: 0...UInt64(UInt32.max)))
        let end = seconds.map { ContinuousClock.now + .seconds($0) }
        var (seed, reported) = (first, ContinuousClock.now)
        var slowest = (nanoseconds: UInt64(0), seed: first)
        let start = Self.now
        var last = start
        while end.map({ ContinuousClock.now < $0 }) ?? (seed &- first < count) {
            var input = FuzzInput(self, seed: seed)
            do { try body(&input) } catch {
                // A NUL would end the line that is printed.
                let parts = "\(error)".utf8.split(separator: 0, omittingEmptySubsequences: false).map {
                    String($0) ?? ""
                }
                let reason = parts.joined(separator: "\\0")
                throw FuzzFailure(description: "\(name), FUZZ_SEED=\(seed): \(reason)\n\(input.shown)")
            }
            let now = Self.now
            if now - last > slowest.nanoseconds { slowest = (now - last, seed) }
            last = now
            seed &+= 1
            if ContinuousClock.now - reported > .seconds(10) {
                reported = ContinuousClock.now
                print("fuzzing \(name): \(seed &- first) inputs, FUZZ_SEED=\(seed) comes next")
            }
        }
        let (done, used) = (seed &- first, max(last - start, 1))
        print(
            "fuzzed \(name): \(done) inputs from FUZZ_SEED=\(first) in \(used / 1_000_000) ms of CPU, "
                + "\(done * 1_000_000_000 / used)/s; "
                + "the slowest took \(slowest.nanoseconds / 1_000_000) ms (FUZZ_SEED=\(slowest.seed))")
    }

    /// Whether tests run longer than usual.
    package static var isLong: Bool { number("FUZZ_SECONDS") != nil || number("FUZZ_INPUTS") != nil }

    private static func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }

    /// The CPU time of this thread, in nanoseconds.
    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

extension Fuzzer {
    /// The contents of the files of this project in a folder whose names end with a suffix, in the order of their names.
    package static func files(in folder: String, suffix: String) -> [[UInt8]] {
        let path = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/" + folder
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { name in
                String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(suffix) { names.append(name) }
        }
        return names.sorted().compactMap { contents(of: path + "/" + $0) }
    }

    private static func contents(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return bytes
    }

    /// Parts that break parsers: numbers at the ends of their ranges, characters that join or equal others, bytes that
    /// aren't text.
    private static let dangers: [[UInt8]] =
        [
            "", "0", "1", "-1", "-0", "127", "128", "255", "256", "32768", "65535", "65536", "2147483647",
            "-2147483648",
            "4294967295", "4294967296", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
            "18446744073709551615", "18446744073709551616", "99999999999999999999999", "1e308", "1e400", "1e-400",
            "nan",
            "-inf", "0x7f", "+1", "1_0", "٣",
            "\0", "\u{1}", "\u{7F}", "\u{85}", "\n", "\r", "\r\n", "\t", " ", "\u{A0}", "\u{2028}", "\u{FEFF}",
            "\u{202E}", "\u{2066}", "\u{200D}", "\u{300}", "\u{301}", "\u{D4E}", "\u{E33}", "\u{FE0F}", "\u{1F3FD}",
            "\u{212A}", "\u{37E}", "\u{1FEF}", "\u{130}", "\u{17F}", "ß", "é", "e\u{301}", "👩‍👩‍👧‍👦", "🇩🇪", "\u{10FFFF}",
            "\"", "'", "\\", "`", "$", "%", "%s%n", "&", "<", ">", "/", "..", "../", ";", ":", ",", "=", "|", "#", "~",
            "(", ")", "[", "]", "{", "}", "*", "?", "!", "@", "^", "+", "-", "_", ".",
        ].map { Array($0.utf8) } + [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80], [0x1B, 0x5B],
            [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0x80],
        ]
}

/// A guarantee that a parser has broken, with the seed and the input.
package struct FuzzFailure: Error, CustomStringConvertible {
    package let description: String
}
