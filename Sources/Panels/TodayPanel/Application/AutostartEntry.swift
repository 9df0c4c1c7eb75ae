#if Panel
    internal import DBus
    internal import Glibc
    internal import TodayModel
    internal import TodayPlatform

    /// The panel's entry in the user's folder `autostart`, which starts the panel with the session (Desktop Application
    /// Autostart Specification).
    enum AutostartEntry {
        private static var folder: String? { UserFolders.config().map { $0 + "/autostart" } }
        private static let name = "\(PanelApplication.identifier).desktop"

        /// Whether the panel starts with the session.
        static var exists: Bool { folder.map { access("\($0)/\(name)", F_OK) == 0 } == true }

        /// Creates or removes the entry.
        ///
        /// - Parameter isShown: whether the session starts with the panel on the screen.
        /// - Returns: Why that failed, as a sentence without a period; nil if it succeeded.
        static func set(_ isOn: Bool, isShown: Bool = true) -> String? {
            guard let folder else { return StateFolder.missingConfiguration }
            let path = "\(folder)/\(name)"
            if !isOn { return unlink(path) == 0 || errno == ENOENT ? nil : StateFolder.problem(with: path) }
            UserFolders.make(folder)
            let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            guard file >= 0 else { return StateFolder.problem(with: path) }
            defer { close(file) }
            let code = writeAll(text(program(), isShown: isShown), to: file)
            return code == 0 ? nil : "\(path): \(String(cString: strerror(code)))"
        }

        /// Returns the entry for a program with this path. If the program is gone, desktops ignore the entry.
        static func text(_ program: String, isShown: Bool = true) -> String {
            // Translators: the name of the panel.
            let title = tr("Today")
            return """
                [Desktop Entry]
                Type=Application
                Name=\(title)
                Icon=\(PanelApplication.identifier)
                TryExec=\(escaped(program))
                Exec=\(escaped(quoted(program))) \(isShown ? "--show" : "--background")

                """
        }

        /// Returns the path of this program, which may not be in the session's `PATH`.
        private static func program() -> String { ProcessFile.executable ?? "today-panel" }

        /// Returns an argument in `Exec`.
        private static func quoted(_ argument: String) -> String {
            let text = argument.escaping { scalar in
                switch scalar {
                case "\"", "`", "$", "\\": "\\\(scalar)"
                case "%": "%%"
                default: nil
                }
            }
            return "\"\(text)\""
        }

        /// Returns a value of a desktop file.
        private static func escaped(_ value: String) -> String {
            value.escaping { $0 == "\\" ? "\\\\" : nil }
        }
    }
#endif
