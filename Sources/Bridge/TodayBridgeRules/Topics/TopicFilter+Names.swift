extension TopicFilter {
    /// Whether the filter stands for several topics.
    package var hasWildcard: Bool { text.utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") } }

    /// Returns the levels of a matching topic that the wildcards stand for, such as `north` for `garden/north/rain` of
    /// `garden/+/rain`; the last level if the filter has no wildcard.
    package func name(of topic: String) -> String {
        let separator = UInt8(ascii: "/")
        let wanted = text.utf8.split(separator: separator, omittingEmptySubsequences: false)
        let levels = topic.utf8.split(separator: separator, omittingEmptySubsequences: false)
        var names: [String] = []
        for (index, level) in wanted.enumerated() where index < levels.count {
            if level.elementsEqual("#".utf8) {
                names += levels[index...].map { String(Substring($0)) }
            } else if level.elementsEqual("+".utf8) {
                names.append(String(Substring(levels[index])))
            }
        }
        if names.isEmpty, let last = levels.last { return String(Substring(last)) }
        return names.joined(separator: "/")
    }
}
