// The code of the tutorial "Build Used Space" that its later steps replace. What stays is the example itself.
import Glibc
import NotificationCenter

@testable import used_space_widget

enum ShowOneOfThem {
    final class UsedSpaceWidget: NCWidgetProviding {
        static let widgetIdentifier: String? = "org.example.UsedSpace"

        private var space: Space?

        var content: WidgetContent {
            if let space {
                Row {
                    Progress(value: space.rate).accessibilityLabel("Used space")
                    Text(NCFormat.percent(space.rate), alignment: .trailing)
                }
            }
        }

        func widgetPerformUpdate() async throws -> NCUpdateResult {
            space = try Space.read(at: NCDirectories.home)
            return .newData
        }
    }
}

enum SayWhenNothingHasChanged {
    final class UsedSpaceWidget: NCWidgetProviding {
        static let widgetIdentifier: String? = "org.example.UsedSpace"

        private let defaults: NCWidgetDefaults
        private var space: Space?

        init() { defaults = NCWidgetDefaults("org.example.UsedSpace") }
        init(_ defaults: NCWidgetDefaults) { self.defaults = defaults }

        var content: WidgetContent { if let space { Text(NCFormat.percent(space.rate)) } }

        func widgetPerformUpdate() async throws -> NCUpdateResult {
            let current = try Space.read(at: NCDirectories.home)
            if let space, abs(current.rate - space.rate) < 0.0001 { return .noData }
            space = current
            defaults.set([
                "total": .integer(Int64(clamping: current.total)), "used": .integer(Int64(clamping: current.used)),
            ])
            return .newData
        }
    }
}

enum LookMoreOften {
    final class UsedSpaceWidget: NCWidgetProviding {
        lazy var defaults = NCWidgetDefaults("org.example.UsedSpace")
        var readSpace = { try Space.read(at: $0) }
        private var space: Space?

        var content: WidgetContent { if let space { Text(bytes(space.used)) } }

        func bytes(_ count: UInt64) -> String {
            NCFormat.byteCount(count)
        }

        func beginRequest(with context: NSExtensionContext) {
            context.widgetActiveDisplayMode = .compact
            if let total = defaults.integer(forKey: "total"), let used = defaults.integer(forKey: "used") {
                space = Space(total: UInt64(clamping: total), used: UInt64(clamping: used))
            }
        }

        func widgetPerformUpdate() async throws -> NCUpdateResult {
            // While a panel is visible, update more often than the manifest says: reading is cheap.
            if let context = extensionContext, context.isViewing { context.requestUpdate(at: .now + .seconds(10)) }
            let current = try readSpace(NCDirectories.home)
            if let space, abs(current.rate - space.rate) < 0.0001 { return .noData }
            space = current
            defaults.set([
                "total": .integer(Int64(clamping: current.total)), "used": .integer(Int64(clamping: current.used)),
            ])
            return .newData
        }
    }
}
