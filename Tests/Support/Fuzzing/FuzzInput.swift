package import DBusTesting

/// One input of a ``Fuzzer``, and random numbers for whatever else a test needs. Equal seeds give equal inputs.
package struct FuzzInput {
    package var random: SeededRandom
    private let fuzzer: Fuzzer
    private var given: [[UInt8]] = []

    init(_ fuzzer: Fuzzer, seed: UInt64) {
        self.fuzzer = fuzzer
        random = SeededRandom(seed: seed)
    }

    // MARK: Choices

    /// Returns true once in `count` times.
    package mutating func chance(of count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    package mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    package mutating func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &random)] }

    // MARK: Inputs

    /// Returns an input: one of the corpus, two of them spliced, or words one after the other, and mostly damaged then.
    package mutating func bytes() -> [UInt8] {
        var bytes: [UInt8]
        switch number(0...9) {
        case 0, 1: bytes = soup()
        case 2: bytes = spliced()
        default: bytes = fuzzer.corpus.isEmpty ? soup() : pick(fuzzer.corpus)
        }
        let damages = chance(of: 10) ? 0 : chance(of: 4) ? number(4...16) : number(1...3)
        for _ in 0..<damages { damage(&bytes) }
        if chance(of: 200) { swell(&bytes) }
        if bytes.count > fuzzer.maximumBytes { bytes.removeLast(bytes.count - fuzzer.maximumBytes) }
        given.append(bytes)
        return bytes
    }

    /// Returns an input as text; bytes that aren't UTF-8 are replaced.
    package mutating func text() -> String { String(decoding: bytes(), as: UTF8.self) }

    /// Damages an input that a test has made itself.
    package mutating func damage(_ bytes: inout [UInt8], times: ClosedRange<Int>) {
        for _ in 0..<number(times) { damage(&bytes) }
        given.append(bytes)
    }

    private mutating func soup() -> [UInt8] {
        (0..<number(0...(chance(of: 8) ? 120 : 24))).flatMap { _ in pick(fuzzer.words) }
    }

    private mutating func spliced() -> [UInt8] {
        if fuzzer.corpus.isEmpty { return soup() }
        let (head, tail) = (pick(fuzzer.corpus), pick(fuzzer.corpus))
        return Array(head.prefix(number(0...head.count)) + tail.suffix(number(0...tail.count)))
    }

    private mutating func damage(_ bytes: inout [UInt8]) {
        let start = number(0...bytes.count)
        let end = min(bytes.count, start + number(0...(chance(of: 4) ? 200 : 12)))
        switch number(0...9) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: number(0...bytes.count))
        case 2, 3: bytes.insert(contentsOf: pick(fuzzer.words), at: start)
        case 4: bytes.replaceSubrange(start..<end, with: pick(fuzzer.words))
        case 5: if start < bytes.count { bytes[start] = UInt8.random(in: 0...255, using: &random) }
        case 6: if start < bytes.count { bytes[start] ^= 1 << UInt8(number(0...7)) }
        case 7: replaceNumber(in: &bytes, from: start)
        case 8: insertBehindMark(&bytes, from: start)
        default: if chance(of: 3) { bytes.removeSubrange(start...) }
        }
    }

    /// Puts a word in the place of the digits that come next.
    private mutating func replaceNumber(in bytes: inout [UInt8], from start: Int) {
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || byte == 0x2E || byte == 0x2D }
        guard let first = bytes[start...].firstIndex(where: isDigit) else { return }
        let end = bytes[first...].firstIndex { !isDigit($0) } ?? bytes.count
        bytes.replaceSubrange(first..<end, with: pick(fuzzer.words))
    }

    /// Inserts a word behind the next sign that parts others, where it does no harm to what is around it.
    private mutating func insertBehindMark(_ bytes: inout [UInt8], from start: Int) {
        let marks = Array("\"'>;=,:[({\n ".utf8)
        let place = bytes[start...].firstIndex { marks.contains($0) }.map { $0 + 1 } ?? start
        bytes.insert(contentsOf: pick(fuzzer.words), at: place)
    }

    /// Repeats a part until the input is as large as it may be, to see that time grows with size only.
    private mutating func swell(_ bytes: inout [UInt8]) {
        let start = number(0...bytes.count)
        let end = min(bytes.count, start + number(1...16))
        let part = start < end && !chance(of: 2) ? Array(bytes[start..<end]) : pick(fuzzer.words)
        let room = fuzzer.maximumBytes - bytes.count
        guard !part.isEmpty, room > 0 else { return }
        bytes.insert(contentsOf: (0..<(room / part.count)).flatMap { _ in part }, at: start)
    }

    // MARK: Promises

    /// Fails for this input unless a promise is kept.
    package func expect(_ isKept: @autoclosure () throws -> Bool, _ promise: @autoclosure () -> String) throws {
        if try !isKept() { throw FuzzFailure(description: promise()) }
    }

    /// The inputs that were given out, for a failure.
    var shown: String {
        given.suffix(3).map { bytes in
            "\(bytes.count) bytes: \(String(decoding: bytes.prefix(2000), as: UTF8.self).debugDescription)"
        }.joined(separator: "\n")
    }
}
