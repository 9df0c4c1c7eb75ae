/// A square PNG file of one color.
struct PurePicture {
    /// 0xRRGGBB.
    let color: UInt32

    private static let side = 32

    /// The color as six hexadecimal digits.
    var hexadecimal: String {
        let digits = String(color, radix: 16)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    var file: [UInt8] {
        // One bit per pixel: the index of its color in the palette, here the first.
        let header = UInt32(Self.side).bytes + UInt32(Self.side).bytes + [1, 3, 0, 0, 0]
        // A filter byte precedes each line.
        let pixels = [UInt8](repeating: 0, count: Self.side * (1 + Self.side / 8))
        return [0x89] + Array("PNG\r\n".utf8) + [0x1a, 0x0a] + Self.chunk("IHDR", header)
            + Self.chunk("PLTE", Array(color.bytes.dropFirst())) + Self.chunk("IDAT", Self.stored(pixels))
            + Self.chunk("IEND", [])
    }

    private static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(kind.utf8) + data
        return UInt32(data.count).bytes + body + checksum(body).bytes
    }

    /// Returns a zlib stream of one uncompressed block.
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        let length = Array(UInt32(data.count).bytes.reversed().prefix(2))
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in data {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        return [0x78, 0x01, 0x01] + length + length.map { ~$0 } + data + (high << 16 | low).bytes
    }

    /// Returns the CRC-32 that PNG uses.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var rest: UInt32 = 0xffff_ffff
        for byte in bytes {
            rest ^= UInt32(byte)
            for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0xedb8_8320 : rest >> 1 }
        }
        return ~rest
    }
}

extension UInt32 {
    /// The bytes in big-endian order.
    fileprivate var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> (24 - 8 * $0)) } }
}
