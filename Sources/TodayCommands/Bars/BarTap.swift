internal import DBus
internal import TodayHost
internal import TodayModel

extension CenterClient {
    /// Does what a button on a widget in a bar does.
    ///
    /// - Returns: false when there is nothing to do: no part of the widget can be tapped.
    func tap(_ identifier: WidgetIdentifier, _ button: BarButton) async throws -> Bool {
        switch button {
        case .middle: try await invokeAction(CenterAction.refresh.rawValue, of: identifier)
        case .right: try await invokeAction(CenterAction.toggleDisplayMode.rawValue, of: identifier)
        case .left:
            let widget = try await properties(of: identifier)
            let context = DrawingContext(now: WallClock.now, displayMode: widget.displayMode)
            switch widget.content.drawing(context).root?.firstTap {
            case .action(let name, let parameter)?:
                try await invokeAction(
                    name, of: identifier, parameter: parameter, platformData: ["revision": .uint64(widget.revision)])
            case .url(let url)?: return try await openURL(url, for: identifier)
            case .none: return false
            }
        }
        return true
    }
}
