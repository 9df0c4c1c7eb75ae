internal import DBus
package import TodayModel

extension TodayView {
    /// Returns a widget with a name that distinguishes it from other instances with the same name. The name ends with
    /// the first setting that differs from its default, or with the number of the instance if that setting doesn't
    /// distinguish it.
    package func named(_ widget: WidgetProperties) -> WidgetProperties {
        guard widget.instances || widget.identifier.instance > 1 else { return widget }
        let namesakes = known.values.filter {
            $0.identifier.widget == widget.identifier.widget && $0.identifier != widget.identifier
                && $0.title == widget.title
        }
        if namesakes.isEmpty { return widget }
        var mark = widget.firstChange
        if mark == nil || namesakes.contains(where: { $0.firstChange == mark }) {
            let number = widget.identifier.instance
            mark = number > 1 ? "\(number)" : nil
        }
        var named = widget
        if let mark { named.name = "\(widget.title) (\(mark))" }
        return named
    }
}

extension WidgetProperties {
    /// The value of the first setting that differs from its default, in words; nil if none differs.
    fileprivate var firstChange: String? {
        for declaration in settingsSchema.declarations where declaration.key != SettingDeclaration.titleKey {
            guard [.string, .choice, .file, .folder].contains(declaration.type),
                case .string(let text) = settings[declaration.key], declaration.defaultValue != .text(text)
            else { continue }
            let words = ForeignText.title(text)
            if !words.isEmpty { return words }
        }
        return nil
    }
}
