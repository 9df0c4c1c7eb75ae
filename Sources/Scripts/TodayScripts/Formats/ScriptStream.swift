/// What a script prints that may not end: says after each piece what is to be shown.
///
/// A line `~~~` ends what was shown before and begins anew, as with SwiftBar. Of the formats that have one update on a
/// line, each complete line replaces the one before. A script that prints either is a stream from then on, whether its
/// header says so or not, unless it has an interval.
package struct ScriptStream: Sendable {
    /// Whether it is known to be a stream.
    package private(set) var isStream: Bool
    /// Whether it has printed more than ``ScriptOutput/bytes`` since the last update.
    package private(set) var isFlooding = false

    private let header: ScriptHeader
    private let mayBecomeStream: Bool
    /// The complete lines of what is shown now.
    private var block: [UInt8] = []
    /// A line that is not complete yet.
    private var line: [UInt8] = []
    private var hasNews = false
    private var isByLine: Bool?

    /// - Parameter hasInterval: whether the script runs again by itself, so that what it prints ends.
    package init(header: ScriptHeader, hasInterval: Bool) {
        self.header = header
        isStream = header.isStream
        mayBecomeStream = !hasInterval
    }

    /// Takes what has been printed.
    package mutating func append(_ bytes: some Collection<UInt8>) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            take(rest[..<end])
            endLine()
            rest = rest[rest.index(after: end)...]
        }
        take(rest)
    }

    /// What is to be shown of a stream, once after each change; nil when nothing is new.
    package mutating func update() -> [UInt8]? {
        guard isStream, hasNews else { return nil }
        hasNews = false
        return block
    }

    /// All that is there when the script has ended: the last update of a stream, with a line that has no end.
    package mutating func finish() -> [UInt8] {
        if !line.isEmpty { endLine() }
        return block
    }

    private mutating func take(_ bytes: some Collection<UInt8>) {
        let room = ScriptOutput.bytes - block.count - line.count
        // One byte more shows that there was more.
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

    /// Whether each line is an update, by the first of them.
    private func decideByLine() -> Bool {
        guard isStream || mayBecomeStream else { return false }
        let text = String(decoding: line, as: UTF8.self)
        let isObject = line.first == UInt8(ascii: "{") && JSONOutput.members(of: text) != nil
        switch header.format {
        case .waybar, .i3blocks, .today: return isObject || isStream
        case .text: return isStream
        case .xbar: return false
        // Lines of text are a stream only where the header says so, and then a menu is told by its own tags.
        case nil: return isObject || isStream && !header.hasMenuTags
        }
    }
}
