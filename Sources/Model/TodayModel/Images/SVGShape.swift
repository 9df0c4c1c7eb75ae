/// A shape, as its attributes say one after the other.
struct SVGShape {
    private let element: SVGElement
    private var path = SVGOutline()
    private var lengths: [String: [Double]] = [:]

    init(_ element: SVGElement) { self.element = element }

    mutating func take(_ values: [Double], as name: String) { lengths[name] = values }

    mutating func take(_ outline: SVGOutline) { path = outline }

    /// Its outline, when all its attributes are known.
    var outline: SVGOutline {
        func value(_ name: String) -> Double { lengths[name]?.first ?? 0 }
        var outline = SVGOutline()
        switch element {
        case .path: return path
        case .rect: outline.rectangle((value("x"), value("y")), value("width"), value("height"))
        case .circle:
            outline.ellipse(radius: value("r"), around: (value("cx"), value("cy")), reach: abs(value("r")))
        case .ellipse:
            let radius = max(abs(value("rx")), abs(value("ry")))
            outline.ellipse(radius: radius, around: (value("cx"), value("cy")), reach: radius)
        case .line:
            outline.move(to: (value("x1"), value("y1")))
            outline.line(to: (value("x2"), value("y2")))
        case .polyline, .polygon:
            let numbers = lengths["points"] ?? []
            for index in stride(from: 0, to: numbers.count - 1, by: 2) {
                outline.line(to: (numbers[index], numbers[index + 1]))
            }
        default: break
        }
        return outline
    }
}
