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
}
