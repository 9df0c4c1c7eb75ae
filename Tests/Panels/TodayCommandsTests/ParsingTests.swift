import ArgumentParser
import Testing
import TodayModel

@testable import TodayCommands

@Suite struct ParsingTests {
    private func parse<Command: ParsableCommand>(_ type: Command.Type, _ arguments: String...) throws -> Command {
        try #require(try TodayControl.parseAsRoot(arguments) as? Command)
    }

    @Test func options() throws {
        #expect(try parse(List.self, "list", "--json").json)
        let show = try parse(Show.self, "show", "--properties", "org.example.List", "--json")
        #expect(show.json && show.properties && show.widget.identifier == list)
        #expect(try parse(Push.self, "push", "org.example.List", "-").content == "-")
        #expect(try !parse(HasContent.self, "has-content", "org.example.List", "false").hasContent)
        #expect(try !parse(SetHasContent.self, "set-has-content", "org.example.List", "false").command.hasContent)
        #expect(try parse(Arrange.self, "arrange", "a.b", "c.d").identifiers == ["a.b", "c.d"])
        #expect(try parse(Demo.self, "demo", "--once").once)
        let open = try parse(Open.self, "open", "a.b", "x:y", "--activation-token", "t")
        #expect(open.url == "x:y" && open.activationToken == "t")
        #expect(try parse(Register.self, "register", "a.b", "--name", "N").definition.name == "N")
    }

    @Test(arguments: [
        ["show"], ["show", "List"], ["show", "org.example.List", "more"], ["update", "org..List"],
        ["has-content", "org.example.List", "perhaps"], ["mode", "a.b", "large"], ["move", "a.b"], ["add"],
        ["move", "a.b", "--to", "0"], ["move", "a.b", "--to", "1", "--before", "a.c"], ["action", "a.b"],
        ["action", "a.b", "c", "--type", "s"], ["action", "a.b", "c", "d", "--type", "(s)"], ["register"],
        ["register", "a.b", "--object-path", "/a"], ["push", "a.b", "{}", "--file", "x"],
        ["push", "a.b", "-", "--changes", "-"], ["today", "--json"], ["arrange", "--json", "a.b"],
        ["arrange", "--expected", "a.b"], ["group", "get"], ["group", "get", "a/b"], ["group", "set", "group.a"],
        ["group", "set", "group.a", "b"], ["group", "set", "group.a", "b:u=-1"], ["group", "remove", "group.a"],
        ["arrange", "--none", "a.b"], ["nothing"], ["list", "-x"],
        ["push", "org.example.List"], ["open", "a.b", "x:y", "--activation-token"],
    ])
    func wrongCommandLines(arguments: [String]) {
        #expect {
            _ = try TodayControl.parseAsRoot(arguments)
        } throws: { error in
            TodayControl.exitCode(for: error).rawValue == 64
        }
    }
}
