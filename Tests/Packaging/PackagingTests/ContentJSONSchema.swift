@testable import TodayCommands
@testable import TodayModel

/// The schema of content as a JSON Schema, draft 2020-12.
///
/// It allows unknown kinds, attributes and words, as the center does. Editors offer the known words.
enum ContentJSONSchema {
    static let text =
        object([
            ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
            ("title", .string("Content of a Today widget")),
            (
                "description",
                .string(
                    "See todaycenter-content(7). The center and todayctl lint also check what a schema can't express: "
                        + "sizes in bytes, images, URLs, and duplicate ids.")
            ),
            (
                "anyOf",
                .array([object([("type", .string("object")), ("maxProperties", .integer(0))]), reference("node")])
            ),
            ("$defs", object([("node", node)] + ContentSchema.kinds.map { ($0.kind.rawValue, definition($0)) })),
        ]).pretty + "\n"

    private static func object(_ members: [(String, JSON)]) -> JSON { .object(members.map { .init($0.0, $0.1) }) }

    private static func reference(_ name: String) -> JSON { object([("$ref", .string("#/$defs/\(name)"))]) }

    private static func required(_ names: [String]) -> JSON {
        object([("required", .array(names.map { .string($0) }))])
    }

    private static func plain(_ text: String) -> JSON { .string(text.replacing("`", with: "")) }

    // MARK: Nodes

    private static var node: JSON {
        object([
            ("type", .string("object")), ("required", .array([.string("kind")])),
            (
                "properties",
                object(
                    [
                        (
                            "kind",
                            object([
                                ("type", .string("string")), ("minLength", .integer(1)),
                                ("description", .string("The kind of node. Other kinds are accepted.")),
                                ("anyOf", words(ContentKind.allCases.map(\.rawValue))),
                            ])
                        ),
                        ("children", object([("type", .string("array")), ("items", reference("node"))])),
                    ] + ContentSchema.common.map { ($0.name.rawValue, property($0)) })
            ),
            ("not", required([ContentAttribute.action.rawValue, ContentAttribute.url.rawValue])),
            (
                "dependentRequired",
                object([(ContentAttribute.parameter.rawValue, .array([.string(ContentAttribute.action.rawValue)]))])
            ),
            ("allOf", .array(ContentSchema.kinds.map(choice))),
        ])
    }

    private static func choice(_ kind: ContentSchema.Kind) -> JSON {
        object([
            (
                "if",
                object([
                    ("properties", object([("kind", object([("const", .string(kind.kind.rawValue))]))])),
                    ("required", .array([.string("kind")])),
                ])
            ),
            ("then", reference(kind.kind.rawValue)),
        ])
    }

    private static func definition(_ kind: ContentSchema.Kind) -> JSON {
        var members: [(String, JSON)] = [
            ("description", plain(kind.summary)),
            ("properties", object(kind.attributes.map { ($0.name.rawValue, property($0)) })),
        ]
        let needed = kind.attributes.filter { if case .refused = $0.absence { true } else { false } }
        if !needed.isEmpty { members.append(("required", .array(needed.map { .string($0.name.rawValue) }))) }
        let rules = kind.rules.compactMap(constraint)
        if !rules.isEmpty { members.append(("allOf", .array(rules))) }
        if let example = try? Content.parse(json: kind.example) {
            members.append(("examples", .array([example.asJSON])))
        }
        return object(members)
    }

    /// A rule, nil for those that compare two values.
    private static func constraint(_ rule: ContentSchema.Rule) -> JSON? {
        switch rule {
        case .exactlyOne(let first, let second):
            object([("oneOf", .array([required([first.rawValue]), required([second.rawValue])]))])
        case .together(let first, let second):
            object([
                (
                    "dependentRequired",
                    object([
                        (first.rawValue, .array([.string(second.rawValue)])),
                        (second.rawValue, .array([.string(first.rawValue)])),
                    ])
                )
            ])
        case .without(let name, let other): object([("not", required([name.rawValue, other.rawValue]))])
        case .filled(let name, let cause):
            object([
                ("if", required([cause.rawValue])),
                (
                    "then",
                    object([
                        ("properties", object([(name.rawValue, object([("minLength", .integer(1))]))])),
                        ("required", .array([.string(name.rawValue)])),
                    ])
                ),
            ])
        case .sendsValue(let name): object([("not", required([name.rawValue]))])
        case .notBefore, .notAbove, .below, .within: nil
        }
    }

    // MARK: Attributes

    private static func property(_ attribute: ContentSchema.Attribute) -> JSON {
        var members = type(attribute.type)
        members.append(("description", plain(attribute.summary)))
        if case .value(let value) = attribute.absence { members.append(("default", JSON(value))) }
        return object(members)
    }

    /// Returns the schema of the values of a type. Strings are limited by bytes, which are as many as characters or
    /// more.
    private static func type(_ type: AttributeType) -> [(String, JSON)] {
        func text(_ more: [(String, JSON)] = []) -> [(String, JSON)] {
            [("type", .string("string")), ("maxLength", .integer(Int64(Limits.stringBytes)))] + more
                + [("pattern", .string("^[^\\u0000-\\u0009\\u000b-\\u001f]*$"))]
        }
        return switch type {
        case .boolean: [("type", .string("boolean"))]
        case .integer(let range):
            [
                ("type", .string("integer")), ("minimum", .integer(Int64(range.lowerBound))),
                ("maximum", .integer(Int64(range.upperBound))),
            ]
        case .timestamp:
            [("type", .string("integer")), ("minimum", .integer(0)), ("maximum", .unsigned(.max))]
        case .number(let range) where range.upperBound < .greatestFiniteMagnitude:
            [
                ("type", .string("number")), ("minimum", .shortest(range.lowerBound)),
                ("maximum", .shortest(range.upperBound)),
            ]
        case .number(let range) where range.lowerBound == 0: [("type", .string("number")), ("minimum", .integer(0))]
        case .number: [("type", .string("number"))]
        case .length: [("type", .string("number")), ("minimum", .integer(0))]
        case .text: text()
        case .name: text([("minLength", .integer(1))])
        case .icon:
            [
                ("type", .string("string")), ("minLength", .integer(1)),
                ("maxLength", .integer(Int64(Limits.stringBytes))),
                ("pattern", .string("^[^/\\u0000-\\u0009\\u000b-\\u001f]*$")),
            ]
        case .url:
            [
                ("type", .string("string")), ("format", .string("uri")),
                ("maxLength", .integer(Int64(Limits.urlBytes))),
            ]
        case .zone:
            [
                ("type", .string("string")), ("maxLength", .integer(Int64(TimeZoneName.greatestLength))),
                ("pattern", .string("^[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*$")),
            ]
        case .word(let known): text([("anyOf", words(known))])
        case .words(let known):
            [("type", .string("array")), ("items", object(text([("anyOf", words(known))])))]
        case .numbers: [("type", .string("array")), ("items", object([("type", .string("number"))]))]
        case .image:
            [("type", .string("string")), ("contentEncoding", .string("base64"))]
        case .any: [("not", object([("type", .string("null"))]))]
        }
    }

    /// These words, which editors offer, and any other.
    private static func words(_ known: [String]) -> JSON {
        .array([object([("enum", .array(known.map { .string($0) }))]), object([("type", .string("string"))])])
    }
}
