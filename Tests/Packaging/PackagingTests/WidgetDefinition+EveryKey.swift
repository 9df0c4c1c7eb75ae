import DBus
@testable import TodayModel

extension WidgetDefinition {
    /// A definition with each key that is not one of changes, and a setting with each key that a text may have.
    static func withEveryKey() throws -> WidgetDefinition {
        var definition = WidgetDefinition()
        definition.name = "a"
        definition.description = "a"
        definition.icon = "a"
        definition.containingApp = "a"
        definition.busName = "a.b"
        definition.exec = "a"
        definition.objectPath = "/a"
        definition.updateInterval = 1
        definition.memoryMax = 1
        definition.appGroups = ["group.a.b"]
        definition.arranged = false
        definition.transient = true
        definition.instances = true
        definition.settingsSchema = try SettingsSchema([
            SettingDeclaration(
                "A", .choice, choices: ["a"], choiceNames: ["a"], placeholder: "a", description: "a", isRequired: true)
        ])
        definition.sizes = [.regular, .small]
        definition.category = "a"
        definition.sample = .empty
        definition.largestDisplayMode = .expanded
        definition.preferredContentSize = Size(width: 1, height: 1)
        return definition
    }
}
