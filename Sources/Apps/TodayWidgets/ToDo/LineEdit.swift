#if Widgets
    /// A change of a text file by lines instead of positions, so that it can be applied to a version of the file that
    /// another program has changed meanwhile.
    struct LineEdit: Hashable {
        /// Lines that take the place of others.
        var replacements: [Replacement] = []
        /// Lines to remove.
        var removed: [[UInt8]] = []
        /// Lines to add at the end.
        var added: [[UInt8]] = []

        struct Replacement: Hashable {
            let old, new: [UInt8]
        }

        /// The lines that the file has after the change, and perhaps not before it.
        var new: [[UInt8]] { replacements.map(\.new) + added }

        /// Changes nothing.
        init() {}

        /// Replaces a line.
        init(_ old: [UInt8], with new: [UInt8]) { replacements = [Replacement(old: old, new: new)] }

        /// Adds a line at the end.
        init(adding line: [UInt8]) { added = [line] }

        /// The difference of two versions of a file. If as many lines have appeared as have disappeared, each counts as
        /// edited; otherwise, new lines count as added at the end.
        init(from earlier: [UInt8], to later: [UInt8]) {
            let (old, new) = (TextLines(earlier).contents, TextLines(later).contents)
            (removed, added) = (TextLines.difference(old, new), TextLines.difference(new, old))
            guard removed.count == added.count else { return }
            replacements = zip(removed, added).map { Replacement(old: $0, new: $1) }
            (removed, added) = ([], [])
        }

        /// Returns a file after this change. A line that the file doesn't have is neither replaced nor removed.
        func applied(to bytes: [UInt8]) -> [UInt8] {
            var text = TextLines(bytes)
            for replacement in replacements { text.replace(replacement.old, with: replacement.new) }
            for line in removed { text.replace(line, with: nil) }
            for line in added { text.append(line) }
            return text.bytes
        }

        /// Whether a file has all lines that this change replaces.
        func fits(_ bytes: [UInt8]) -> Bool {
            let lines = Set(TextLines(bytes).contents)
            return replacements.allSatisfy { lines.contains($0.old) }
        }

        /// Whether a file looks as if this change had been made.
        ///
        /// - Parameter lines: The lines of the file.
        func isVisible(in lines: Set<[UInt8]>) -> Bool { new.allSatisfy(lines.contains) }

        /// The change that takes this one back.
        var reversed: LineEdit {
            var edit = LineEdit()
            edit.replacements = replacements.map { Replacement(old: $0.new, new: $0.old) }
            (edit.removed, edit.added) = (added, removed)
            return edit
        }

        /// The same change in parts of one line. Lines to remove aren't among them.
        var parts: [LineEdit] {
            replacements.map { LineEdit($0.old, with: $0.new) } + added.map { LineEdit(adding: $0) }
        }
    }

    /// The lines of a file, each with its own end: a line feed, a carriage return and a line feed, or nothing at the end of
    /// the file.
    struct TextLines {
        private var lines: [(content: [UInt8], end: [UInt8])] = []

        static let lineFeed = UInt8(ascii: "\n")
        private static let carriageReturn = UInt8(ascii: "\r")

        init(_ bytes: [UInt8]) {
            var rest = bytes[...]
            while !rest.isEmpty {
                let length = rest.firstIndex(of: Self.lineFeed).map { $0 - rest.startIndex }
                var content = Array(rest.prefix(length ?? rest.count))
                var end = length == nil ? [] : [Self.lineFeed]
                rest = rest.dropFirst(content.count + end.count)
                if content.last == Self.carriageReturn, length != nil {
                    content.removeLast()
                    end.insert(Self.carriageReturn, at: 0)
                }
                lines.append((content, end))
            }
        }

        /// Returns the lines that others lack. Each line of the others counts for one equal line.
        static func difference(_ lines: [[UInt8]], _ others: [[UInt8]]) -> [[UInt8]] {
            var known = others.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            return lines.filter { line in
                guard let count = known[line], count > 0 else { return true }
                known[line] = count - 1
                return false
            }
        }

        /// The lines without their ends.
        var contents: [[UInt8]] { lines.map(\.content) }

        /// The file.
        var bytes: [UInt8] { Array(lines.map { $0.content + $0.end }.joined()) }

        /// The end that a new line gets: that of the first line.
        var newEnd: [UInt8] {
            guard let first = lines.first?.end, !first.isEmpty else { return [Self.lineFeed] }
            return first
        }

        /// Replaces the first line with this content, or removes it.
        mutating func replace(_ content: [UInt8], with new: [UInt8]?) {
            guard let index = lines.firstIndex(where: { $0.content == content }) else { return }
            if let new { lines[index].content = new } else { lines.remove(at: index) }
        }

        /// Adds a line at the end.
        mutating func append(_ content: [UInt8]) {
            let end = newEnd
            if let last = lines.indices.last, lines[last].end.isEmpty { lines[last].end = end }
            lines.append((content, end))
        }
    }
#endif
