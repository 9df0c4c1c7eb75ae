import Foundation
import NotificationCenter

/// The location of this machine according to a web service: a random one of the facts that it returns.
///
/// The service returns one JSON object over HTTP, or a file contains it. Its address is the user's setting, else the
/// environment variable `WHERE_AM_I_ADDRESS`, else that of a public service.
@main
final class WhereAmIWidget: NCWidgetProviding {
    static let widgetIdentifier: String? = "org.example.WhereAmI"
    static let publicService = "https://ipinfo.io/json"

    @NCSetting("Service") var service = ""

    lazy var defaults = NCWidgetDefaults(extensionContext?.widgetIdentifier ?? "org.example.WhereAmI")
    var fetch: @Sendable (_ address: String) async throws -> String = { try await WebRequest.get($0) }
    var random: any RandomNumberGenerator = SystemRandomNumberGenerator()
    private var facts: Facts?
    private var shown: Fact?
    private var context: NSExtensionContext?
    /// Whether nothing has been fetched yet and the last attempt failed.
    private var isOffline = false

    var address: String {
        service.isEmpty
            ? ProcessInfo.processInfo.environment["WHERE_AM_I_ADDRESS"] ?? Self.publicService : service
    }

    var content: WidgetContent {
        if shown != nil || !isOffline {
            // The button stays at the end, beside the first line, whatever the text.
            Row(alignment: .leading) {
                Text(shown?.text ?? "Refreshing...", lines: 2)
                Spacer()
                if let facts, facts.all.count > 1 {
                    Button("Refresh", icon: "view-refresh", style: .link) {
                        self.show(facts.random(except: self.shown, &self.random))
                    }
                    .id("refresh")
                }
            }
        }
    }

    func beginRequest(with context: NSExtensionContext) {
        self.context = context
        // The facts of another service don't apply to this one.
        guard defaults.string(forKey: "service") ?? "" == service else { return forget() }
        facts = defaults.string(forKey: "object").flatMap { try? Facts(json: $0) }
        shown = facts?.all.first { $0.key == defaults.string(forKey: "shown") } ?? facts?.all.first
    }

    func widgetPerformUpdate() async throws -> NCUpdateResult {
        if defaults.string(forKey: "service") ?? "" != service { forget() }
        let service = service
        let object: String
        let fetched: Facts
        do {
            object = try await fetch(address)
            fetched = try Facts(json: object)
        } catch {
            FileHandle.standardError.write(Data("\(address): \(error)\n".utf8))
            if shown == nil, !isOffline {
                // Remove the "Refreshing" text, which the failure alone would keep.
                isOffline = true
                try? await context?.contentDidChange()
            }
            // The first line is for users, the rest is details.
            throw NCWidgetError("An error occurred while retrieving data\n\(error)")
        }
        isOffline = false
        let before = shown?.text
        let hadChoice = (facts?.all.count ?? 0) > 1
        facts = fetched
        defaults.set(["object": .string(object), "service": .string(service)])
        show(fetched.random(except: nil, &random))
        // The button depends on whether another fact is available.
        return shown?.text == before && hadChoice == (fetched.all.count > 1) ? .noData : .newData
    }

    private func forget() {
        facts = nil
        shown = nil
    }

    private func show(_ fact: Fact) {
        shown = fact
        defaults.set(fact.key, forKey: "shown")
    }
}
