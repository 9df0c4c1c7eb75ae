import NotificationCenter

@main
final class TeaTimeWidget: NCWidgetProviding {
    static let widgetIdentifier: String? = "org.example.TeaTime"

    private var updates = 0

    var content: WidgetContent {
        Column {
            Text("Hello", style: .headline)
            Text("Updates: \(updates)", style: .caption)
        }
    }

    func widgetPerformUpdate() async throws -> NCUpdateResult {
        updates += 1
        return .newData
    }
}
