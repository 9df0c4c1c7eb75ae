import DBusTesting
import Foundation
import Glibc
import TodayPlatform

/// Programs of this build in a folder of one test's own, with the catalogs of messages that they find there.
package final class TranslatedPrograms: Sendable {
    private let folder: String

    package init(_ names: String...) throws {
        folder = try makeTemporaryFolder("translated")
        UserFolders.make(folder + "/bin")
        for name in names {
            // A program would follow a symbolic link to its own catalogs.
            let program = try Programs.path(name)
            if link(program, path(name)) != 0 {
                try FileManager.default.copyItem(atPath: program, toPath: path(name))
            }
        }
    }

    deinit { FolderContents.removeTree(folder) }

    /// Returns the path of a program.
    package func path(_ name: String) -> String { "\(folder)/bin/\(name)" }

    /// Compiles a catalog for a language, such as `de` or `pt_BR`.
    package func setCatalog(_ text: String, for language: String) async throws {
        let messages = "\(folder)/share/locale/\(language)/LC_MESSAGES"
        UserFolders.make(messages)
        let (source, catalog) = ("\(folder)/\(language).po", messages + "/today-center.mo")
        try writeFile(text, to: source)
        let run = try await ToolRun.start(
            ["msgfmt", "--check-format", "--output-file", catalog, source], environment: Environment.current
        ).finished()
        if run.exit != .status(0) { throw Programs.MissingError(name: "\(language): \(run)") }
    }
}
