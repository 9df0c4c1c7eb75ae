package import TodayModel

extension CenterClient {
    /// The number of attempts at an edit while others change the arrangement too.
    private static var attempts: Int { 10 }

    /// Edits the arrangement. If it was changed in the meantime, it starts again, so that changes by others stay. It
    /// sends nothing if the edit changes nothing.
    ///
    /// - Returns: The resulting arrangement.
    @discardableResult
    package func rearrange(_ edit: (inout Arrangement) throws -> Void) async throws -> [WidgetIdentifier] {
        var attempt = 1
        while true {
            let current = try await arrangement()
            var edited = Arrangement(current)
            try edit(&edited)
            if edited.identifiers == current { return current }
            do {
                try await arrange(edited.identifiers, expected: current)
                return edited.identifiers
            } catch let error as CenterError where error.code == .conflict && attempt < Self.attempts {
                attempt += 1
            }
        }
    }

    /// Applies an edit. The center itself removes and restores one of several instances of a widget, with its settings.
    ///
    /// - Returns: The resulting arrangement.
    package func make(_ edit: ArrangementEdit) async throws -> [WidgetIdentifier] {
        switch edit {
        case .remove(let identifier) where edit.removesInstance:
            // Another program may have removed it already.
            do { try await removeInstance(identifier) } catch let error as CenterError
                where error.code == .unknownWidget
            {}
        case .restore(let identifier, _) where edit.restoresInstance: try await restoreInstance(identifier)
        case .add, .remove, .move, .restore: return try await rearrange { edit.apply(to: &$0) }
        }
        return try await arrangement()
    }
}
