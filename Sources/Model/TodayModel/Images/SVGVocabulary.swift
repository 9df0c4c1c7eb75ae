internal import DBus

/// The elements, attributes and properties that an SVG image may have; everything else is refused.
enum SVGElement: String {
    case svg, g, defs, path, rect, circle, ellipse, line, polyline, polygon, text, tspan
    case linearGradient, radialGradient, stop, use, clipPath, style
    case title, desc, metadata

    /// Whether the element and all that is in it is for people and programs that edit, and is not drawn.
    var isDescription: Bool { self == .title || self == .desc || self == .metadata }

    var isShape: Bool {
        switch self {
        case .path, .rect, .circle, .ellipse, .line, .polyline, .polygon: true
        default: false
        }
    }

    var isGradient: Bool { self == .linearGradient || self == .radialGradient }

    /// Whether an element may be in this one.
    func mayHold(_ child: SVGElement) -> Bool {
        if child.isDescription { return true }
        switch self {
        case .svg, .g, .defs: return child != .svg && child != .stop && child != .tspan
        case .text, .tspan: return child == .tspan
        case .linearGradient, .radialGradient: return child == .stop
        case .clipPath: return child == .rect
        default: return false
        }
    }

    /// The attributes of the element that are no properties, beside those that every element may have.
    var attributes: [String: SVGValue] {
        switch self {
        case .svg:
            [
                "width": .words, "height": .words, "viewBox": .words, "x": .words, "y": .words,
                "preserveAspectRatio": .words, "version": .words, "baseProfile": .words, "zoomAndPan": .words,
                "contentStyleType": .text, "enable-background": .words,
            ]
        case .path: ["d": .path]
        case .rect:
            [
                "x": .geometry, "y": .geometry, "width": .geometry, "height": .geometry, "rx": .geometry,
                "ry": .geometry,
            ]
        case .circle: ["cx": .geometry, "cy": .geometry, "r": .geometry]
        case .ellipse: ["cx": .geometry, "cy": .geometry, "rx": .geometry, "ry": .geometry]
        case .line: ["x1": .geometry, "y1": .geometry, "x2": .geometry, "y2": .geometry]
        case .polyline, .polygon: ["points": .geometry]
        case .text, .tspan:
            [
                "x": .geometry, "y": .geometry, "dx": .geometry, "dy": .geometry, "rotate": .geometry,
                "textLength": .geometry, "lengthAdjust": .words,
            ]
        case .linearGradient:
            [
                "x1": .geometry, "y1": .geometry, "x2": .geometry, "y2": .geometry, "gradientUnits": .words,
                "gradientTransform": .transform, "spreadMethod": .words, "href": .link,
            ]
        case .radialGradient:
            [
                "cx": .geometry, "cy": .geometry, "r": .geometry, "fx": .geometry, "fy": .geometry, "fr": .geometry,
                "gradientUnits": .words, "gradientTransform": .transform, "spreadMethod": .words, "href": .link,
            ]
        case .stop: ["offset": .geometry]
        case .use: ["x": .geometry, "y": .geometry, "width": .geometry, "height": .geometry, "href": .link]
        case .clipPath: ["clipPathUnits": .words]
        case .style: ["type": .only(["", "text/css"]), "media": .words, "title": .text]
        case .g, .defs, .title, .desc, .metadata: [:]
        }
    }
}

enum SVGVocabulary {
    /// How an attribute is written that any element may have; nil if there is none of that name.
    static func attribute(_ name: String) -> SVGValue? {
        if let value = common[name] ?? properties[name] { return value }
        return name.hasPrefix("aria-") || name.hasPrefix("data-") ? .text : nil
    }

    /// How a property of CSS is written; nil if there is none of that name.
    static func property(_ name: String) -> SVGValue? {
        properties[name] ?? (name.hasPrefix("-inkscape-") ? .string : nil)
    }

    private static let common: [String: SVGValue] = [
        "id": .text, "class": .text, "transform": .transform, "lang": .text, "role": .text, "tabindex": .text,
        "focusable": .text,
    ]

    /// Of SVG 1.1, and those that drawing programs write although nothing comes of them.
    private static let properties: [String: SVGValue] = {
        var all: [String: SVGValue] = [
            "fill": .paint, "stroke": .paint, "color": .color, "stop-color": .color, "solid-color": .color,
            "text-decoration-color": .color, "text-decoration-stroke": .color, "text-decoration-fill": .color,
            "flood-color": .color, "lighting-color": .color, "background-color": .color, "background": .color,
            "stroke-width": .strokeWidth, "stroke-dasharray": .dashes, "font-size": .fontSize,
            "opacity": .layer, "mix-blend-mode": .layer, "isolation": .layer, "enable-background": .words,
            "clip-path": .clip, "font-family": .string, "font-feature-settings": .string,
            "font-variation-settings": .string, "vector-effect": .only(["none", "inherit"]),
        ]
        let off = [
            "filter", "mask", "marker", "marker-start", "marker-mid", "marker-end", "clip", "cursor", "animation",
            "transition", "shape-inside", "shape-subtract", "mask-image",
        ]
        for name in off { all[name] = .off }
        let words = [
            "fill-rule", "fill-opacity", "stroke-opacity", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit",
            "stroke-dashoffset", "stop-opacity", "solid-opacity", "flood-opacity", "clip-rule", "color-interpolation",
            "color-interpolation-filters", "color-rendering", "image-rendering", "shape-rendering", "text-rendering",
            "display", "visibility", "overflow", "paint-order", "pointer-events", "mask-type", "color-profile",
            "font-style", "font-variant", "font-weight", "font-stretch", "font-size-adjust", "font-kerning",
            "font-variant-ligatures", "font-variant-position", "font-variant-caps", "font-variant-numeric",
            "font-variant-alternates", "font-variant-east-asian", "text-anchor", "text-align", "text-align-last",
            "text-indent", "text-transform", "text-decoration", "text-decoration-line", "text-decoration-style",
            "text-orientation", "text-overflow", "line-height", "letter-spacing", "word-spacing", "white-space",
            "writing-mode", "direction", "unicode-bidi", "dominant-baseline", "alignment-baseline", "baseline-shift",
            "glyph-orientation-vertical", "glyph-orientation-horizontal", "kerning", "shape-padding", "shape-margin",
            "inline-size", "block-progression", "user-select",
        ]
        for name in words { all[name] = .words }
        return all
    }()

    /// What a namespace is, as far as it matters.
    enum Namespace {
        case svg, xlink
        /// Of a drawing program, or of facts about the image: nothing that draws, and skipped.
        case foreign
        /// It may mean something to whoever draws the image.
        case active

        init(_ name: String) {
            switch name {
            case "http://www.w3.org/2000/svg", "": self = .svg
            case "http://www.w3.org/1999/xlink": self = .xlink
            case "http://www.w3.org/1999/02/22-rdf-syntax-ns#": self = .foreign
            case _ where name.lowercased().split(at: "/").contains { $0.hasSuffix("w3.org") }: self = .active
            default: self = .foreign
            }
        }
    }
}
