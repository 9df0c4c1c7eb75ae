#if Panel
    import DesktopTesting
    import Foundation

    /// Images that do harm to whoever decodes them without care.
    struct HostileImage: Sendable {
        let name: String
        let file: [UInt8]
        /// Whether nothing can be made of it. Of the others some libraries make something, and some nothing.
        let isRefused: Bool

        private init(_ name: String, _ file: [UInt8], isRefused: Bool = true) {
            self.name = name
            self.file = file
            self.isRefused = isRefused
        }

        private static func filtered(_ name: String, _ filter: String, isRefused: Bool) -> HostileImage {
            let shape = "<rect width='512' height='512' filter='url(#f)'/>"
            return HostileImage(
                name, SVGFile.make("<filter id='f'>\(filter)</filter>\(shape)", side: 512), isRefused: isRefused)
        }

        static let all: [HostileImage] = filters + sizes + structures + chunks + pieces

        private static let filters = [
            filtered("turbulence", "<feTurbulence baseFrequency='.9' numOctaves='100000'/>", isRefused: true),
            filtered("matrix", "<feConvolveMatrix order='100000' kernelMatrix='1'/>", isRefused: false),
            filtered(
                "scaled matrix",
                "<feConvolveMatrix order='3' kernelMatrix='1 1 1 1 1 1 1 1 1' targetX='2' kernelUnitLength='.00001'/>",
                isRefused: false),
            filtered("morphology", "<feMorphology radius='2000'/>", isRefused: false),
            filtered(
                "blurs", String(repeating: "<feGaussianBlur stdDeviation='90'/>", count: 20_000), isRefused: true),
        ]

        private static let sizes = [
            HostileImage("a large PNG", PNGFile.make(width: 20_000, height: 20_000)),
            HostileImage(
                "a large PNG in an SVG",
                SVGFile.make(
                    "<image width='9' height='9' xlink:href='data:image/png;base64,"
                        + Data(PNGFile.make(width: 20_000, height: 20_000)).base64EncodedString() + "'/>"),
                isRefused: false),
            HostileImage("a long PNG", PNGFile.make(width: 1_000_000_000, height: 1)),
            HostileImage("a long SVG", SVGFile.make("", width: 1_000_000_000, height: 1), isRefused: false),
            HostileImage("a PNG without a size", PNGFile.make(width: 0, height: 0)),
        ]

        private static let structures: [HostileImage] = {
            let groups = (1...9).map { level in
                "<g id='g\(level)'>\(String(repeating: "<use xlink:href='#g\(level - 1)'/>", count: 10))</g>"
            }
            let entities = (1...9).map { level in
                "<!ENTITY e\(level) '\(String(repeating: "&e\(level - 1);", count: 10))'>"
            }
            func deep(_ tag: String, _ count: Int) -> String {
                String(repeating: "<\(tag)>", count: count) + "<rect width='9' height='9'/>"
                    + String(repeating: "</g>", count: count)
            }
            return [
                HostileImage(
                    "uses of uses",
                    SVGFile.make(
                        "<defs><rect id='g0' width='9' height='9'/>\(groups.joined())</defs><use xlink:href='#g9'/>")),
                HostileImage(
                    "a use of itself", SVGFile.make("<g id='a'><use xlink:href='#a'/></g><use xlink:href='#a'/>"),
                    isRefused: false),
                HostileImage("deep groups", SVGFile.make(deep("g", 40_000)), isRefused: false),
                HostileImage("deep layers", SVGFile.make(deep("g opacity='.9'", 8_000)), isRefused: false),
                HostileImage(
                    "entities of entities",
                    Array("<!DOCTYPE svg [<!ENTITY e0 'aaaaaaaaaa'>\(entities.joined())]>".utf8)
                        + SVGFile.make("<text y='9'>&e9;</text>")),
                HostileImage(
                    "many letters",
                    SVGFile.make("<text y='9'>\(String(repeating: "a\u{301}", count: 60_000))</text>"), isRefused: false
                ),
                HostileImage(
                    "a file",
                    SVGFile.make("<image width='9' height='9' xlink:href='file:///dev/zero'/>"), isRefused: false),
            ]
        }()

        private static let chunks: [HostileImage] = {
            let bomb = (0..<8).flatMap { number in
                PNGFile.chunk("zTXt", Array("k\(number)\0\0".utf8) + PNGFile.zeros(8_000_000))
            }
            return [
                HostileImage("text that unpacks", PNGFile.make(width: 16, height: 16, bomb), isRefused: false),
                HostileImage(
                    "colours that unpack",
                    PNGFile.make(
                        width: 16, height: 16,
                        PNGFile.chunk("iCCP", Array("k\0\0".utf8) + PNGFile.zeros(50_000_000))), isRefused: false),
                HostileImage(
                    "pixels that do not unpack",
                    PNGFile.make(width: 64, height: 64, pixels: [0x78, 0x9C] + [UInt8](repeating: 0xFF, count: 50))),
            ]
        }()

        private static let pieces = [
            HostileImage("a piece of a PNG", Array(PNGFile.make(width: 300, height: 300).dropLast(40))),
            HostileImage("the start of a PNG", Array(PNGFile.make(width: 300, height: 300).prefix(20))),
            HostileImage("a piece of an SVG", SVGFile.make("<rect/>").dropLast(10)),
            HostileImage("something packed", [0x1F, 0x8B] + [UInt8](repeating: 0, count: 30)),
        ]
    }

    /// Makes SVG files.
    enum SVGFile {
        static func make(_ content: String, side: Int = 100) -> [UInt8] { make(content, width: side, height: side) }

        static func make(_ content: String, width: Int, height: Int) -> [UInt8] {
            let names = "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"
            return Array("<svg \(names) width='\(width)' height='\(height)'>\(content)</svg>".utf8)
        }

        /// A square of one colour.
        static func square(_ color: String, side: Int = 100) -> [UInt8] {
            make("<rect width='\(side)' height='\(side)' fill='\(color)'/>", side: side)
        }
    }

    /// Makes PNG files. PNG specification, third edition.
    enum PNGFile {
        /// Black and white, a bit for each pixel, all of them black.
        static func make(width: Int, height: Int, _ more: [UInt8] = [], pixels: [UInt8]? = nil) -> [UInt8] {
            let rows = height * (width / 8 + 1)
            return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
                + chunk("IHDR", bytes(UInt32(width)) + bytes(UInt32(height)) + [1, 0, 0, 0, 0]) + more
                + chunk("IDAT", pixels ?? zeros(min(rows, 60_000_000))) + chunk("IEND", [])
        }

        static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
            let body = Array(type.utf8) + content
            return bytes(UInt32(content.count)) + body + bytes(checksum(body))
        }

        private static func bytes(_ number: UInt32) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        }

        /// CRC-32, annex D.
        private static func checksum(_ bytes: [UInt8]) -> UInt32 {
            var sum = UInt32.max
            for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
            return ~sum
        }

        private static let table: [UInt32] = (0..<256).map { index in
            (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
        }

        /// So many bytes of 0, about 150 times smaller (RFC 1950 and 1951, with fixed codes).
        static func zeros(_ count: Int) -> [UInt8] {
            var result: [UInt8] = [0x78, 0x9C]
            var bits: UInt32 = 0
            var have: UInt32 = 0
            // Codes begin with their highest bit, and each byte with its lowest.
            func put(_ code: String) {
                for bit in code.utf8 {
                    bits |= UInt32(bit & 1) << have
                    have += 1
                    if have < 8 { continue }
                    result.append(UInt8(bits))
                    (bits, have) = (0, 0)
                }
            }
            put("110")
            let runs = max(count - 1, 0) / 258
            for _ in 0..<(count - runs * 258) { put("00110000") }
            // The last 258 bytes once more, counted from one byte before.
            for _ in 0..<runs { put("1100010100000") }
            put("0000000")
            if have > 0 { result.append(UInt8(bits)) }
            return result + bytes(UInt32(count % 65521) << 16 | 1)
        }
    }
#endif
