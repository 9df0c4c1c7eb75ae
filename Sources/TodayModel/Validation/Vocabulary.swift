/// The kinds of node that this version of the contract defines.
package enum ContentKind: String, CaseIterable, Sendable {
    case column, row, grid, list, text, timer, progress, image, button, toggle, chart, divider, spacer
}

/// The type and range of a known attribute.
enum AttributeType {
    case boolean
    case integer(ClosedRange<UInt32>)
    /// µs since 1970.
    case timestamp
    case number(ClosedRange<Double>)
    case text
    /// Text that is not empty.
    case name
    /// The name of an icon in the theme: not empty, and no `/`.
    case icon
    case url
    /// An array of strings.
    case words
    /// An array of finite doubles.
    case numbers
    /// The bytes of a PNG or SVG file.
    case image
    /// A value of any type.
    case any
}

/// Which attributes are known, by kind. An attribute that is not listed for its node's kind passes unchecked.
enum Vocabulary {
    /// A known kind with all its attributes, those of every kind included.
    struct Entry {
        let kind: ContentKind
        let attributes: [String: AttributeType]
    }

    /// The entry of a kind, or nil if it is unknown.
    static func entry(for kind: String) -> Entry? { entries[kind] }

    /// The known attributes of a kind, which may itself be unknown.
    static func attributes(of kind: String) -> [String: AttributeType] { entries[kind]?.attributes ?? common }

    private static let notNegative = AttributeType.number(0...Double.greatestFiniteMagnitude)
    private static let finite = AttributeType.number(-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)

    private static let common: [String: AttributeType] = [
        "id": .name, "action": .name, "parameter": .any, "url": .url, "enabled": .boolean, "modes": .words,
        "show-after": .timestamp, "show-before": .timestamp, "tooltip": .text, "accessible-label": .text,
        "fallback": .text, "private": .boolean,
    ]

    private static let entries: [String: Entry] = {
        let own: [ContentKind: [String: AttributeType]] = [
            .column: ["spacing": notNegative, "alignment": .text],
            .row: ["spacing": notNegative, "alignment": .text],
            .grid: ["columns": .integer(1...16), "spacing": notNegative],
            .list: ["visible-rows": .integer(0...UInt32.max)],
            .text: [
                "text": .text, "style": .text, "color": .text, "lines": .integer(0...UInt32.max), "alignment": .text,
            ],
            .timer: ["until": .timestamp, "since": .timestamp, "style": .text, "finished-text": .text],
            .progress: ["value": .number(0...1), "since": .timestamp, "until": .timestamp, "style": .text],
            .image: [
                "icon": .icon, "data": .image, "width": notNegative, "height": notNegative, "description": .text,
            ],
            .button: ["label": .text, "icon": .icon, "style": .text],
            .toggle: ["label": .text, "value": .boolean],
            .chart: ["values": .numbers, "style": .text, "minimum": finite, "maximum": finite],
            .divider: [:],
            .spacer: [:],
        ]
        var entries: [String: Entry] = [:]
        for (kind, attributes) in own {
            let all = attributes.merging(common) { own, _ in own }
            entries[kind.rawValue] = Entry(kind: kind, attributes: all)
        }
        return entries
    }()
}
