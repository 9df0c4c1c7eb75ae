internal import DBus
internal import TodayHost
internal import TodayModel

extension CenterClient {
    /// Runs the function of a button on a widget in a bar.
    ///
    /// - Returns: false if no part of the widget can be tapped.
    func tap(_ identifier: WidgetIdentifier, _ button: BarButton) async throws -> Bool {
        switch button {
        case .middle: try await invokeAction(CenterAction.refresh.rawValue, of: identifier)
        case .right: try await invokeAction(CenterAction.toggleDisplayMode.rawValue, of: identifier)
        case .left:
            let widget = try await properties(of: identifier)
            let context = DrawingContext(now: WallClock.now, displayMode: widget.displayMode)
            guard let (tap, node) = widget.content.drawing(context).root?.firstTap else { return false }
            switch tap {
            case .action(let name, let parameter):
                var platformData: [String: DBusValue] = ["revision": .uint64(widget.revision)]
                if let node { platformData["node"] = .string(node) }
                try await invokeAction(name, of: identifier, parameter: parameter, platformData: platformData)
            case .url(let url):
                if try await open(url, for: identifier) { break }
                throw CommandFailure(.failed, tr("no app opened {url}", ["url": url]))
            }
        }
        return true
    }
}
