package import DBus
package import TodayModel

extension ScriptVariable {
    /// Returns the variable as a setting of the script's widget. The user changes the setting without changing the
    /// file.
    ///
    /// - Parameter stored: The value in the file, which becomes the default if it fits.
    /// - Throws: The reason why it can't be a setting: the name must begin with a letter, be short, and not be
    ///   reserved.
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
    /// Returns the variables of a script as settings of its widget; those that can't be settings are left out.
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

    /// Returns the settings in force that differ from these values and the defaults.
    package func changes(by settings: [String: DBusValue], of variables: [ScriptVariable]) -> [String: DBusValue] {
        self.settings(of: variables).reduce(into: [:]) { changes, declaration in
            guard let value = settings[declaration.key], value != declaration.defaultValue.dbusValue else { return }
            // Use the usual form of a number: 5 rather than 5.0.
            if case .double(let number) = value, let integer = Int64(exactly: number) {
                changes[declaration.key] = .int64(integer)
            } else {
                changes[declaration.key] = value
            }
        }
    }
}
