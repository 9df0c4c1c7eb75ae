/// The output of a script that may not end. After each piece, it returns what to show.
///
/// A line `~~~` ends the previous output and begins a new one, as in SwiftBar. In formats with one update per line,
/// each complete line replaces the previous one. A script that prints either is a stream from then on, even if its
/// header doesn't say so, unless it has an interval.
package struct ScriptStream: Sendable {
    /// Whether it is known to be a stream.
    package private(set) var isStream: Bool
    /// Whether it has printed more than ``ScriptOutput/bytes`` since the last update.
    package private(set) var isFlooding = false

    private let header: ScriptHeader
    private let mayBecomeStream: Bool
    /// The complete lines of the current output.
    private var block: [UInt8] = []
    /// A line that isn't complete yet.
    private var line: [UInt8] = []
    private var hasNews = false
    private var isByLine: Bool?

    /// - Parameter hasInterval: Whether the script runs again by itself, so that its output ends.
    package init(header: ScriptHeader, hasInterval: Bool) {
        self.header = header
        isStream = header.isStream
        mayBecomeStream = !hasInterval
    }

    /// Adds printed bytes.
    package mutating func append(_ bytes: some Collection<UInt8>) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            appendToLine(rest[..<end])
            endLine()
            rest = rest[rest.index(after: end)...]
        }
        appendToLine(rest)
    }

    /// Returns the output of a stream to show, once after each change; nil without a change.
    package mutating func update() -> [UInt8]? {
        guard isStream, hasNews else { return nil }
        hasNews = false
        return block
    }

    /// Returns the final output when the script has ended: the last update of a stream, including an incomplete line.
    package mutating func finish() -> [UInt8] {
        if !line.isEmpty { endLine() }
        return block
    }

    private mutating func appendToLine(_ bytes: some Collection<UInt8>) {
        let room = ScriptOutput.bytes - block.count - line.count
        // One extra byte shows that the limit was exceeded.
        if bytes.count > room { isFlooding = true }
        line += bytes.prefix(max(0, room + 1))
    }

    private mutating func endLine() {
        defer { line = [] }
        if line.last == 0x0D { line.removeLast() }
        if line.elementsEqual("~~~".utf8), isStream || mayBecomeStream {
            isStream = true
            isByLine = false
            isFlooding = false
            block = []
            hasNews = true
            return
        }
        if line.isEmpty, block.isEmpty { return }
        if isByLine == nil { isByLine = decideByLine() }
        if isByLine == true {
            if line.isEmpty { return }
            isStream = true
            isFlooding = false
            block = line + [0x0A]
        } else {
            block += line + [0x0A]
        }
        hasNews = true
    }

    /// Returns whether each line is an update, based on the first line.
    private func decideByLine() -> Bool {
        guard isStream || mayBecomeStream else { return false }
        let text = String(decoding: line, as: UTF8.self)
        let isObject = line.first == UInt8(ascii: "{") && JSONOutput.members(of: text) != nil
        switch header.format {
        case .waybar, .i3blocks, .today: return isObject || isStream
        case .text: return isStream
        case .xbar: return false
        // Lines of text are only a stream if the header says so; a menu is then recognized by its own tags.
        case nil: return isObject || isStream && !header.hasMenuTags
        }
    }
}
