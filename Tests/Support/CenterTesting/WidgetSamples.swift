package import TodayModel

/// Widgets for panels that are tested in another language. Their identifiers have single letters, and their texts are
/// Greek, so that a panel's own words are the only ones in Latin letters.
package enum WidgetSamples {
    /// Content with one text.
    package static let text = #"{"kind":"text","text":"ζ"}"#

    /// Content with each kind of node that a panel names.
    package static let content = #"""
        {"kind":"column","children":[{"kind":"text","text":"αβγ"},{"kind":"text","text":"κρυφό","private":true},
          {"kind":"progress","value":0.5},{"kind":"progress"},{"kind":"progress","style":"circle"},
          {"kind":"chart","values":[1,2,3],"label":"α","series":[1],"show-values":["least","most","last"]},
          {"kind":"chart","values":[1,2,3]},{"kind":"chart","values":[]},{"kind":"image","icon":"x","action":"α"},
          {"kind":"slider","label":"δ","value":0.4,"action":"α"},
          {"kind":"toggle","label":"ε","value":true,"action":"α"},
          {"kind":"checkbox","label":"ε","value":true,"action":"α"},
          {"kind":"entry","label":"ζ","action":"α"},{"kind":"timer","style":"relative","since":1000},
          {"kind":"timer","style":"relative","until":9000000000000000},{"kind":"clock","style":"date-time"},
          {"kind":"section","label":"η","children":[{"kind":"button","label":"θ","action":"α"}]},
          {"kind":"list","visible-rows":1,"children":[{"kind":"text","text":"α"},{"kind":"text","text":"β"},
            {"kind":"text","text":"γ"}]}]}
        """#

    /// Makes a widget `x.NAME` with fresh content.
    package static func widget(
        _ name: String, _ content: String = text, now: Timestamp,
        _ change: (inout WidgetProperties) -> Void = { _ in }
    ) throws -> WidgetProperties {
        var widget = WidgetProperties(identifier: try WidgetIdentifier("x." + name))
        widget.name = "ΑΒΓ"
        widget.content = try Content.parse(json: content)
        widget.lastResult = .newData
        widget.updatedAt = now
        change(&widget)
        return widget
    }

    /// Settings of each type.
    package static func settings() throws -> SettingsSchema {
        try SettingsSchema([
            SettingDeclaration("A", .string, name: "Α", default: .text("α"), description: "δ", isRequired: true),
            SettingDeclaration("B", .integer, name: "Β", minimum: .integer(1), maximum: .integer(24)),
            SettingDeclaration("C", .number, name: "Γ", minimum: .number(1)),
            SettingDeclaration("D", .number, name: "Δ", maximum: .number(2)),
            SettingDeclaration("E", .colorRole, name: "Ε", default: .text("accent")),
            SettingDeclaration("F", .boolean, name: "Ζ"),
            SettingDeclaration("G", .choice, name: "Η", choices: ["ε", "ζ"]),
            SettingDeclaration("H", .file, name: "Θ"),
        ])
    }

    /// Widgets in each state that a panel words.
    package static func everyState(now: Timestamp) throws -> [WidgetProperties] {
        func moment(_ minutes: Int) -> Timestamp {
            Timestamp(microseconds: UInt64(Int(now.microseconds) + minutes * 60_000_000))
        }
        func widget(
            _ name: String, _ content: String = text, _ change: (inout WidgetProperties) -> Void
        ) throws -> WidgetProperties { try Self.widget(name, content, now: now, change) }
        let schema = try settings()
        var widgets = [
            try widget("a", content) { ($0.attention, $0.badge, $0.updatedAt) = (.badge, 12, moment(-5)) },
            try widget("a#2") { ($0.attention, $0.updatedAt, $0.instances) = (.alert, moment(-300), true) },
            try widget("c") { ($0.content, $0.lastResult, $0.error) = (.empty, .failed, "σφάλμα") },
            try widget("d") { ($0.content, $0.state, $0.updatedAt) = (.empty, .updating, .never) },
            try widget("e") { ($0.state, $0.retryAt, $0.updatedAt) = (.suspended, moment(300), moment(-9000)) },
            try widget("f") { ($0.state, $0.error) = (.unavailable, "σφάλμα\nαιτία") },
            try widget("g") { ($0.isSnapshot, $0.updatedAt) = (true, moment(-9000)) },
            try widget("h") { ($0.isSnapshot, $0.updatedAt, $0.state) = (true, .never, .updating) },
            try widget("i") { ($0.content, $0.updatedAt, $0.error) = (.empty, .never, "αιτία") },
            try widget("j") { $0.content = .empty },
            try widget("k") { $0.content = Content(kind: "ξ") },
            try widget("l") { ($0.options.isPaused, $0.sizes, $0.options.size) = (true, [.small, .regular], .small) },
            try widget("m") {
                ($0.settingsSchema, $0.largestDisplayMode, $0.instances) = (schema, .expanded, true)
            },
            try widget("n") { ($0.arranged, $0.containingApp) = (false, "x.A") },
            try widget("o") { ($0.hasContent, $0.content) = (false, .empty) },
            try widget("p") { ($0.content, $0.lastResult, $0.updatedAt) = (.empty, nil, .never) },
            try widget("q", #"{"kind":"text","text":"κρυφό","private":true}"#) { $0.isSnapshot = true },
        ]
        for (index, kind) in ErrorKind.ofWidgets.enumerated() {
            widgets.append(
                try widget("r" + String(repeating: "-", count: index)) {
                    ($0.error, $0.errorKind, $0.lastResult) = ("σφάλμα\nαιτία", kind, .failed)
                    $0.retryAt = index % 2 == 0 ? moment(index * 200) : .never
                    if index % 3 == 0 { $0.content = .empty }
                })
        }
        return widgets
    }
}
