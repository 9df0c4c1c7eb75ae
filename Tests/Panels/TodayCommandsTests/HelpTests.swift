import ArgumentParser
import Testing

@testable import TodayCommands

@Suite struct HelpTests {
    @Test func theHelpOfTheProgram() throws {
        try expectSnapshot("help", TodayControl.helpMessage(columns: 80))
    }

    private static let commands =
        (TodayControl.configuration.subcommands.map { ($0._commandName, $0) }
        + Group.configuration.subcommands.map { ("group-" + $0._commandName, $0) }
        + New.configuration.subcommands.map { ("new-" + $0._commandName, $0) }
        + Remote.configuration.subcommands.map { ("remote-" + $0._commandName, $0) }
        + Script.configuration.subcommands.map { ("script-" + $0._commandName, $0) })
        .filter { $0.1.configuration.shouldDisplay }

    @Test(arguments: commands.indices)
    func theHelpOfASubcommand(index: Int) throws {
        let (name, command) = Self.commands[index]
        let text = TodayControl.helpMessage(for: command, columns: 80)
        #expect(text.contains("EXAMPLE"))
        try expectSnapshot("help-\(name)", text)
        // Lines in columns aren't wrapped.
        let wide = TodayControl.helpMessage(for: command, columns: 1000)
        let lines = Set(text.split(separator: "\n"))
        for line in wide.split(separator: "\nUSAGE:")[0].split(separator: "\n") where line.hasPrefix("  ") {
            #expect(lines.contains(line))
        }
    }
}
