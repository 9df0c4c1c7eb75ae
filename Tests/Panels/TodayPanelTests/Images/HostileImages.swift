#if Panel
    import DesktopTesting
    import Foundation

    /// An image that harms a program that decodes it carelessly.
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

        static let all: [HostileImage] = sizes + chunks + pieces

        private static let sizes = [
            HostileImage("a large PNG", PNGFile.make(width: 20_000, height: 20_000)),
            HostileImage("a long PNG", PNGFile.make(width: 1_000_000_000, height: 1)),
            HostileImage("a PNG without a size", PNGFile.make(width: 0, height: 0)),
        ]

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
            HostileImage("an SVG", Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8)),
            HostileImage("a GIF", Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B]),
            HostileImage("something packed", [0x1F, 0x8B] + [UInt8](repeating: 0, count: 30)),
        ]
    }

    /// Makes PNG files. PNG specification, third edition.
    enum PNGFile {
        /// A bit for each pixel, all of them black, or of another color, as in CSS.
        static func make(
            width: Int, height: Int, color: String = "#000000", _ more: [UInt8] = [], pixels: [UInt8]? = nil
        ) -> [UInt8] {
            let rows = height * ((width + 7) / 8 + 1)
            let color = UInt32(color.dropFirst(), radix: 16) ?? 0
            return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
                + chunk("IHDR", bytes(UInt32(width)) + bytes(UInt32(height)) + [1, 3, 0, 0, 0])
                + chunk("PLTE", Array(bytes(color).dropFirst())) + more
                + chunk("IDAT", pixels ?? zeros(min(rows, 60_000_000))) + chunk("IEND", [])
        }

        /// A square of one color.
        static func square(_ color: String, side: Int = 100) -> [UInt8] {
            make(width: side, height: side, color: color)
        }

        /// The same in base64.
        static func base64(_ width: Int, _ height: Int, _ color: String = "#000000") -> String {
            Data(make(width: width, height: height, color: color)).base64EncodedString()
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
