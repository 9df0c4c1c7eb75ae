/// How large an outline is: what it takes to draw it grows with that.
struct SVGOutline {
    typealias Point = (x: Double, y: Double)

    /// Corners and ends, each piece of a curve counted.
    private(set) var points = 0
    /// Its length, or more: a curve is no longer than the lines between its control points.
    private(set) var length = 0.0
    private var low: Point = (.infinity, .infinity)
    private var high: Point = (-.infinity, -.infinity)
    private var current: Point = (0, 0)

    /// The largest coordinate, without its sign.
    var reach: Double { points == 0 ? 0 : max(abs(low.x), abs(low.y), abs(high.x), abs(high.y)) }

    /// The area of the box around it, with a margin.
    func area(margin: Double) -> Double {
        points == 0 ? 0 : (high.x - low.x + margin) * (high.y - low.y + margin)
    }

    mutating func move(to point: Point) {
        points += 1
        low = (min(low.x, point.x), min(low.y, point.y))
        high = (max(high.x, point.x), max(high.y, point.y))
        current = point
    }

    mutating func line(to point: Point) {
        length += abs(point.x - current.x) + abs(point.y - current.y)
        move(to: point)
    }

    /// An ellipse, or a part of one, that reaches at most so far from a point.
    mutating func ellipse(radius: Double, around center: Point, reach: Double) {
        length += 2 * .pi * radius
        move(to: (center.x - reach, center.y - reach))
        move(to: (center.x + reach, center.y + reach))
        points += 6
    }

    mutating func rectangle(_ corner: Point, _ width: Double, _ height: Double) {
        move(to: corner)
        line(to: (corner.x + width, corner.y))
        line(to: (corner.x + width, corner.y + height))
        line(to: (corner.x, corner.y + height))
        line(to: corner)
    }
}

extension SVGOutline {
    /// Reads the data of a path; nil if it is not as SVG 1.1, "The grammar for path data", has it.
    init?(path text: String) {
        self.init()
        var scanner = SVGValueScanner(text)
        var start: Point = (0, 0)
        var control: Point = (0, 0)
        var command = UInt8(0)
        while true {
            scanner.skipSpaces(commas: command != 0)
            guard let byte = scanner.peek() else { return }
            let isCommand = Self.arguments(of: byte) != nil
            if isCommand { command = byte; scanner.skip() }
            guard let count = Self.arguments(of: command), isCommand || count > 0,
                points > 0 || command | 0x20 == UInt8(ascii: "m")
            else { return nil }
            var values: [Double] = []
            while values.count < count {
                scanner.skipSpaces(commas: !values.isEmpty)
                let isFlag = count == 7 && (values.count == 3 || values.count == 4)
                guard let value = isFlag ? scanner.flag() : scanner.number() else { return nil }
                values.append(value)
            }
            let isRelative = command & 0x20 != 0
            let origin: Point = isRelative ? current : (0, 0)
            func point(_ index: Int) -> Point { (origin.x + values[index], origin.y + values[index + 1]) }
            let before = current
            var next: Point?
            switch command | 0x20 {
            case UInt8(ascii: "m"):
                move(to: point(0))
                start = current
                // What follows without a letter are lines.
                command = isRelative ? UInt8(ascii: "l") : UInt8(ascii: "L")
            case UInt8(ascii: "l"): line(to: point(0))
            case UInt8(ascii: "h"): line(to: (origin.x + values[0], current.y))
            case UInt8(ascii: "v"): line(to: (current.x, origin.y + values[0]))
            case UInt8(ascii: "c"):
                let corners = [point(0), point(2), point(4)]
                for corner in corners { line(to: corner) }
                next = corners[1]
            case UInt8(ascii: "s"), UInt8(ascii: "q"):
                let corners = [point(0), point(2)]
                if command | 0x20 == UInt8(ascii: "s") {
                    line(to: (2 * before.x - control.x, 2 * before.y - control.y))
                }
                for corner in corners { line(to: corner) }
                next = corners[0]
            case UInt8(ascii: "t"):
                let end = point(0)
                next = (2 * before.x - control.x, 2 * before.y - control.y)
                line(to: next ?? end)
                line(to: end)
            case UInt8(ascii: "a"):
                let end = point(5)
                let radii = (abs(values[0]), abs(values[1]))
                let chord = abs(end.x - before.x) + abs(end.y - before.y)
                // Radii that are too small are enlarged until the ellipse reaches.
                let most = max(radii.0, radii.1)
                let least = min(radii.0, radii.1)
                let radius = max(most, chord / 2 * most / least)
                // Its center is one radius away.
                if least > 0 { ellipse(radius: radius, around: before, reach: 2 * radius) } else { line(to: end) }
                move(to: end)
            default: line(to: start)
            }
            control = next ?? current
        }
    }

    /// How many numbers a command takes; nil if the letter is none.
    private static func arguments(of command: UInt8) -> Int? {
        switch command | 0x20 {
        case UInt8(ascii: "z"): 0
        case UInt8(ascii: "h"), UInt8(ascii: "v"): 1
        case UInt8(ascii: "m"), UInt8(ascii: "l"), UInt8(ascii: "t"): 2
        case UInt8(ascii: "s"), UInt8(ascii: "q"): 4
        case UInt8(ascii: "c"): 6
        case UInt8(ascii: "a"): 7
        default: nil
        }
    }
}
