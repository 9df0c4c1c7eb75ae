import ArgumentParser
import Foundation
import Testing

@testable import TodayCommands
@testable import TodayManifests
@testable import TodayModel

/// The manual pages say what there is.
@Suite struct ManualTests {
    private static let folder = Repository.root.appending(path: "data/man")

    private static func page(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    @Test func everyCommandAndOptionIsThere() throws {
        let page = try Self.page("todayctl.1").replacing("\\-", with: "-")
        let commands =
            TodayControl.configuration.subcommands.map { ($0._commandName, $0) }
            + Group.configuration.subcommands.map { ("group " + $0._commandName, $0) }
            + Instance.configuration.subcommands.map { ("instance " + $0._commandName, $0) }
            + New.configuration.subcommands.map { ("new " + $0._commandName, $0) }
            + Remote.configuration.subcommands.map { ("remote " + $0._commandName, $0) }
            + Script.configuration.subcommands.map { ("script " + $0._commandName, $0) }
        for (name, command) in commands where command.configuration.shouldDisplay {
            if !command.configuration.subcommands.isEmpty { continue }
            // Every command has these.
            let common = ["--version", "--help"]
            let forms = ["\n.B \(name)\n", "\n.BR \(name) ", "\n.BI \(name) ", "\n.BI \"\(name) ", "\"\(name)\" "]
            let isThere = forms.contains { page.contains($0) }
            #expect(isThere, "\(name)")
            for match in TodayControl.helpMessage(for: command).matches(of: /\n  (--[a-z-]+)/) {
                let option = String(match.1)
                let isThere = page.contains(option) || common.contains(option)
                #expect(isThere, "\(name) \(option)")
            }
        }
    }

    @Test func everyVariableOfServeIsThere() throws {
        let page = try Self.page("todayctl.1").replacing("\\-", with: "-").replacing("\n", with: " ")
        for (name, meaning) in ServedContext.variables {
            let sentence = meaning.prefix(1).uppercased() + meaning.dropFirst()
            #expect(page.contains(".TP .B \(name) \(sentence). "), "\(name)")
        }
    }

    @Test func everyKeyOfAManifestIsThere() throws {
        let page = try Self.page("todaycenter-widget.5").replacing("\\-", with: "-")
        for key in Manifest.keys {
            #expect(page.contains("\n.TP\n.BR \(key) \" ("), "\(key)")
            #expect(page.contains("\n.B \(key)="), "\(key) has no example")
        }
        for key in SettingDeclaration.keys where key != "Key" {
            #expect(page.contains(try Regex("\n\\.BR [A-Za-z\", ]*\\b\(key)\\b.* \"? ?\\(")), "\(key) of a setting")
        }
        for type in SettingType.allCases { #expect(page.contains(try Regex("[ \"]\(type.rawValue)[\"\n ]"))) }
        #expect(Manifest.localizedKeys == ["Name", "Description", "Icon"])
        #expect(page.contains("\n.BR Name \", \" Description \" and \" Icon\ncan be localized"))
    }

    @Test func everyExampleOfAKeyIsValid() throws {
        let page = try Self.page("todaycenter-widget.5").replacing("\\-", with: "-")
        let lines = page.split(separator: "\n").filter { $0.wholeMatch(of: /\.B [A-Z][A-Za-z]+=.*/) != nil }
        #expect(lines.count == Manifest.keys.count)
        let text = "[Widget]\n" + lines.map { $0.dropFirst(3) }.joined(separator: "\n") + "\n"
        let faults = Manifest.faults(in: text, identifier: "org.example.UsedSpace")
        #expect(faults.isEmpty, "\(faults)")
        for block in page.split(separator: ".nf\n").dropFirst() {
            guard block.hasPrefix("[Widget]"), let end = block.firstRange(of: ".fi") else { continue }
            let faults = Manifest.faults(in: String(block[..<end.lowerBound]), identifier: "org.example.UsedSpace")
            #expect(faults.isEmpty, "\(faults)")
        }
    }

    @Test(arguments: [
        "todayctl.1", "todayd.1", "today-panel.1", "today-scripts.1", "todaycenter-widget.5", "todaycenter-bus.7",
        "todaycenter-content.7", "todaycenter-scripts.5", "today-conformance.1", "dbus-codegen.1", "today-widgets.1",
        "today-bridge.1", "todaycenter-bridge.5",
    ])
    func thePageIsWellFormed(_ name: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/mandoc")
        process.arguments = ["-T", "lint", Self.folder.appending(path: name).path]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(output.isEmpty, "\(output)")
    }
}
