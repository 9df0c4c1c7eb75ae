internal import DBus

/// The rule for the bytes of an image: a PNG of at most 512 pixels a side.
package enum ImageData {
    /// The largest side, in pixels.
    static let maximumSide = 512

    /// Returns why `bytes` isn't valid, or nil if it is.
    package static func fault(in bytes: [UInt8]) -> String? {
        let isPNG = bytes.starts(with: pngSignature)
        guard !isPNG else { return faultInPNG(bytes) }
        return "this is \(format(of: bytes)); content takes \(wanted): use icon, or convert it"
    }

    private static let wanted = "PNG up to \(maximumSide) × \(maximumSide)"

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
        return "this is a PNG of \(width) × \(height); content takes \(wanted)"
    }

    // MARK: Other formats

    /// First bytes of formats that authors try, from the formats' specifications.
    private static let signatures: [(bytes: [UInt8], name: String)] = [
        ([0xFF, 0xD8, 0xFF], "JPEG"), (Array("GIF8".utf8), "GIF"), (Array("%PDF".utf8), "PDF"),
        ([0x49, 0x49, 0x2A, 0], "TIFF"), ([0x4D, 0x4D, 0, 0x2A], "TIFF"), ([0, 0, 1, 0], "ICO"),
        ([0x1F, 0x8B], "compressed with gzip"), (Array("BM".utf8), "BMP"),
    ]

    /// Returns the name of the format, for a sentence.
    private static func format(of bytes: [UInt8]) -> String {
        if bytes.isEmpty { return "empty" }
        if let known = signatures.first(where: { bytes.starts(with: $0.bytes) }) { return known.name }
        if bytes.count > 11 {
            if bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8) { return "WebP" }
            if bytes[4..<8].elementsEqual("ftyp".utf8) {
                return bytes[8..<12].elementsEqual("avif".utf8) ? "AVIF" : "HEIF"
            }
        }
        // The element may follow a byte order mark, a declaration, comments and a document type.
        let isMarkup = bytes.prefix(4).contains(UInt8(ascii: "<"))
        return isMarkup && bytes.withUnsafeBytes({ mayHoldSVG(UnsafeRawBufferPointer(rebasing: $0.prefix(1024))) })
            ? "SVG" : "an unknown format"
    }

    /// Returns whether an SVG element opens somewhere in `bytes`. It is fast, because the center checks every snapshot
    /// that it reads.
    package static func mayHoldSVG(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = UnsafeRawBufferPointer(rebasing: rest[(start + 1)...])
            if rest.starts(with: "svg".utf8) { return true }
        }
        return false
    }
}

extension Content {
    /// Replaces each image whose data version 3 of the contract doesn't accept with a text of its description. Versions
    /// 1 and 2 accepted SVG.
    ///
    /// - Returns: Whether the content has changed.
    package mutating func replaceOtherPictures() -> Bool {
        var changed = false
        if kind == ContentKind.image.rawValue, case .bytes(let bytes)? = attributes["data"],
            ImageData.fault(in: bytes) != nil
        {
            kind = ContentKind.text.rawValue
            for name in ["data", "width", "height", "icon"] { attributes[name] = nil }
            attributes["text"] = attributes.removeValue(forKey: "description") ?? ""
            changed = true
        }
        for index in children.indices where children[index].replaceOtherPictures() { changed = true }
        return changed
    }
}
