// The program of the page "A widget in Swift", without @main.
import NotificationCenter

final class TeaTimeWidget: NCWidgetProviding {
    static let widgetIdentifier: String? = "org.example.TeaTime"

    @NCSetting("Minutes") var minutes = 4
    lazy var defaults = NCWidgetDefaults(extensionContext?.widgetIdentifier ?? "org.example.TeaTime")

    /// The time when the tea is ready; nil if the timer is off.
    private var end: Timestamp? {
        get { defaults.integer(forKey: "end").map { Timestamp(microseconds: UInt64($0)) } }
        set {
            guard let newValue else { return defaults.removeObject(forKey: "end") }
            defaults.set(Int(newValue.microseconds), forKey: "end")
        }
    }

    var content: WidgetContent {
        Row {
            if let end {
                Timer(until: end, finishedText: "Tea is ready")
                Spacer()
                Button("Stop") { [self] in self.end = nil }
            } else {
                Text("\(minutes) minutes")
                Spacer()
                Button("Start") { [self] in end = .now + .seconds(60 * minutes) }
            }
        }
    }

    func widgetPerformUpdate() async throws -> NCUpdateResult { .newData }
}
