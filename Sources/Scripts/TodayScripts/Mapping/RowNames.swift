internal import DBus
internal import TodayModel

/// Names of rows that stay the same from one run to the next. A name consists of the titles on the way to the row, each
/// up to a colon, so `CPU: 3 %` and `CPU: 97 %` are the same row. Rows with the same name are numbered.
struct RowNames {
    private var taken: Set<String> = []
    /// The last number for rows of each name.
    private var numbers: [String: Int] = [:]

    /// The part of a title that counts. With the depth of a tree, this keeps a name far below ``Limits/stringBytes``.
    private static let titleCharacters = 40
    private static let titleBytes = 160

    /// Returns the name of a row below another. Actions have the same names; none has the prefix of the center's
    /// actions.
    mutating func name(_ title: String, below parent: String) -> String {
        var part = ""
        let start = title.split(at: ":", maxSplits: 1, omittingEmptySubsequences: false)[0]
        for character in start.prefix(Self.titleCharacters) {
            if part.utf8.count + character.utf8.count > Self.titleBytes { break }
            part.append(character.isNewline ? " " : character)
        }
        let name = parent + "/" + part.trimmed
        if taken.insert(name).inserted { return name }
        // A title may itself end with such a number.
        while true {
            let number = numbers[name, default: 1] + 1
            numbers[name] = number
            let numbered = "\(name)#\(number)"
            if taken.insert(numbered).inserted { return numbered }
        }
    }
}
