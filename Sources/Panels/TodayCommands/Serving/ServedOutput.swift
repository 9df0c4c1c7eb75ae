internal import DBus
internal import TodayModel

/// The output of a command that serves a widget.
enum ServedOutput {
    /// Returns the changes in the output: an object with the keys of changes, content in its JSON form, or a text.
    /// Empty output has no changes.
    ///
    /// - Throws: ``Fault`` for any other output.
    static func changes(_ bytes: [UInt8]) throws(Fault) -> [String: DBusValue] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Fault(message: "the output of the command isn't UTF-8 text")
        }
        guard let first = text.first(where: { !$0.isWhitespace }) else { return [:] }
        if first != "{" {
            return ["Content": .string(Content(kind: .text, [.text: .string(text.withoutLastLineFeed)]).json())]
        }
        let value: DBusValue
        do { value = try DBusValue(json: text) } catch {
            throw Fault(message: "the output of the command begins with { but isn't JSON: \(error)")
        }
        guard case .dictionary(let entries, _, _) = value else { return [:] }
        let hasChanges = entries.contains { entry in WidgetChanges.keys.contains { entry.key == .string($0) } }
        return hasChanges ? try ChangesText.dictionary(text) : ["Content": .string(text)]
    }

    /// Returns the result of an update that made these changes.
    static func result(_ changes: [String: DBusValue]) -> UpdateResult {
        if case .string(let error)? = changes["Error"], !error.isEmpty { return .failed }
        return changes.keys.contains { $0 != "NextUpdate" } ? .newData : .noData
    }
}
