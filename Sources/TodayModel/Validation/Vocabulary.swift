/// The kinds of node that this version of the contract defines.
package enum ContentKind: String, CaseIterable, Sendable {
    case column, row, grid, list, text, timer, progress, image, button, toggle, chart, divider, spacer

    /// Whether what is below such a node is shown.
    var takesChildren: Bool {
        switch self {
        case .column, .row, .grid, .list: true
        case .text, .timer, .progress, .image, .button, .toggle, .chart, .divider, .spacer: false
        }
    }
}

/// The type and range of a known attribute.
enum AttributeType {
    case boolean
    case integer(ClosedRange<UInt32>)
    /// µs since 1970.
    case timestamp
    case number(ClosedRange<Double>)
    /// A number of points, at least 0. Panels draw no more than ``Limits/drawnLength``.
    case length
    case text
    /// Text that is not empty.
    case name
    /// The name of an icon in the theme: not empty, and no `/`.
    case icon
    case url
    /// Text that is one of these; any other counts as not given.
    case word([String])
    /// An array of such texts.
    case words([String])
    /// An array of finite doubles.
    case numbers
    /// The bytes of a PNG or SVG file.
    case image
    /// A value of any type.
    case any
}

/// Which attributes are known, by kind. An attribute that is not listed for its node's kind passes unchecked.
package enum Vocabulary {
    /// A known kind with all its attributes, those of every kind included.
    struct Entry {
        let kind: ContentKind
        let attributes: [String: AttributeType]
    }

    /// The entry of a kind, or nil if it is unknown.
    static func entry(for kind: String) -> Entry? { entries[kind] }

    /// The known attributes of a kind, which may itself be unknown.
    static func attributes(of kind: String) -> [String: AttributeType] { entries[kind]?.attributes ?? common }

    private static let finite = AttributeType.number(-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)

    private static let alignments = AttributeType.word(["leading", "center", "trailing", "fill"])

    /// The words that an attribute of a kind may be; empty where it is no word.
    package static func words(for attribute: String, of kind: ContentKind) -> [String] {
        guard case .word(let words)? = attributes(of: kind.rawValue)[attribute] else { return [] }
        return words
    }

    /// The kinds that have an attribute of their own of this name.
    static func kinds(with attribute: String) -> [ContentKind] {
        ContentKind.allCases.filter { attributes(of: $0.rawValue)[attribute] != nil }
    }

    /// The names of the attributes that a kind has and not every other, sorted.
    static func ownAttributes(of kind: ContentKind) -> [String] {
        attributes(of: kind.rawValue).keys.filter { common[$0] == nil }.sorted()
    }

    private static let common: [String: AttributeType] = [
        "id": .name, "action": .name, "parameter": .any, "url": .url, "enabled": .boolean,
        "modes": .words(DisplayMode.allCases.map(\.rawValue)),
        "show-after": .timestamp, "show-before": .timestamp, "tooltip": .text, "accessible-label": .text,
        "fallback": .text, "private": .boolean,
    ]

    private static let entries: [String: Entry] = {
        let own: [ContentKind: [String: AttributeType]] = [
            .column: ["spacing": .length, "alignment": alignments],
            .row: ["spacing": .length, "alignment": alignments],
            .grid: ["columns": .integer(1...16), "spacing": .length],
            .list: ["visible-rows": .integer(0...UInt32.max)],
            .text: [
                "text": .text, "style": .word(["title", "headline", "body", "caption", "monospaced"]),
                "color": .word(["primary", "secondary", "accent", "success", "warning", "error"]),
                "lines": .integer(0...UInt32.max), "alignment": alignments,
            ],
            .timer: [
                "until": .timestamp, "since": .timestamp, "style": .word(["countdown", "elapsed", "relative"]),
                "finished-text": .text,
            ],
            .progress: [
                "value": .number(0...1), "since": .timestamp, "until": .timestamp,
                "style": .word(["bar", "circle"]),
            ],
            .image: [
                "icon": .icon, "data": .image, "width": .length, "height": .length, "description": .text,
            ],
            .button: [
                "label": .text, "icon": .icon,
                "style": .word(["normal", "prominent", "destructive", "link"]),
            ],
            .toggle: ["label": .text, "value": .boolean],
            .chart: [
                "values": .numbers, "style": .word(["line", "bar", "area"]), "minimum": finite, "maximum": finite,
            ],
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
