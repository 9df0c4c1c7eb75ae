import DBusTesting
import Foundation
import TodayPlatform
import Testing

@testable import DBus
@testable import DBusCodegen

/// Code for all interfaces that are described on this machine, as a stranger's compiler sees it. `Tests/DBus/Interfaces/compile`
/// does the same with those of many Debian packages.
@Suite struct InstalledInterfacesTests {
    private static let folder = "/usr/share/dbus-1/interfaces"
    private static let own = URL(filePath: #filePath).appending(path: "../../../../../data/dbus-1/interfaces")
        .standardizedFileURL.path

    /// Returns the introspection documents of a folder; some installed XML files are something else.
    private static func nodes(in folder: String) -> [IntrospectedNode] {
        let names =
            (try? FileManager.default.contentsOfDirectory(atPath: folder))?.filter { $0.hasSuffix(".xml") } ?? []
        return names.sorted().compactMap { name in
            (try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)).flatMap {
                try? IntrospectedNode(xml: $0)
            }
        }
    }

    /// Returns the interfaces that systemd's programs print without running as services.
    private static func systemd() async throws -> [IntrospectedNode] {
        let objects = [
            ("systemd", "/org/freedesktop/systemd1"), ("systemd", "/org/freedesktop/systemd1/unit"),
            ("systemd-logind", "/org/freedesktop/login1"), ("systemd-logind", "/org/freedesktop/login1/session"),
            ("systemd-hostnamed", "/org/freedesktop/hostname1"),
        ]
        var nodes: [IntrospectedNode] = []
        for (program, path) in objects where FileManager.default.fileExists(atPath: "/lib/systemd/" + program) {
            let run = try await ToolRun.start(
                ["/lib/systemd/" + program, "--bus-introspect=" + path], environment: Environment.current
            ).finished()
            nodes.append(try IntrospectedNode(xml: run.output))
        }
        return nodes
    }

    @Test(
        arguments: [
            ("5", .public, []), ("6", .internal, []),
            ("6", .public, ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]),
        ] as [(String, CodegenOptions.Access, [String])])
    func theirCodeCompilesWithoutWarnings(
        _ language: String, _ access: CodegenOptions.Access, _ features: [String]
    ) async throws {
        var options = CodegenOptions()
        options.service = true
        options.properties = true
        options.access = access
        let text = try await Codegen.source(
            for: Self.nodes(in: Self.own) + Self.nodes(in: Self.folder) + Self.systemd(), options)
        let source = try await CompiledSource(text: text, language: language, features: features)
        #expect(source.isGood && source.diagnostics.isEmpty, "\(source.diagnostics.prefix(2000))")
    }
}
