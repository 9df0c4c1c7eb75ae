internal import DBus
internal import TodayModel

/// Names of rows that stay the same from one run to the next: the titles on the way to the row, each up to a colon, so
/// that `CPU: 3 %` and `CPU: 97 %` are the same row. Rows of one name are numbered.
struct RowNames {
    private var taken: Set<String> = []
    /// The last number of rows of one name.
    private var numbers: [String: Int] = [:]

    /// How much of a title counts; with the depth of a tree this keeps a name far below ``Limits/stringBytes``.
    private static let titleCharacters = 40
    private static let titleBytes = 160

    /// The name of a row below another. Actions have the same names, and none begins as the center's do.
    mutating func name(_ title: String, below parent: String) -> String {
        var part = ""
        let start = title.split(at: ":", maxSplits: 1, omittingEmptySubsequences: false)[0]
        for character in start.prefix(Self.titleCharacters) {
            if part.utf8.count + character.utf8.count > Self.titleBytes { break }
            part.append(character.isNewline ? " " : character)
        }
        let name = parent + "/" + part.trimmed
        if taken.insert(name).inserted { return name }
        // A title may end with such a number itself.
        while true {
            let number = numbers[name, default: 1] + 1
            numbers[name] = number
            let numbered = "\(name)#\(number)"
            if taken.insert(numbered).inserted { return numbered }
        }
    }
}
