/// The number of characters that the texts of a card share, in reading order: more than fit in the largest card, and
/// few enough for a toolkit to lay out.
package struct TextRoom {
    /// The most characters of one text.
    package static let limit = 2000
    /// The most characters of all texts together.
    private static let cardLimit = 6000
    /// The characters that a text gets if the others have used up the room: it may stand beside them.
    private static let leastLimit = 100

    private var left = cardLimit

    /// Gives a text its share. Returns nil if it may have as much as any text.
    mutating func reserve(for text: String) -> Int? {
        let wanted = min(text.utf8.count, Self.limit)
        let room = max(left, Self.leastLimit)
        left -= min(wanted, room)
        return wanted <= room ? nil : room
    }
}
