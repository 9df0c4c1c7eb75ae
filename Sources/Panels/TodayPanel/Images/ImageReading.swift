#if Panel
    internal import CTodayGtk

    /// Reads untrusted PNG files. Call this only in a process that may fail.
    enum ImageReading {
        /// Decodes the file at the start of a slot into pixels that replace it. Returns the pixels in a row and in a
        /// column; nil if the file is broken.
        static func decode(_ room: UnsafeMutableRawBufferPointer, _ request: ImageRequest) -> (Int, Int)? {
            let file = UnsafeRawBufferPointer(rebasing: room[..<Int(request.count)])
            // Other formats aren't read, even if the library supports them.
            guard file.starts(with: [0x89, 0x50, 0x4E, 0x47]),
                let loader = gdk_pixbuf_loader_new_with_type("png", nil)
            else { return nil }
            defer { g_object_unref(loader) }
            let reading = Reading(request)
            let box = Unmanaged.passUnretained(reading).toOpaque()
            let prepare: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>?, Int32, Int32, gpointer?) -> Void = {
                loader, width, height, box in
                guard let loader, let box else { return }
                Unmanaged<Reading>.fromOpaque(box).takeUnretainedValue().prepare(loader, width, height)
            }
            let update: @convention(c) (gpointer?, Int32, Int32, Int32, Int32, gpointer?) -> Void = {
                _, _, row, _, rows, box in
                guard let box else { return }
                Unmanaged<Reading>.fromOpaque(box).takeUnretainedValue().countRows(upTo: row + rows)
            }
            g_signal_connect_data(
                loader, "size-prepared", unsafeBitCast(prepare, to: GCallback.self), box, nil, GConnectFlags(0))
            g_signal_connect_data(
                loader, "area-updated", unsafeBitCast(update, to: GCallback.self), box, nil, GConnectFlags(0))
            let bytes = file.assumingMemoryBound(to: UInt8.self)
            let isWhole = gdk_pixbuf_loader_write(loader, bytes.baseAddress, gsize(bytes.count), nil)
            let isClosed = gdk_pixbuf_loader_close(loader, nil)
            let size = withExtendedLifetime(reading) { reading.isComplete ? reading.size : nil }
            guard isWhole != 0, isClosed != 0, let size, let picture = gdk_pixbuf_loader_get_pixbuf(loader) else {
                return nil
            }
            if gdk_pixbuf_get_width(picture) == size.width, gdk_pixbuf_get_height(picture) == size.height {
                return copy(picture, to: room)
            }
            guard let scaled = gdk_pixbuf_scale_simple(picture, size.width, size.height, GDK_INTERP_BILINEAR) else {
                return nil
            }
            defer { g_object_unref(UnsafeMutableRawPointer(scaled)) }
            return copy(scaled, to: room)
        }

        /// Lets the library find and load its PNG reader.
        static func prepare() {
            var start: [UInt8] = [0x89, 0x50, 0x4E, 0x47]
            let request = ImageRequest(slot: 0, count: Int32(start.count), width: 1, height: 1)
            start.withUnsafeMutableBytes { _ = decode($0, request) }
        }

        private static func copy(_ picture: OpaquePointer, to room: UnsafeMutableRawBufferPointer) -> (Int, Int)? {
            let width = Int(gdk_pixbuf_get_width(picture))
            let height = Int(gdk_pixbuf_get_height(picture))
            let channels = Int(gdk_pixbuf_get_n_channels(picture))
            let stride = Int(gdk_pixbuf_get_rowstride(picture))
            guard width > 0, height > 0, width * height * 4 <= room.count, channels == 3 || channels == 4,
                gdk_pixbuf_get_bits_per_sample(picture) == 8, let pixels = gdk_pixbuf_read_pixels(picture),
                let target = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
            else { return nil }
            for row in 0..<height {
                let from = pixels + row * stride
                let to = target + row * width * 4
                if channels == 4 {
                    to.update(from: from, count: width * 4)
                } else {
                    for column in 0..<width {
                        (to + column * 4).update(from: from + column * 3, count: 3)
                        to[column * 4 + 3] = 255
                    }
                }
            }
            return (width, height)
        }

        /// The state during the reading of a file.
        private final class Reading {
            /// The size to decode to: for a screen with two pixels to a point, within the limits.
            private(set) var size: (width: Int32, height: Int32)?
            private let request: ImageRequest
            private var ownHeight: Int32 = 0
            private var rows: Int32 = 0

            init(_ request: ImageRequest) { self.request = request }

            func prepare(_ loader: UnsafeMutablePointer<GdkPixbufLoader>, _ width: Int32, _ height: Int32) {
                let longest = max(width, height)
                let limit = Int32(ImageSlots.longestSide)
                ownHeight = height
                // If a file has too many pixels, none are read.
                guard width > 0, height > 0, longest <= limit else { return gdk_pixbuf_loader_set_size(loader, 0, 0) }
                let shares = [request.width * 2 / Double(width), request.height * 2 / Double(height)]
                let scale = min(shares.filter(\.isFinite).min() ?? 1, Double(limit) / Double(longest))
                func side(_ own: Int32) -> Int32 { Int32(max((Double(own) * scale).rounded(), 1)) }
                size = (side(width), side(height))
            }

            func countRows(upTo end: Int32) { rows = max(rows, end) }

            /// Whether all rows were read. The library doesn't report missing pixels.
            var isComplete: Bool { rows == ownHeight }
        }
    }
#endif
