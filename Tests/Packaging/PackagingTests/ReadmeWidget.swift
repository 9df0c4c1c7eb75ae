import NotificationCenter

final class Hello: NCWidgetProviding {
    private var count = 0

    var content: WidgetContent {
        Column {
            Text("Hello", style: .headline)
            Text("Updated \(count) times")
            Button("Again") { [self] in count += 1 }
        }
    }

    func widgetPerformUpdate() async throws -> NCUpdateResult {
        count += 1
        return .newData
    }
}
