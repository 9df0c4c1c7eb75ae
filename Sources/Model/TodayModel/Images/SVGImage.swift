/// Checks that an SVG image is of the static subset: one that costs little to draw, and does nothing else.
///
/// The file is read once, piece by piece. What elements refer to is looked at in the end, when all of them are known.
struct SVGImage {
    /// How many elements are drawn, `use` counted with what it shows.
    static let maximumElements = 2000
    /// How many corners their outlines have, and how long these are together, in sides of the image.
    static let maximumPoints = 100_000
    static let maximumLength = 2500.0
    /// How many images the gradients cover together.
    static let maximumGradients = 128.0
    /// How many of these are put together in layers of their own.
    static let maximumLayers = 256
    /// The longest side, in user units, and in pixels where it says its size.
    static let maximumViewBox = 16_384.0
    static let maximumSide = 2048.0
    /// How far from the origin anything may be, and how thick a line, or large a letter, in sides of the image.
    static let reach = 1000.0
    static let thickness = 2.0

    private(set) var reader: XMLReader
    /// Elements that are open; those that are skipped have no element.
    private var open: [Level] = []
    private var namespaces: [(prefix: Substring, namespace: SVGVocabulary.Namespace)] = []
    var targets: [String: Target] = [:]
    var links: [Link] = []
    var total = Weight()
    var side: Double?
    var largest = 0.0
    var thickest = 0.0
    var growth = 1.0
    var growthOfUses = 1.0
    var shortestPeriod = Double.infinity
    var textBytes = 0
    /// The style sheet makes layers of elements, nobody counts which.
    var hasLayerClass = false
    var hasStrokes = false
    private var sheet = ""

    /// Whether a file starts as an XML document does.
    static func isStart(of bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        return bytes[start...].first { !XMLReader.isSpace($0) } == UInt8(ascii: "<")
    }

    /// Returns what is wrong with an SVG file, or nil.
    static func fault(in bytes: [UInt8]) -> String? {
        if bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil { return "an SVG that is not in UTF-8" }
        var image = Self(reader: XMLReader(bytes))
        do {
            try image.read()
            return nil
        } catch {
            let before = bytes[..<min(error.offset, bytes.count)]
            let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
            let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            let column = before[start...].reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
            return "\(error.message) (SVG, line \(line), column \(column))"
        }
    }

    private init(reader: XMLReader) { self.reader = reader }

    private mutating func read() throws(XMLReader.Fault) {
        while let piece = try reader.next() {
            switch piece {
            case .start(let name, let attributes): try start(name, attributes)
            case .end: try end()
            case .text(let text): try take(text)
            }
        }
        try checkLinks()
        try checkSizes()
    }
}

// MARK: Elements

extension SVGImage {
    /// An element that is open.
    struct Level {
        let element: SVGElement?
        let namespaces: Int
        /// By how much it and those around it may enlarge what is in it.
        let growth: Double
        /// What was there before it.
        let before: Weight
        let identifier: String?
        var children = 0
    }

    /// What drawing costs.
    struct Weight {
        var elements = 0
        var points = 0
        var layers = 0
        var uses = 0
        /// The lengths of outlines, and the areas of what is within.
        var length = 0.0
        var area = 0.0

        static func - (left: Self, right: Self) -> Self {
            Weight(
                elements: left.elements - right.elements, points: left.points - right.points,
                layers: left.layers - right.layers, uses: left.uses - right.uses, length: left.length - right.length,
                area: left.area - right.area)
        }

        mutating func add(_ other: Self, growth: Double) {
            elements += other.elements
            points += other.points
            layers += other.layers
            length += other.length * growth
            area += other.area * growth * growth
        }
    }

    /// An element with an id.
    struct Target {
        let element: SVGElement
        var weight = Weight()
        /// Whether it refers to another one.
        var isLinked = false
        var isDoubled = false
    }

    /// A reference to an element by its id.
    struct Link {
        enum Kind { case gradient, baseGradient, use, clip }
        let kind: Kind
        let identifier: String
        let offset: Int
        /// By how much it enlarges what it refers to.
        var growth = 1.0
    }

    private mutating func start(_ name: String, _ attributes: [XMLReader.Attribute]) throws(XMLReader.Fault) {
        let count = namespaces.count
        for attribute in attributes {
            let (prefix, local) = Self.split(attribute.name)
            if attribute.name == "xmlns" {
                namespaces.append(("", SVGVocabulary.Namespace(attribute.value)))
            } else if prefix == "xmlns" {
                namespaces.append((local, SVGVocabulary.Namespace(attribute.value)))
            }
        }
        if namespaces.count > 4 * XMLReader.maximumAttributes { throw fault("there are too many namespaces") }
        let (prefix, local) = Self.split(name)
        guard let namespace = namespace(of: prefix) else { throw fault("<\(name)> has a prefix that is not declared") }
        let element = namespace == .svg ? SVGElement(rawValue: String(local)) : nil
        if namespace == .active || namespace == .xlink || namespace == .svg && element == nil {
            throw fault(
                open.isEmpty
                    ? "its root <\(name)> is not that of an SVG"
                    : "<\(name)> is not allowed in an image; only shapes, paths, text, gradients, groups and use are")
        }
        try checkPlace(of: element, name)
        var level = Level(
            element: element, namespaces: count, growth: open.last?.growth ?? 1, before: total, identifier: nil)
        if let element, !isSkipping { level = try take(element, attributes, level) }
        if !open.isEmpty { open[open.count - 1].children += 1 }
        open.append(level)
    }

    /// Whether the element that is open is one that is not drawn.
    private var isSkipping: Bool {
        guard let level = open.last else { return false }
        return level.element.map { $0.isDescription } ?? true
    }

    private func checkPlace(of element: SVGElement?, _ name: String) throws(XMLReader.Fault) {
        guard let parent = open.last else {
            if element == .svg { return }
            throw fault("its root <\(name)> is not that of an SVG")
        }
        guard let element else { return }
        if isSkipping {
            if !element.isDescription { throw fault("<\(name)> is not allowed in what is not drawn") }
        } else if let parent = parent.element, !parent.mayHold(element) {
            throw fault("<\(name)> is not allowed in <\(parent.rawValue)>")
        }
        if parent.element == .clipPath, parent.children > 0, element == .rect {
            throw fault("<clipPath> has more than one <rect>, and any other outline can take long")
        }
    }

    /// Takes in an element that is drawn, or used by others.
    private mutating func take(
        _ element: SVGElement, _ attributes: [XMLReader.Attribute], _ outer: Level
    ) throws(XMLReader.Fault) -> Level {
        total.elements += 1
        if total.elements > Self.maximumElements { throw fault("there are more than \(Self.maximumElements) elements") }
        if element == .svg { try takeSize(attributes) }
        if element == .use { total.uses += 1 }
        var growth = outer.growth
        var identifier: String?
        var isLinked = false
        let known = element.attributes
        var shape = SVGShape(element)
        for attribute in attributes {
            let (prefix, local) = Self.split(attribute.name)
            var name = local
            if prefix == "xmlns" || attribute.name == "xmlns" { continue }
            if !prefix.isEmpty {
                switch prefix == "xml" ? nil : namespace(of: prefix) {
                case .foreign?: continue
                case .xlink? where local == "href": name = "href"
                case .xlink?: continue
                case nil where attribute.name == "xml:space" || attribute.name == "xml:lang": continue
                case .svg?, .active?, nil: name = Substring(attribute.name)
                }
            }
            switch name {
            case "id": identifier = attribute.value
            case "style":
                do throws(SVGStyle.Fault) {
                    for declaration in try SVGStyle.declarations(SVGStyle.withoutComments(attribute.value)[...]) {
                        try take(declaration, of: element, &shape)
                    }
                } catch {
                    throw XMLReader.Fault(
                        message: "style of <\(element.rawValue)>: \(error.message)", offset: attribute.offset)
                }
            default:
                do throws(SVGStyle.Fault) {
                    guard let kind = known[String(name)] ?? SVGVocabulary.attribute(String(name)) else {
                        throw SVGStyle.Fault(message: "\(attribute.name) is not allowed in an image")
                    }
                    if name == "href" { isLinked = true }
                    growth *= try take(attribute.value, as: kind, attribute.name, of: element, &shape)
                } catch {
                    throw XMLReader.Fault(message: "<\(element.rawValue)>: \(error.message)", offset: attribute.offset)
                }
            }
        }
        self.growth = max(self.growth, growth)
        if element == .use {
            growthOfUses = max(growthOfUses, growth)
            if isLinked, links.last?.kind == .use { links[links.count - 1].growth = growth }
        }
        if element.isShape { try add(shape.outline, growth) }
        if let identifier {
            if targets[identifier] != nil {
                targets[identifier]?.isDoubled = true
                return Level(
                    element: element, namespaces: outer.namespaces, growth: growth, before: outer.before,
                    identifier: nil)
            }
            targets[identifier] = Target(element: element, isLinked: isLinked)
        }
        return Level(
            element: element, namespaces: outer.namespaces, growth: growth, before: outer.before,
            identifier: identifier)
    }

    private mutating func end() throws(XMLReader.Fault) {
        guard let level = open.popLast() else { return }
        namespaces.removeLast(namespaces.count - level.namespaces)
        if let identifier = level.identifier { targets[identifier]?.weight = total - level.before }
        if level.element == .style, !isSkipping {
            do throws(SVGStyle.Fault) {
                var none = SVGShape(.style)
                for declaration in try SVGStyle.rules(sheet) { try take(declaration, of: nil, &none) }
            } catch {
                throw fault("<style>: \(error.message)")
            }
            sheet = ""
        }
    }

    private mutating func take(_ text: String) throws(XMLReader.Fault) {
        switch open.last?.element {
        case .style?: sheet += text
        case .text?, .tspan?:
            textBytes += text.utf8.count
            if textBytes > Limits.stringBytes { throw fault("its text is longer than \(Limits.stringBytes) bytes") }
        default: break
        }
    }

    private static func split(_ name: String) -> (prefix: Substring, local: Substring) {
        guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return ("", name[...]) }
        return (name[..<colon], name[name.utf8.index(after: colon)...])
    }

    private func namespace(of prefix: Substring) -> SVGVocabulary.Namespace? {
        // By bytes, as XML has it: to Swift, two spellings of one letter are equal, and one could hide the other.
        if let known = namespaces.last(where: { $0.prefix.utf8.elementsEqual(prefix.utf8) })?.namespace { return known }
        // As old files have them.
        if prefix.isEmpty { return .svg }
        return prefix == "xlink" ? .xlink : nil
    }

    private func fault(_ message: String) -> XMLReader.Fault {
        XMLReader.Fault(message: message, offset: reader.start)
    }

}
