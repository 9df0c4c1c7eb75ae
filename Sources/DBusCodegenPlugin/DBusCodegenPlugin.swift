import Foundation
import PackagePlugin

/// Makes Swift code of the introspection documents among the sources of a target.
///
/// For each `NAME.xml` there is a `NAME.swift`. A file `NAME.codegen` beside it has the options of `dbus-codegen` for it,
/// one on each line, such as `--access=public`; `dbus-codegen.options` has those for all documents of the target.
@main
struct DBusCodegenPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let files = target.sourceModule?.sourceFiles else { return [] }
        let tool = try context.tool(named: "dbus-codegen").url
        let documents = files.filter { $0.url.pathExtension == "xml" }.map(\.url)
        let common = files.map(\.url).first { $0.lastPathComponent == "dbus-codegen.options" }
        return try documents.map { document in
            let name = document.deletingPathExtension().lastPathComponent
            let output = context.pluginWorkDirectoryURL.appending(path: name + ".swift")
            let own = document.deletingPathExtension().appendingPathExtension("codegen")
            let optionFiles = [common, FileManager.default.fileExists(atPath: own.path) ? own : nil].compactMap { $0 }
            let options = try optionFiles.flatMap(Self.options)
            return .buildCommand(
                displayName: "Making Swift code of \(document.lastPathComponent)", executable: tool,
                arguments: options + ["-o", output.path, document.path], inputFiles: [document] + optionFiles,
                outputFiles: [output])
        }
    }

    private static func options(in file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }
}
