import Foundation
import NotificationCenter
import Testing

/// A widget in a file that imports Foundation, which has a `Timer` and a `Progress` of its own.
private final class FoundationWidget: NCWidgetProviding {
    var content: WidgetContent {
        Column {
            Timer(since: Timestamp(microseconds: 1))
            Progress(value: 0.25)
        }
    }
}

@Test @WidgetActor func aWidgetMayImportFoundation() {
    #expect(FoundationWidget().content.tree.children.map(\.kind) == ["timer", "progress"])
}
