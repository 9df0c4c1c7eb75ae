/// A topic of Home Assistant discovery: `<prefix>/<component>/[<node>/]<object>/config`.
package struct DiscoveryTopic: Hashable, Sendable {
    package let component: String
    /// The node, if any, and the object.
    package let object: String

    package init?(_ topic: String, prefix: String) {
        guard topic.utf8.starts(with: (prefix + "/").utf8) else { return nil }
        let levels = topic.utf8.dropFirst(prefix.utf8.count + 1).split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
        ).map { String(Substring($0)) }
        guard levels.count == 3 || levels.count == 4, levels.last == "config", !levels.contains("") else { return nil }
        component = levels[0]
        object = levels[1..<(levels.count - 1)].joined(separator: "/")
    }

    /// The filters of all discovery topics.
    package static func filters(prefix: String) -> [TopicFilter] {
        ["\(prefix)/+/+/config", "\(prefix)/+/+/+/config"].map { TopicFilter(unchecked: $0) }
    }
}
