import Glibc
import NotificationCenter

/// Several widgets in one program, for tests.
@main
struct BundleWidgets: NCWidgetBundle {
    static let widgets: [any NCWidgetProviding.Type] = [Failing.self, Shared.self, Mute.self]
}

/// Its updates fail.
final class Failing: NCWidgetProviding {
    static let widgetIdentifier: String? = "org.example.Failing"
    var content: WidgetContent { Text("from \(getpid())") }

    func widgetPerformUpdate() async throws -> NCUpdateResult { throw NCWidgetError("the kitchen is closed") }
}

/// Shows a value of its App Group, and takes actions.
final class Shared: NCWidgetProviding {
    static let widgetIdentifier: String? = "org.example.Shared"
    static let busName: String? = "org.example.Pair"
    private var defaults: NCGroupDefaults?
    private var observation: NCObservation?
    private var tapped = "nothing"

    var content: WidgetContent {
        Column {
            Text(defaults?.string(forKey: "title") ?? "no title")
            Text(tapped)
        }
    }

    func widgetPerformUpdate() async throws -> NCUpdateResult {
        if defaults == nil {
            let opened = try await NCGroupDefaults(suiteName: "group.org.example.shared")
            defaults = opened
            observation = opened.observe { [weak self] _ in
                Task { try await self?.extensionContext?.contentDidChange() }
            }
        }
        return .newData
    }

    func widgetPerformAction(_ name: String, parameter: NCValue?) async throws {
        tapped = "\(name) \(parameter.map { "\($0)" } ?? "-")"
        try await defaults?.set(tapped, forKey: "tapped")
    }
}

/// Shares its process with the one above, and lets go of its completion handler.
final class Mute: NCWidgetProviding {
    static let widgetIdentifier: String? = "org.example.Mute"
    static let busName: String? = "org.example.Pair"
    static let objectPath: String? = "/mute"
    var content: WidgetContent { Text("from \(getpid())") }

    func widgetPerformUpdate(completionHandler: @escaping @Sendable (NCUpdateResult) -> Void) {}
}
