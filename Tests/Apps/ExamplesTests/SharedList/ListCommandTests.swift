import SharedListKit
import Testing

@testable import shared_list

@Suite struct ListCommandTests {
    @Test func words() throws {
        #expect(try ListCommand.parse(["add", "Milk", "Eggs"]) == .add([ListItem("Milk"), ListItem("Eggs")]))
        #expect(try ListCommand.parse(["remove", "-x"]) == .remove([ListItem("-x")]))
        #expect(try ListCommand.parse(["list"]) == .list && ListCommand.parse(["clear"]) == .clear)
        #expect(try ListCommand.parse(["-h"]) == .help && ListCommand.parse(["--help"]) == .help)
        #expect(try ListCommand.parse(["--version"]) == .version)
        for other in [[], ["sharedlist://item/Milk"], ["--gapplication-service"]] {
            #expect(try ListCommand.parse(other) == nil)
        }
    }

    @Test(arguments: [["add"], ["remove"], ["list", "x"], ["clear", "x"], ["show"], ["--foo"], ["-x"]])
    func wrongOnesAreRefused(_ arguments: [String]) {
        #expect(throws: ListCommand.UsageError.self) { try ListCommand.parse(arguments) }
    }

    @Test func titlesAreChecked() { #expect(throws: ListError.self) { try ListCommand.parse(["add", "a", ""]) } }
}
