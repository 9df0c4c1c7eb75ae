/// The rule for the bytes of an image: a PNG of at most 512 pixels a side, or an SVG of the static subset that
/// ``SVGImage`` checks.
package enum ImageData {
    /// The largest side of a PNG, in pixels.
    static let maximumSide = 512

    /// Returns what is wrong with `bytes`, or nil.
    package static func fault(in bytes: [UInt8]) -> String? {
        if bytes.starts(with: pngSignature) { return faultInPNG(bytes) }
        if SVGImage.isStart(of: bytes) { return SVGImage.fault(in: bytes) }
        // RFC 1952, "Member header and trailer".
        if bytes.starts(with: [0x1F, 0x8B]) {
            return "\(bytes.count) bytes that are compressed; an SVG has to be plain"
        }
        return "\(bytes.count) bytes that are neither a PNG nor an SVG image"
    }

    /// PNG specification, "PNG file signature".
    private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The length and type of the first chunk; PNG specification, "IHDR Image header".
    private static let headerStart: [UInt8] = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]

    private static func faultInPNG(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 33, bytes[8..<16].elementsEqual(headerStart) else {
            return "\(bytes.count) bytes of a PNG without its header"
        }
        func side(_ range: Range<Int>) -> UInt32 { bytes[range].reduce(0) { $0 << 8 | UInt32($1) } }
        let width = side(16..<20)
        let height = side(20..<24)
        let allowed = 1...UInt32(maximumSide)
        if allowed.contains(width), allowed.contains(height) { return nil }
        return "a PNG of \(width)×\(height) pixels is outside 1…\(maximumSide) a side"
    }
}
