import ArgumentParser
import Testing

@testable import TodayCommands

@Suite struct HelpTests {
    @Test func theHelpOfTheProgram() throws {
        try expectSnapshot("help", TodayControl.helpMessage(columns: 80))
    }

    @Test(arguments: TodayControl.configuration.subcommands.indices)
    func theHelpOfASubcommand(index: Int) throws {
        let command = TodayControl.configuration.subcommands[index]
        let text = TodayControl.helpMessage(for: command, columns: 80)
        #expect(text.contains("EXAMPLE"))
        try expectSnapshot("help-\(command._commandName)", text)
    }
}
