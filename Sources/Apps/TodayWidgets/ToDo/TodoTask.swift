#if Widgets
    /// A task: a line of a todo.txt file. See the format at https://github.com/todotxt/todo.txt.
    struct TodoTask: Hashable {
        /// The bytes of the line, without its end.
        let line: [UInt8]
        /// Whether the line begins with `x `.
        let isDone: Bool
        /// The letter of `(A) ` at the beginning, from A to Z; of a completed task, that of `pri:A`.
        let priority: UInt8?
        /// The day of completion, which follows the mark of a completed task.
        let completed: Day?
        /// The day of creation, which follows the priority or the day of completion.
        let created: Day?
        /// The rest of the line.
        let text: String
        /// The day of the first `due:`.
        let due: Day?

        /// Reads a line; nil if it is blank.
        init?(line: [UInt8]) {
            guard line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else { return nil }
            self.line = line
            var rest = Substring(String(decoding: line, as: UTF8.self)).utf8
            // A byte order mark at the beginning of the file.
            if rest.starts(with: "\u{FEFF}".utf8) { rest = rest.dropFirst(3) }
            isDone = Self.remove(2, from: &rest) { $0.elementsEqual("x ".utf8) }
            var letter: UInt8?
            if !isDone {
                _ = Self.remove(4, from: &rest) { mark in
                    let bytes = Array(mark)
                    guard bytes.count == 4, bytes[0] == UInt8(ascii: "("), bytes[2...].elementsEqual(") ".utf8),
                        Self.letters.contains(bytes[1])
                    else { return false }
                    letter = bytes[1]
                    return true
                }
            }
            completed = isDone ? Self.removeDay(from: &rest) : nil
            created = isDone && completed == nil ? nil : Self.removeDay(from: &rest)
            text = String(Substring(rest))
            let tags = rest.split(separator: UInt8(ascii: " "))
            func value(_ key: String) -> Substring.UTF8View? {
                tags.lazy.filter { $0.starts(with: key.utf8) }.map { $0.dropFirst(key.utf8.count) }.first
            }
            due = value("due:").flatMap { Day(todo: $0) }
            if isDone, let mark = value("pri:"), mark.count == 1, let byte = mark.first, Self.letters.contains(byte) {
                letter = byte
            }
            priority = letter
        }

        private static let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")

        private static func remove(
            _ count: Int, from rest: inout Substring.UTF8View, if matches: (Substring.UTF8View) -> Bool
        ) -> Bool {
            guard rest.count >= count, matches(rest.prefix(count)) else { return false }
            rest = rest.dropFirst(count)
            return true
        }

        /// Removes a day and the space behind it.
        private static func removeDay(from rest: inout Substring.UTF8View) -> Day? {
            guard let day = Day(todo: rest.prefix(10)),
                rest.dropFirst(10).first ?? UInt8(ascii: " ") == UInt8(ascii: " ")
            else { return nil }
            rest = rest.dropFirst(11)
            return day
        }
    }

    extension TodoTask {
        /// The words of the text that aren't tags for programs, such as `due:2026-11-26`. Projects and contexts stay.
        var label: String {
            let words = text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
            let label = words.filter { word in
                !["due:", "pri:"].contains { word.utf8.starts(with: $0.utf8) && word.utf8.count > $0.utf8.count }
            }.joined(separator: " ")
            return label.isEmpty ? text : label
        }

        /// Returns the line of this task when it is completed. The priority is kept as `pri:A`, as most programs do.
        func done(on day: Day) -> [UInt8] {
            var line = Array("x \(day) ".utf8)
            if let created { line += Array("\(created) ".utf8) }
            line += textBytes
            if let priority { line += Array(" pri:".utf8) + [priority] }
            return line
        }

        /// Returns the line of this completed task when it is open again.
        var reopened: [UInt8] {
            var line: [UInt8] = priority.map { Array("(".utf8) + [$0] + Array(") ".utf8) } ?? []
            if let created { line += Array("\(created) ".utf8) }
            guard let priority else { return line + textBytes }
            let tag = Array(" pri:".utf8) + [priority]
            return line
                + (textBytes.suffix(tag.count).elementsEqual(tag) ? textBytes.dropLast(tag.count) : textBytes[...])
        }

        /// The bytes of ``text``, which may not be UTF-8.
        private var textBytes: [UInt8] {
            // Everything before the text is ASCII, except a byte order mark.
            var count = isDone ? 2 : priority == nil ? 0 : 4
            if completed != nil { count += 11 }
            if created != nil { count += 11 }
            if line.starts(with: "\u{FEFF}".utf8) { count += 3 }
            return Array(line.dropFirst(count))
        }

        /// Returns the line of a new task, as the user typed it. A creation day follows the priority.
        static func line(_ typed: String, created day: Day?) -> [UInt8] {
            let words = typed.utf8.split { $0 <= UInt8(ascii: " ") }
            let text = words.map { String(Substring($0)) }.joined(separator: " ")
            guard let day, let task = TodoTask(line: Array(text.utf8)), task.created == nil, !task.isDone else {
                return Array(text.utf8)
            }
            let mark = task.priority.map { Array("(".utf8) + [$0] + Array(") ".utf8) } ?? []
            return mark + Array("\(day) ".utf8) + Array(task.text.utf8)
        }

        /// The task as the widget shows it.
        var listed: ListedTask {
            ListedTask(key: line, label: label, isDone: isDone, priority: priority, due: due, completed: completed)
        }
    }
#endif
