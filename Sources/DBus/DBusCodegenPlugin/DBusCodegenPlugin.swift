import Foundation
import PackagePlugin

/// Generates Swift code from the introspection documents among a target's sources.
///
/// Each `NAME.xml` gives a `NAME.swift`. A file `NAME.codegen` next to it has the options of `dbus-codegen` for it, one
/// on each line, such as `--access=public`. `dbus-codegen.options` has the options for all documents of the target.
@main
struct DBusCodegenPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let files = target.sourceModule?.sourceFiles else { return [] }
        let tool = try context.tool(named: "dbus-codegen").url
        let documents = files.filter { $0.url.pathExtension == "xml" }.map(\.url)
        let common = files.map(\.url).first { $0.lastPathComponent == "dbus-codegen.options" }
        return documents.map { document in
            let name = document.deletingPathExtension().lastPathComponent
            let output = context.pluginWorkDirectoryURL.appending(path: name + ".swift")
            let own = document.deletingPathExtension().appendingPathExtension("codegen")
            let hasOwn = FileManager.default.fileExists(atPath: own.path)
            // SwiftPM keeps the arguments until files are added or removed. So the arguments must not contain the
            // contents of files.
            let options =
                (common.map { ["--shared-options", $0.path] } ?? []) + (hasOwn ? ["--options", own.path] : [])
            return .buildCommand(
                displayName: "Generating Swift code from \(document.lastPathComponent)", executable: tool,
                arguments: options + ["-o", output.path, document.path],
                inputFiles: [document] + (common.map { [$0] } ?? []) + (hasOwn ? [own] : []), outputFiles: [output])
        }
    }
}
