package import DBus
package import TodayModel

extension ScriptVariable {
    /// The variable as a setting of the script's widget, where the user changes it beside the file.
    ///
    /// - Parameter stored: the value of the file, which is the default where it fits.
    /// - Throws: Why it cannot be one: the name has to begin with a letter, to be short, and not to be reserved.
    fileprivate func setting(_ stored: DBusValue?) throws(Fault) -> SettingDeclaration {
        if let reason = EnvironmentName.reservation(of: name) { throw Fault(path: name, message: reason) }
        let type: SettingType =
            switch kind {
            case .string: .string
            case .number: .number
            case .boolean: .boolean
            case .select: .choice
            }
        for value in [stored, standard].compactMap(\.self) {
            guard let value = try? SettingValue(value, as: type) else { continue }
            let declaration = try? SettingDeclaration(
                name, type, default: value, choices: choices, description: summary)
            if let declaration { return declaration }
        }
        return try SettingDeclaration(name, type, choices: choices, description: summary)
    }
}

extension ScriptVariableValues {
    /// The variables of a script as settings of its widget; those that cannot be settings are left out.
    package func settings(of variables: [ScriptVariable]) -> [SettingDeclaration] {
        var settings: [SettingDeclaration] = []
        for variable in variables where !settings.contains(where: { $0.key == variable.name }) {
            guard let setting = try? variable.setting(values[variable.name]),
                (try? SettingsSchema(settings + [setting])) != nil
            else { continue }
            settings.append(setting)
        }
        return settings
    }

    /// What of the settings in force is something else than these values and the defaults have it.
    package func changes(by settings: [String: DBusValue], of variables: [ScriptVariable]) -> [String: DBusValue] {
        self.settings(of: variables).reduce(into: [:]) { changes, declaration in
            guard let value = settings[declaration.key], value != declaration.defaultValue.dbusValue else { return }
            // As people write a number: 5 rather than 5.0.
            if case .double(let number) = value, let integer = Int64(exactly: number) {
                changes[declaration.key] = .int64(integer)
            } else {
                changes[declaration.key] = value
            }
        }
    }
}
