import DBus

@testable import TodayModel

/// The parts of `data/specification/content.md` that come from the schema of content.
enum SpecificationTables {
    /// The generated parts by the names of their marks.
    static let parts: [(mark: String, text: String)] =
        [
            ("types", types), ("common", table(of: ContentSchema.common)),
            ("limits", table(["limit", "unit"], ContentTables.limits.map { [$0.value, $0.text] })),
        ] + ContentSchema.kinds.map { ($0.kind.rawValue, text(of: $0)) }

    private static let types = table(
        ["type", "D-Bus", "JSON", "description"],
        TypeDescription.all.map { [$0.name, "`\($0.signature)`", "`\($0.json)`", $0.summary] })

    private static func text(of kind: ContentSchema.Kind) -> String {
        let children = kind.showsChildren ? " It has children." : ""
        let attributes = kind.attributes.isEmpty ? "" : "\n" + table(of: kind.attributes)
        return kind.summary + children + "\n\n```json\n\(kind.example)\n```\n" + attributes
    }

    private static func table(of attributes: [ContentSchema.Attribute]) -> String {
        table(
            ["attribute", "type", "default", "description"],
            attributes.map { attribute in
                let description = AttributeDescription(attribute)
                let version = attribute.since > 1 ? "*(version \(attribute.since))* " : ""
                return [
                    "`\(attribute.name.rawValue)`", description.type, description.absence,
                    version + description.summary,
                ]
            })
    }

    private static func table(_ titles: [String], _ rows: [[String]]) -> String {
        let lines = [titles, titles.map { _ in "---" }] + rows
        return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
            // Sections of the manual page.
            .replacing("see TAPS", with: "see the rules of `url`").replacing("see IMAGES", with: "see *Pictures*")
    }
}
