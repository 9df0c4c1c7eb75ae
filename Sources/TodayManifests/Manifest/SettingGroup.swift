internal import DBus
internal import TodayModel

/// A group `[Setting KEY]` of a manifest: one setting of the widget.
struct SettingGroup {
    let key: String
    /// The number of its head.
    private let number: Int
    private var values: [String: DBusValue] = [:]
    /// Where each value is.
    private var lines: [String: Int] = [:]

    /// The key of the setting that a group of this name is about; nil for any other group.
    static func key(of group: String) -> String? {
        let head = "Setting "
        return group.hasPrefix(head) ? String(group.dropFirst(head.utf8.count)) : nil
    }

    /// How the values are written; `Default`, `Minimum` and `Maximum` as the type of the setting is.
    private static let forms: [String: ManifestValue.Form] = [
        "Name": .string, "Type": .string, "Default": .string, "Choices": .strings, "Minimum": .string,
        "Maximum": .string, "Placeholder": .string, "Description": .string, "Required": .boolean,
    ]
    static let localised: Set<String> = ["Name", "Placeholder", "Description"]

    static func isKnown(_ key: String) -> Bool { forms[key] != nil }

    init(_ key: String, _ group: DesktopEntry.Group, _ locale: LocaleName?) throws(ManifestFault) {
        self.key = key
        number = group.number
        var ranks: [String: Int] = [:]
        for line in group.lines {
            guard let form = Self.forms[line.key],
                let rank = line.rank(for: locale, isLocalised: Self.localised.contains(line.key))
            else { continue }
            do {
                let value = try ManifestValue.parse(line.value, as: form)
                if let best = ranks[line.key], best <= rank { continue }
                ranks[line.key] = rank
                values[line.key] = value
                lines[line.key] = line.number
            } catch {
                throw ManifestFault(line: line.number, key: name(of: line.key), message: error.text)
            }
        }
    }

    /// The settings of a manifest.
    static func schema(of groups: [SettingGroup]) throws(ManifestFault) -> SettingsSchema {
        var declarations: [SettingDeclaration] = []
        for group in groups { declarations.append(try group.declaration) }
        do { return try SettingsSchema(declarations) } catch {
            throw ManifestFault(line: groups.last?.number ?? 1, message: error.message)
        }
    }

    private var declaration: SettingDeclaration {
        get throws(ManifestFault) {
            var dictionary = values
            dictionary["Key"] = .string(key)
            do throws(Fault) {
                if case .string(let word)? = values["Type"], let type = SettingType(rawValue: word), !type.isText {
                    for name in ["Default", "Minimum", "Maximum"] {
                        guard case .string(let text)? = values[name] else { continue }
                        do { dictionary[name] = try SettingValue(written: text, as: type).dbusValue } catch {
                            throw error.below(name)
                        }
                    }
                }
                return try SettingDeclaration(dictionary)
            } catch {
                let key = String(error.path.prefix { $0 != "." && $0 != "[" })
                if key == "Key" { throw ManifestFault(line: number, key: "[Setting]", message: error.message) }
                throw ManifestFault(line: lines[key] ?? number, key: name(of: error.path), message: error.message)
            }
        }
    }

    /// A key as it is told where something is wrong.
    private func name(of key: String) -> String { "[Setting \(self.key)] \(key)" }
}
