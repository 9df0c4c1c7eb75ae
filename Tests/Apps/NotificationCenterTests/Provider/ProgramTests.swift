import DBus
import Testing

@testable import NotificationCenter

@Suite struct ProgramTests {
    @Test func argumentsSayWhatToDo() throws {
        #expect(try ProgramOptions([]).task == .provide)
        #expect(try ProgramOptions(["--print"]).task == .print(.text))
        #expect(try ProgramOptions(["--json", "--expanded"]).task == .print(.json))
        #expect(try ProgramOptions(["--json", "--expanded"]).displayMode == .expanded)
        #expect(try ProgramOptions(["-h"]).task == .help)
        for bad in ["--bogus", "", "x", "-", "--", "\u{1}"] {
            #expect(throws: ProgramOptions.UsageError.self) { try ProgramOptions([bad]) }
        }
    }

    @Test func helpIsThis() {
        #expect(
            ProgramOptions.help(program: "x") == """
                Usage: x [--print | --json] [--expanded]

                A widget for the Today view. Without options, the program provides its content on the
                session bus until the center or a signal ends it. The center starts it this way and
                sets TODAYCENTER_WIDGET to the identifier of the widget.

                  --print     update once and print the content as plain text
                  --json      update once and print the content as JSON
                  --expanded  with --print and --json, use the expanded display mode
                  -h, --help  print this help
                """)
    }

    @Test func thePlaceOnTheBusIsMadeFromTheName() throws {
        final class Named: NCWidgetProviding {
            static let widgetIdentifier: String? = "org.example.my-widget"
            var content: WidgetContent { .empty }
        }
        final class Elsewhere: NCWidgetProviding {
            static let widgetIdentifier: String? = "org.example.Widget"
            static let busName: String? = "org.example.App"
            var content: WidgetContent { .empty }
        }
        final class Wrong: NCWidgetProviding {
            static let widgetIdentifier: String? = "nonsense"
            var content: WidgetContent { .empty }
        }
        let named = try ProviderPlace(Named.self)
        #expect(named.busName == "org.example.my-widget" && named.path == "/org/example/my_widget")
        let elsewhere = try ProviderPlace(Elsewhere.self)
        #expect(elsewhere.identifier == "org.example.Widget" && elsewhere.path == "/org/example/App")
        #expect(throws: ProviderPlace.UsageError.self) { try ProviderPlace(Wrong.self) }
        #expect(throws: ProviderPlace.UsageError.self) { try ProviderPlace(PlainWidget.self) }
        // The center's word comes first.
        #expect(try ProviderPlace(Named.self, name: "org.example.Other").identifier == "org.example.Other")
    }
}
