internal import DBus
internal import TodayModel
internal import TodayServiceRules

/// The user's settings of a widget.
extension Center {
    /// Changes some settings, all or none.
    func setSettings(_ text: String, _ values: [String: DBusValue]) throws {
        let widget = try registry.find(text)
        let checked: [String: SettingValue]
        do throws(Fault) {
            let record = widget.record
            checked = try record.definition.settingsSchema.check(values, beside: record.stored.settings)
        } catch {
            throw CenterError(.invalidSetting, "\(error)")
        }
        changeSettings(of: widget) { $0.setSettings(checked) }
    }

    /// Resets some settings to their defaults; an empty list resets all.
    func resetSettings(_ text: String, _ keys: [String]) throws {
        let widget = try registry.find(text)
        do throws(Fault) {
            for key in keys { _ = try widget.record.definition.settingsSchema.declaration(of: key) }
        } catch {
            throw CenterError(.invalidSetting, "\(error)")
        }
        changeSettings(of: widget) { $0.resetSettings(keys) }
    }

    /// New settings make a widget due at once, even if its provider is suspended: they may fix the problem.
    private func changeSettings(of widget: HostedWidget, _ body: (inout WidgetRecord) -> Set<WidgetMember>) {
        widget.session?.checkProgram(self)
        guard change(widget, body).contains(.settings) else { return }
        widget.updateTiming.hasNewSettings = true
        widget.session?.retryNow(self)
        reschedule(widget)
    }
}
