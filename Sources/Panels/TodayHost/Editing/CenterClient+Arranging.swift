package import TodayModel

extension CenterClient {
    /// How often an edit is tried while others change the arrangement too.
    private static var attempts: Int { 10 }

    /// Edits the arrangement, and begins anew when somebody else has changed it meanwhile, so that what others do stays.
    /// Nothing is sent when the edit changes nothing.
    ///
    /// - Returns: The arrangement as it is then.
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

    /// Makes an edit. Of several instances of a widget, one that is taken out is removed with its settings.
    ///
    /// - Returns: The arrangement as it is then.
    package func make(_ edit: ArrangementEdit) async throws -> [WidgetIdentifier] {
        guard case .remove(let identifier) = edit, edit.removesInstance else {
            return try await rearrange { edit.apply(to: &$0) }
        }
        // Somebody else may have been faster.
        do { try await removeInstance(identifier) } catch let error as CenterError where error.code == .unknownWidget {}
        return try await arrangement()
    }
}
