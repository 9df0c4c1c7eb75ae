internal import DBus
internal import TodayModel
internal import TodayServiceRules

/// The user's options of a widget.
extension Center {
    /// Changes some options, all or none.
    func setOptions(_ text: String, _ values: [String: DBusValue]) throws {
        let widget = try registry.find(text)
        do throws(Fault) {
            let choices = try WidgetOptionChoices(values)
            try choices.check(widget.record.definition)
            change(widget) { $0.setOptions(choices) }
        } catch {
            throw RemoteError(.invalidArgs, "values: \(error)")
        }
    }

    /// Resets some options to those of the definition; an empty list resets all. Unknown names are ignored.
    func resetOptions(_ text: String, _ keys: [String]) throws {
        change(try registry.find(text)) { $0.resetOptions(keys) }
    }
}

extension WidgetOptionChoices {
    /// - Throws: ``Fault`` for a size that the widget doesn't offer.
    fileprivate func check(_ definition: WidgetDefinition) throws(Fault) {
        guard let size, !definition.sizes.contains(size) else { return }
        let known = definition.sizes.map(\.rawValue).joined(separator: ", ")
        throw Fault(path: "Size", message: "\(size.rawValue) is none of this widget's sizes: \(known)")
    }
}
