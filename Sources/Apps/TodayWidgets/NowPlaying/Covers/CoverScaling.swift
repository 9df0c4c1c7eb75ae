#if Widgets
    internal import CTodayPictures
    internal import Glibc

    /// Reads and scales untrusted pictures. Call this only in a process that may fail.
    enum CoverScaling {
        /// The longest side of a cover, in pixels: enough for its size in a panel on a screen with two pixels to a point.
        static let side = 160
        /// The largest PNG, so that the whole content stays below its limit of 128 KiB.
        static let mostBytes = 96 << 10
        /// The largest picture in memory. The center counts its memory as that of the program.
        private static let mostPixels = 3000 * 3000

        /// Replaces a JPEG or PNG file by a small PNG. Returns the length of the PNG; 0 if the file can't be read.
        static func replace(_ file: UnsafeRawBufferPointer, in room: UnsafeMutableRawBufferPointer) -> Int {
            let pixels = pixels(of: file)
            guard let start = pixels.bytes else { return 0 }
            defer { free(start) }
            // A photo of 160 × 160 pixels takes about 50 KiB.
            for side in [side, side / 2] {
                let count = writePNG(pixels, side, to: room)
                if 1...mostBytes ~= count { return count }
            }
            return 0
        }

        private static func pixels(of file: UnsafeRawBufferPointer) -> cpictures_pixels {
            if file.starts(with: [0xFF, 0xD8, 0xFF]) {
                return cpictures_read_jpeg(file.baseAddress, file.count, mostPixels, UInt32(side))
            }
            let isPNG = file.starts(with: [0x89, 0x50, 0x4E, 0x47])
            return isPNG ? cpictures_read_png(file.baseAddress, file.count, mostPixels) : cpictures_pixels()
        }

        /// Writes a picture with at most this length of its longer side. Returns the length of the file; 0 if it doesn't
        /// fit.
        private static func writePNG(
            _ pixels: cpictures_pixels, _ side: Int, to room: UnsafeMutableRawBufferPointer
        ) -> Int {
            let longer = max(Int(pixels.width), Int(pixels.height), 1)
            let share = min(side, longer)
            let width = max(Int(pixels.width) * share / longer, 1)
            let height = max(Int(pixels.height) * share / longer, 1)
            var bytes = scaled(pixels, width, height)
            return bytes.withUnsafeMutableBufferPointer { buffer in
                var result = pixels
                result.bytes = buffer.baseAddress
                (result.width, result.height) = (UInt32(width), UInt32(height))
                return cpictures_write_png(&result, room.baseAddress, room.count)
            }
        }

        /// Returns the pixels of a smaller picture. Each is the mean of those that it replaces.
        private static func scaled(_ pixels: cpictures_pixels, _ width: Int, _ height: Int) -> [UInt8] {
            let channels = Int(pixels.channels)
            let source = UnsafeBufferPointer(
                start: pixels.bytes, count: Int(pixels.width) * Int(pixels.height) * channels)
            /// Returns the columns or rows that become one.
            func replaced(_ index: Int, of count: Int, from whole: UInt32) -> Range<Int> {
                let first = index * Int(whole) / count
                return first..<max((index + 1) * Int(whole) / count, first + 1)
            }
            var result: [UInt8] = []
            result.reserveCapacity(width * height * channels)
            for row in 0..<height {
                let ys = replaced(row, of: height, from: pixels.height)
                for column in 0..<width {
                    let xs = replaced(column, of: width, from: pixels.width)
                    let count = xs.count * ys.count
                    for channel in 0..<channels {
                        var sum = 0
                        for y in ys {
                            for x in xs { sum += Int(source[(y * Int(pixels.width) + x) * channels + channel]) }
                        }
                        result.append(UInt8((sum + count / 2) / count))
                    }
                }
            }
            return result
        }
    }
#endif
