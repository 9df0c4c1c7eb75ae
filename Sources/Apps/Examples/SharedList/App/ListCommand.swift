import SharedListKit

/// A parsed command line.
enum ListCommand: Equatable {
    case add([ListItem])
    case remove([ListItem])
    case list
    case clear
    case help
    case version

    /// The reason why a command line is refused.
    struct UsageError: Error { let message: String }

    /// Returns nil for arguments that every app understands: URLs, `--gapplication-service`, or nothing.
    static func parse(_ arguments: [String]) throws -> ListCommand? {
        guard let word = arguments.first else { return nil }
        let rest = arguments.dropFirst()
        switch word {
        case "add", "remove":
            if rest.isEmpty { throw UsageError(message: "\(word) needs an item") }
            let items = try rest.map { try ListItem($0) }
            return word == "add" ? .add(items) : .remove(items)
        case "list", "clear":
            if let extra = rest.first { throw UsageError(message: "\(word) takes no \(extra.debugDescription)") }
            return word == "list" ? .list : .clear
        case "--help", "-h": return .help
        case "--version": return .version
        default:
            if word == "--gapplication-service" || word.contains(":") { return nil }
            throw UsageError(message: "unknown \(word.hasPrefix("-") ? "option" : "command") \(word.debugDescription)")
        }
    }

    static let versionText = "shared-list 0.2.0"

    static let usage = """
        Usage: shared-list [COMMAND]
               shared-list URL...

        A list whose widget shows it in Today. Without a command, it shows the list, and each
        item that is tapped in Today, until Ctrl-C.

          add ITEM...     add items at the end
          remove ITEM...  remove items
          list            print the list
          clear           remove all items
          URL...          show the item of sharedlist://item/ITEM

          --gapplication-service  wait for requests on the session bus, which starts
                                  the program this way
          --version               print the version
          -h, --help              print this help
        """
}
