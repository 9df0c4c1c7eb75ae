#if Widgets
    /// The nesting of the components of an iCalendar text. libical walks through components recursively, so a text with
    /// thousands of levels could exhaust the stack.
    enum ICalendarNesting {
        /// The deepest nesting to read. Calendars, events and their alarms take three levels.
        static let limit = 16

        /// Returns the deepest nesting. A line that continues the one before begins with a space or tab: RFC 5545, section
        /// 3.1.
        static func depth(_ text: String) -> Int {
            var (depth, deepest) = (0, 0)
            var word: [UInt8] = []
            var isWordOpen = true
            var isLineStart = false

            func finishLine() {
                if word == begin { depth += 1 }
                if word == end { depth -= 1 }
                deepest = max(deepest, depth)
                word = []
                isWordOpen = true
            }

            for byte in text.utf8 {
                if isLineStart {
                    isLineStart = false
                    if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { continue }
                    finishLine()
                }
                switch byte {
                case UInt8(ascii: "\n"): isLineStart = true
                case UInt8(ascii: "\r"), UInt8(ascii: " "), UInt8(ascii: "\t"): break
                case UInt8(ascii: ":"), UInt8(ascii: ";"): isWordOpen = false
                // No other name that matters is as long.
                case _ where isWordOpen && word.count < 8: word.append(byte & 0xDF)
                default: break
                }
            }
            finishLine()
            return deepest
        }

        private static let begin = Array("BEGIN".utf8)
        private static let end = Array("END".utf8)
    }
#endif
