internal import DBus
internal import TodayModel

/// A group `[Setting KEY]` of a manifest: one setting of the widget.
struct SettingGroup {
    let key: String
    /// The line number of its header.
    private let number: Int
    private var keys: GroupValues

    /// Returns the setting key in the name of a group; nil for any other group.
    static func key(of group: String) -> String? {
        let head = "Setting "
        return group.hasPrefix(head) ? String(group.dropFirst(head.utf8.count)) : nil
    }

    /// The forms of the values. `Default`, `Minimum` and `Maximum` follow the type of the setting.
    private static let forms: [String: ManifestValue.Form] = [
        "Name": .string, "Type": .string, "Default": .string, "Choices": .strings,
        "ChoiceNames": .strings, "Minimum": .string, "Maximum": .string, "Placeholder": .string, "Description": .string,
        "Required": .boolean,
    ]
    static let localized: Set<String> = ["Name", "ChoiceNames", "Placeholder", "Description"]

    static func isKnown(_ key: String) -> Bool { forms[key] != nil }

    init(_ key: String, _ group: DesktopEntry.Group, _ locale: LocaleName?) throws(ManifestFault) {
        self.key = key
        number = group.number
        keys = GroupValues(Self.forms, localized: Self.localized, locale)
        for line in group.lines {
            do { try keys.read(line) } catch {
                throw ManifestFault(line: line.number, key: name(of: line.key), message: error.text)
            }
        }
    }

    /// Returns the settings of a manifest.
    static func schema(of groups: [SettingGroup]) throws(ManifestFault) -> SettingsSchema {
        var declarations: [SettingDeclaration] = []
        for group in groups { declarations.append(try group.declaration) }
        do { return try SettingsSchema(declarations) } catch {
            throw ManifestFault(line: groups.last?.number ?? 1, message: error.message)
        }
    }

    private var declaration: SettingDeclaration {
        get throws(ManifestFault) {
            var dictionary = keys.values
            dictionary["Key"] = .string(key)
            do throws(Fault) {
                if case .string(let word)? = keys.values["Type"], let type = SettingType(rawValue: word), !type.isText {
                    for name in ["Default", "Minimum", "Maximum"] {
                        guard case .string(let text)? = keys.values[name] else { continue }
                        do { dictionary[name] = try SettingValue(written: text, as: type).dbusValue } catch {
                            throw error.below(name)
                        }
                    }
                }
                return try SettingDeclaration(dictionary)
            } catch {
                let key = String(error.path.unicodeScalars.prefix { $0 != "." && $0 != "[" })
                if key == "Key" { throw ManifestFault(line: number, key: "[Setting]", message: error.message) }
                throw ManifestFault(line: keys.lines[key] ?? number, key: name(of: error.path), message: error.message)
            }
        }
    }

    /// Returns the name of a key for a fault.
    private func name(of key: String) -> String { "[Setting \(self.key)] \(key)" }
}
