package import DBus
package import TodayModel

/// A value that a device or a program has published.
package enum TopicValue: Hashable, Sendable {
    /// Text for users, with its line feeds.
    case text(String)
    /// A number, and the decimal places that its publisher wrote.
    case number(Double, decimals: Int)
    case list([String])
    case content(Content)

    /// The decimal places that are shown at most.
    private static let maximumDecimals = 6

    /// Reads a text: a number if all of it is a number, otherwise text for users.
    package init(reading text: String) {
        let trimmed = text.trimmed
        if let number = Double(trimmed), number.isFinite, trimmed.utf8.allSatisfy(Self.isDecimal) {
            let places = trimmed.utf8.lastIndex(of: UInt8(ascii: ".")).map {
                trimmed.utf8.distance(from: $0, to: trimmed.utf8.endIndex) - 1
            }
            self = .number(number, decimals: min(places ?? 0, Self.maximumDecimals))
        } else {
            self = .text(ForeignText.cleaned(text, keepsLines: true))
        }
    }

    /// Reads a value of a JSON document; nil for an object.
    package init?(_ value: DBusValue) {
        switch value.unwrapped {
        case .string(let text): self = .text(ForeignText.cleaned(text, keepsLines: true))
        case .boolean(let flag): self = .text(flag ? "true" : "false")
        case .array(let elements, _): self = .list(elements.map(Self.line))
        case .double(let number): self = .number(number, decimals: Self.decimals(of: number))
        case let other:
            guard let integer = other.integer else { return nil }
            self = .number(Double(integer), decimals: 0)
        }
    }

    /// The number; nil for another value.
    package var number: Double? { if case .number(let number, _) = self { number } else { nil } }

    /// Returns the value as users see it.
    package func shown(unit: String? = nil) -> String {
        switch self {
        case .text(let text): return unit.map { text.isEmpty ? text : text + " " + $0 } ?? text
        case .list(let lines): return lines.joined(separator: "\n")
        case .content: return ""
        case .number(let number, let decimals):
            if unit == "%" { return Language.percent(number / 100, decimals: decimals) }
            let text = Language.number(number, decimals: decimals)
            // No-break space: a value and its unit stay on one line.
            guard let unit else { return text }
            return unit == "°" ? text + unit : text + "\u{A0}" + unit
        }
    }

    /// Returns the decimal places of the shortest text of a number.
    static func decimals(of number: Double) -> Int {
        let text = "\(number)"
        guard !text.utf8.contains(UInt8(ascii: "e")), let point = text.utf8.lastIndex(of: UInt8(ascii: ".")) else {
            return 0
        }
        let places = text.utf8[text.utf8.index(after: point)...]
        return places.elementsEqual("0".utf8) ? 0 : min(places.count, maximumDecimals)
    }

    /// Double also reads `0x1p3`, `nan` and `inf`, which aren't numbers of a sensor.
    private static func isDecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// Returns an element of an array as one line. An object shows the values of its members.
    private static func line(_ value: DBusValue) -> String {
        if case .dictionary(let entries, _, _) = value.unwrapped {
            return entries.compactMap { TopicValue($0.value)?.shown() }.joined(separator: " · ")
        }
        return ForeignText.title(TopicValue(value)?.shown() ?? "")
    }
}

extension Content {
    /// Makes a text.
    static func text(
        _ text: String, style: ContentTextStyle? = nil, color: ContentColor? = nil, lines: UInt32? = nil
    ) -> Content {
        var content = Content(kind: .text, [.text: .string(text)])
        content[.style] = style.map { .string($0.rawValue) }
        content[.color] = color.map { .string($0.rawValue) }
        content[.lines] = lines.map { .uint32($0) }
        return content
    }

    /// Makes a row with a name at the start and nodes at the end.
    static func row(_ name: String, _ nodes: Content...) -> Content {
        Content(kind: .row, children: [.text(name, lines: 1), Content(kind: .spacer)] + nodes)
    }

    /// Makes a column; one node alone stays as it is.
    static func column(_ nodes: [Content]) -> Content {
        switch nodes.count {
        case 0: .empty
        case 1: nodes[0]
        default: Content(kind: .column, children: nodes)
        }
    }

    /// Makes a labeled section, whose identity is an ID.
    static func section(_ label: String, id: String, _ nodes: [Content]) -> Content {
        Content(kind: .section, [.label: .string(label), .id: .string(ForeignText.cleaned(id))], children: nodes)
    }
}

extension String {
    /// The text without white space around it.
    var trimmed: Substring {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? start
        return self[start..<end]
    }
}
