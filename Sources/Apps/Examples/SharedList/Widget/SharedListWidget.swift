import NotificationCenter
import SharedListKit

/// The list in Today: a row for each item, which opens the app at that item.
@main
final class SharedListWidget: NCWidgetProviding {
    static let widgetIdentifier: String? = SharedList.widgetIdentifier

    /// Rows that are sent at most, so that the longest list fits the limits of the center.
    static let maximumRows = 100

    /// Rows that a compact widget has room for.
    static let compactRows = 5

    var open = { () async throws -> SharedList in try await SharedList.open() }
    private var list: SharedList?
    private var items: [ListItem]?

    var content: WidgetContent {
        if let items, !items.isEmpty {
            // What says that there are more needs a row too.
            let first = items.count > Self.compactRows ? Self.compactRows - 1 : Self.compactRows
            List {
                for item in items.prefix(first) { row(item) }
                for item in items.prefix(Self.maximumRows).dropFirst(first) { row(item).modes(.expanded) }
                if items.count > first { Text("and \(items.count - first) more", style: .caption).modes(.compact) }
                if items.count > Self.maximumRows {
                    Text("and \(items.count - Self.maximumRows) more", style: .caption).modes(.expanded)
                }
            }
        }
    }

    private func row(_ item: ListItem) -> WidgetContent { Text(item.title, lines: 1).id(item.title).url(item.url) }

    /// There is no More where it would show no more.
    var largestDisplayMode: NCWidgetDisplayMode { items.map(\.count) ?? 0 > Self.compactRows ? .expanded : .compact }

    func widgetPerformUpdate() async throws -> NCUpdateResult {
        let list = if let list { list } else { try await follow(open()) }
        let current = list.items
        if current == items { return .noData }
        items = current
        extensionContext?.widgetLargestAvailableDisplayMode = largestDisplayMode
        return .newData
    }

    /// Shows at once what another program does with the list while this one runs.
    private func follow(_ list: SharedList) -> SharedList {
        self.list = list
        let changes = list.changes
        Task { [weak self] in for await _ in changes { await self?.push(list.items) } }
        return list
    }

    private func push(_ current: [ListItem]) async {
        guard let extensionContext else { return }
        let shown = items
        items = current
        extensionContext.widgetLargestAvailableDisplayMode = largestDisplayMode
        // What could not be sent is new to the next update.
        do { try await extensionContext.contentDidChange() } catch { items = shown }
    }
}
