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
