internal import TodayModel

/// A filter of MQTT topics, in which `+` stands for one level and `#` for all levels at the end.
///
/// MQTT 5, "4.7 Topic Names and Topic Filters".
package struct TopicFilter: Hashable, Sendable {
    package let text: String

    /// Makes a filter from a text that is known to be valid.
    package init(unchecked text: String) { self.text = text }

    /// Returns why a text isn't a filter; nil if it is.
    package static func fault(in text: String) -> String? {
        if let reason = sizeFault(in: text) { return reason }
        let levels = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, level) in levels.enumerated() {
            let isLast = index == levels.count - 1
            if level.contains(UInt8(ascii: "#")), level.count > 1 || !isLast {
                return "\(text.excerpt) has a # that isn't the whole last level"
            }
            if level.contains(UInt8(ascii: "+")), level.count > 1 {
                return "\(text.excerpt) has a + that isn't a whole level"
            }
        }
        return nil
    }

    /// Returns why a text isn't a topic, which has no wildcards; nil if it is.
    package static func fault(inTopic text: String) -> String? {
        if let reason = sizeFault(in: text) { return reason }
        let hasWildcard = text.utf8.contains { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "+") }
        return hasWildcard ? "\(text.excerpt) has a wildcard, # or +" : nil
    }

    /// Returns why a text isn't one level of a topic; nil if it is.
    package static func fault(inLevel text: String) -> String? {
        fault(inTopic: text) ?? (text.utf8.contains(UInt8(ascii: "/")) ? "\(text.excerpt) has a /" : nil)
    }

    private static func sizeFault(in text: String) -> String? {
        if text.isEmpty { return "the topic is empty" }
        if text.utf8.count > 65535 { return "the topic has more than 65535 bytes" }
        return text.utf8.contains(0) ? "the topic has a zero character" : nil
    }

    /// Returns whether a topic passes the filter. A wildcard doesn't stand for a first level that begins with `$`.
    package func matches(_ topic: String) -> Bool {
        let separator = UInt8(ascii: "/")
        let wanted = text.utf8.split(separator: separator, omittingEmptySubsequences: false)
        let levels = topic.utf8.split(separator: separator, omittingEmptySubsequences: false)
        for (index, level) in wanted.enumerated() {
            let isWildcard = level.elementsEqual("#".utf8) || level.elementsEqual("+".utf8)
            if index == 0, isWildcard, topic.utf8.first == UInt8(ascii: "$") { return false }
            if level.elementsEqual("#".utf8) { return true }
            guard index < levels.count else { return false }
            if !isWildcard, !level.elementsEqual(levels[index]) { return false }
        }
        return wanted.count == levels.count
    }
}
