#if Widgets
    internal import TodayModel

    /// The description of a source of evolution-data-server: a key file.
    struct SourceFile {
        /// The name for users.
        private(set) var name = ""
        /// Whether the source is of the expected kind.
        private(set) var isOfKind = false
        private(set) var isEnabled = true
        /// Whether the programs of GNOME show it.
        private(set) var isSelected = true

        /// A kind of sources: the name of its group of keys.
        enum Kind: String {
            case calendar = "Calendar"
            case taskList = "Task List"

            /// The word in the log.
            var noun: String { self == .calendar ? "calendar" : "task list" }
        }

        init(_ text: String, kind: Kind) {
            var group = ""
            for line in text.utf8.split(separator: 0x0A) {
                if line.first == UInt8(ascii: "["), line.last == UInt8(ascii: "]") {
                    group = String(Substring(line.dropFirst().dropLast()))
                    if group == kind.rawValue { isOfKind = true }
                    continue
                }
                let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1).map { String(Substring($0)) }
                guard parts.count == 2 else { continue }
                switch (group, parts[0]) {
                case ("Data Source", "DisplayName"): name = ForeignText.title(parts[1])
                case ("Data Source", "Enabled"): isEnabled = parts[1] != "false"
                case (kind.rawValue, "Selected"): isSelected = parts[1] != "false"
                default: break
                }
            }
        }
    }
#endif
