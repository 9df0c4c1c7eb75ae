/// Values, and what they add up to.
extension SVGImage {
    mutating func take(
        _ declaration: SVGStyle.Declaration, of element: SVGElement?, _ shape: inout SVGShape
    ) throws(SVGStyle.Fault) {
        guard let kind = SVGVocabulary.property(declaration.property) else {
            throw SVGStyle.Fault(message: "\(declaration.property.excerpt) is not allowed in an image")
        }
        _ = try take(declaration.value, as: kind, declaration.property, of: element, &shape)
    }

    /// Takes in one value.
    ///
    /// - Parameters:
    ///   - name: of the attribute or property.
    ///   - element: whose it is; nil for that of a style sheet, which may be of any.
    /// - Returns: by how much it enlarges what is in the element.
    mutating func take(
        _ value: String, as kind: SVGValue, _ name: String, of element: SVGElement?, _ shape: inout SVGShape
    ) throws(SVGStyle.Fault) -> Double {
        func fault(_ expected: String) -> SVGStyle.Fault {
            SVGStyle.Fault(message: "\(name): \(value.excerpt) is not \(expected)")
        }
        switch kind {
        case .text: break
        case .string: if !SVGValueScanner.isPlain(value) { throw fault("a list of names") }
        case .words: if !SVGValueScanner.isWords(value) { throw fault("words and numbers") }
        case .only(let words): if !words.contains(value) { throw fault("allowed in an image") }
        case .off: if !Self.initial.contains(value) { throw fault("allowed in an image") }
        case .layer:
            if !SVGValueScanner.isWords(value) { throw fault("words and numbers") }
            if Self.initial.contains(value) || value == "1" || value == "1.0" { break }
            if element == nil { hasLayerClass = true } else { total.layers += 1 }
        case .geometry:
            let percent = (side ?? Self.unknownSide) / 100
            guard let lengths = SVGValueScanner.lengths(value, percent: percent) else {
                throw fault("a list of lengths")
            }
            largest = lengths.reduce(largest) { max($0, abs($1)) }
            shape.take(lengths, as: name)
        case .path:
            guard let outline = SVGOutline(path: value) else { throw fault("the data of a path") }
            shape.take(outline)
        case .transform:
            guard let (shift, growth) = SVGValueScanner.transform(value) else { throw fault("a transformation") }
            largest = max(largest, shift)
            return growth
        case .color:
            var scanner = SVGValueScanner(value)
            if !scanner.color() { throw fault("a colour") }
        case .paint: try takePaint(value, name, fault("a colour or a gradient of this image"))
        case .strokeWidth, .fontSize:
            if SVGValueScanner.isWord(value) { break }
            guard let lengths = SVGValueScanner.lengths(value, isAbsolute: true), lengths.count == 1 else {
                throw fault("one length without % and em")
            }
            thickest = max(thickest, abs(lengths[0]))
        case .dashes:
            if SVGValueScanner.isWord(value) { break }
            guard let lengths = SVGValueScanner.lengths(value, isAbsolute: true) else {
                throw fault("a list of lengths without % and em")
            }
            let period = lengths.reduce(0) { $0 + abs($1) }
            if period > 0 { shortestPeriod = min(shortestPeriod, period) }
        case .clip:
            if Self.initial.contains(value) { break }
            var scanner = SVGValueScanner(value)
            guard let identifier = scanner.localURL(), scanner.isAtEnd else {
                throw fault("a <clipPath> of this image")
            }
            links.append(Link(kind: .clip, identifier: identifier, offset: reader.start))
        case .link:
            guard value.utf8.first == UInt8(ascii: "#"), value.utf8.count > 1 else {
                throw fault("the id of an element of this image, such as #a")
            }
            let kind = element == .use ? Link.Kind.use : .baseGradient
            links.append(Link(kind: kind, identifier: String(value.dropFirst()), offset: reader.start))
        }
        return 1
    }

    /// Words that leave things as they are.
    private static let initial: Set<String> = ["none", "inherit", "auto", "normal", "initial"]

    /// An image without a size is as large as what it draws.
    static let unknownSide = 2.0

    static let tooManyPoints = "the outlines have more than \(maximumPoints) corners"

    /// Adds a shape to what there is to draw.
    mutating func add(_ outline: SVGOutline, _ growth: Double) throws(XMLReader.Fault) {
        total.points += outline.points
        total.length += outline.length * growth
        let side = side ?? Self.unknownSide
        total.area += min(1, outline.area(margin: thickest) * growth * growth / (side * side))
        largest = max(largest, outline.reach)
        if total.points > Self.maximumPoints {
            throw XMLReader.Fault(message: Self.tooManyPoints, offset: reader.start)
        }
    }

    private mutating func takePaint(
        _ value: String, _ name: String, _ fault: SVGStyle.Fault
    ) throws(SVGStyle.Fault) {
        var scanner = SVGValueScanner(value)
        if name == "stroke", value != "none" { hasStrokes = true }
        if let identifier = scanner.localURL() {
            links.append(Link(kind: .gradient, identifier: identifier, offset: reader.start))
            scanner.skipSpaces()
            // What is used where there is no such gradient.
            if scanner.isAtEnd { return }
        } else {
            scanner = SVGValueScanner(value)
        }
        if !scanner.color() { throw fault }
    }

    // MARK: The whole

    /// Takes in how large the image is.
    mutating func takeSize(_ attributes: [XMLReader.Attribute]) throws(XMLReader.Fault) {
        var sides: [Double] = []
        for attribute in attributes where attribute.name == "width" || attribute.name == "height" {
            var scanner = SVGValueScanner(attribute.value, percent: 0)
            scanner.skipSpaces()
            let isShare = attribute.value.utf8.contains(UInt8(ascii: "%"))
            guard let length = scanner.length() else { continue }
            guard (0...Self.maximumSide).contains(length) else {
                throw XMLReader.Fault(
                    message:
                        "<svg>: \(attribute.name): \(attribute.value.excerpt) is outside 0…\(Self.maximumSide.excerpt)",
                    offset: attribute.offset)
            }
            if !isShare { sides.append(length) }
        }
        if sides.count == 2 { side = sides.max() }
        guard let box = attributes.first(where: { $0.name == "viewBox" }) else { return }
        var scanner = SVGValueScanner(box.value)
        var numbers: [Double] = []
        while numbers.count < 5 {
            scanner.skipSpaces(commas: true)
            guard let number = scanner.number() else { break }
            numbers.append(number)
        }
        guard numbers.count == 4, scanner.isAtEnd, numbers[2...].allSatisfy({ $0 > 0 && $0 <= Self.maximumViewBox })
        else {
            throw XMLReader.Fault(
                message: "<svg>: viewBox: \(box.value.excerpt) is not four numbers, "
                    + "the last two above 0 and at most \(Self.maximumViewBox.excerpt)", offset: box.offset)
        }
        side = max(numbers[2], numbers[3])
    }

    /// Looks at what elements refer to, and counts what they show through that.
    mutating func checkLinks() throws(XMLReader.Fault) {
        for link in links {
            func fault(_ message: String) -> XMLReader.Fault {
                XMLReader.Fault(message: "\(("#" + link.identifier).excerpt): \(message)", offset: link.offset)
            }
            guard let target = targets[link.identifier] else { throw fault("there is no such element") }
            if target.isDoubled { throw fault("two elements have this id") }
            let name = target.element.rawValue
            switch link.kind {
            case .gradient: if !target.element.isGradient { throw fault("<\(name)> is no gradient") }
            case .baseGradient:
                if !target.element.isGradient || target.isLinked {
                    throw fault("<\(name)> is no gradient that refers to no other")
                }
            case .clip: if target.element != .clipPath { throw fault("<\(name)> is no <clipPath>") }
            case .use:
                guard target.element.isShape || target.element == .text || target.element == .g,
                    target.weight.uses == 0
                else { throw fault("<\(name)> cannot be used: it is no shape, text or group without <use>") }
                total.add(target.weight, growth: link.growth)
                if total.elements > Self.maximumElements {
                    throw fault("with <use> there are more than \(Self.maximumElements) elements")
                }
                if total.points > Self.maximumPoints { throw fault(Self.tooManyPoints) }
            }
        }
    }

    /// Checks what only the whole image shows. What is used is as large as where it is defined and used.
    mutating func checkSizes() throws(XMLReader.Fault) {
        func fault(_ message: String) -> XMLReader.Fault { XMLReader.Fault(message: message, offset: 0) }
        let growth = growth * growthOfUses
        let side = side ?? Self.unknownSide
        if hasStrokes { thickest = max(thickest, 1) }
        // Written so that what is no number is refused as well.
        guard largest * growth <= Self.reach * side else {
            throw fault("it reaches \((largest * growth).excerpt) units far, more than \((Self.reach * side).excerpt)")
        }
        guard thickest * growth <= Self.thickness * side else {
            throw fault(
                "its thickest line, or largest letter, has \((thickest * growth).excerpt) units, more than "
                    + (Self.thickness * side).excerpt)
        }
        // Letters have outlines of their own.
        let outlines = total.length + 8 * Double(textBytes) * thickest * growth
        // A line has an outline on each side, and one around each corner and end. Dashes have ends.
        let ends = Double(total.points) + outlines / shortestPeriod
        let lines = hasStrokes ? 2 * outlines + 4 * thickest * growth * ends : 0
        let length = (outlines + lines) / side
        guard length <= Self.maximumLength else {
            throw fault(
                "its outlines are \(length.rounded().excerpt) sides of it long, more than \(Self.maximumLength.excerpt)"
            )
        }
        if links.contains(where: { $0.kind == .gradient }), total.area > Self.maximumGradients {
            throw fault("its gradients cover more than \(Self.maximumGradients.excerpt) times its size")
        }
        if hasLayerClass { total.layers = total.elements }
        if total.layers > Self.maximumLayers {
            throw fault("\(total.layers) of its elements need a layer of their own, more than \(Self.maximumLayers)")
        }
    }
}
