internal import DBus
internal import TodayModel
internal import TodayServiceRules

/// What the user sets for a widget.
extension Center {
    /// Sets some settings, all or nothing.
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

    /// Takes some settings back to their defaults; none are all.
    func resetSettings(_ text: String, _ keys: [String]) throws {
        let widget = try registry.find(text)
        do throws(Fault) {
            for key in keys { _ = try widget.record.definition.settingsSchema.declaration(of: key) }
        } catch {
            throw CenterError(.invalidSetting, "\(error)")
        }
        changeSettings(of: widget) { $0.resetSettings(keys) }
    }

    /// New settings make a widget due at once, also one whose provider is suspended: they may be what mends it.
    private func changeSettings(of widget: HostedWidget, _ body: (inout WidgetRecord) -> Set<WidgetMember>) {
        widget.session?.checkProgram(self)
        guard change(widget, body).contains(.settings) else { return }
        widget.updateTiming.hasNewSettings = true
        widget.session?.retryNow(self)
        reschedule(widget)
    }
}
