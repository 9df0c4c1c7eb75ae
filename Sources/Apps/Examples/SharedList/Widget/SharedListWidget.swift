import NotificationCenter
import SharedListKit

/// The list in Today: a row for each item, which opens the app at that item.
@main
final class SharedListWidget: NCWidgetProviding {
    static let widgetIdentifier: String? = SharedList.widgetIdentifier

    /// The maximum number of rows to send, so that the longest list respects the limits of the center.
    static let maximumRows = 100

    /// The number of rows that fit in a compact widget.
    static let compactRows = 5

    var open = { () async throws -> SharedList in try await SharedList.open() }
    private var list: SharedList?
    private var items: [ListItem]?

    var content: WidgetContent {
        if let items, !items.isEmpty {
            // The row that counts the remaining items needs space too.
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

    /// Expanded only if it would show more than the compact mode.
    var largestDisplayMode: NCWidgetDisplayMode { items.map(\.count) ?? 0 > Self.compactRows ? .expanded : .compact }

    func widgetPerformUpdate() async throws -> NCUpdateResult {
        let list = if let list { list } else { try await follow(open()) }
        let current = list.items
        if current == items { return .noData }
        items = current
        extensionContext?.widgetLargestAvailableDisplayMode = largestDisplayMode
        return .newData
    }

    /// Follows a list: shows changes by other programs at once while this one is running.
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
        // A failed update is sent again next time.
        do { try await extensionContext.contentDidChange() } catch { items = shown }
    }
}
