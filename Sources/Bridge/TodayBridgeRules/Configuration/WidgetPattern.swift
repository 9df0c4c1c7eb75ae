/// A pattern of widget identifiers, in which `*` stands for any text.
package struct WidgetPattern: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    /// The pattern of all widgets.
    package static let all = WidgetPattern("*")

    /// Returns whether the pattern stands for an identifier.
    package func matches(_ identifier: String) -> Bool {
        let (pattern, name) = (Array(text.utf8), Array(identifier.utf8))
        let star = UInt8(ascii: "*")
        var (at, place) = (0, 0)
        // The last star, and where its text ends for now.
        var last: (star: Int, end: Int)?
        while place < name.count {
            if at < pattern.count, pattern[at] == star {
                last = (at, place)
                at += 1
            } else if at < pattern.count, pattern[at] == name[place] {
                (at, place) = (at + 1, place + 1)
            } else if let former = last {
                last = (former.star, former.end + 1)
                (at, place) = (former.star + 1, former.end + 1)
            } else {
                return false
            }
        }
        return pattern[at...].allSatisfy { $0 == star }
    }
}
