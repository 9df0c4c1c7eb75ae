#if Panel
    internal import DBus

    /// The arguments of `today-panel --preview`.
    struct PreviewRequest: Equatable {
        /// The path of the file with content.
        var file: String
        /// Whether the window follows the file.
        var isWatched = false
        var isDark = false
        var isRightToLeft = false

        static let option = "--preview"

        /// Reads the arguments after the program's name; nil if they aren't for a preview, or aren't valid.
        init?(_ arguments: [String]) {
            guard let place = arguments.firstIndex(of: Self.option), place + 1 < arguments.count else { return nil }
            file = arguments[place + 1]
            var others = arguments
            others.removeSubrange(place...(place + 1))
            for argument in others {
                switch argument {
                case "--watch": isWatched = true
                case "--dark": isDark = true
                case "--rtl": isRightToLeft = true
                default: return nil
                }
            }
        }

        /// The name of the file without its folder.
        var fileName: String { file.split(at: "/").last.map(String.init) ?? file }

        /// The path of the file's folder.
        var folder: String {
            let parts = file.split(at: "/", omittingEmptySubsequences: false).dropLast()
            return parts.isEmpty ? "." : parts.joined(separator: "/") + "/"
        }
    }
#endif
