#if Panel
    internal import CGtk

    /// A picture in its own size, or scaled to the size that is asked for.
    final class Picture: Widget {
        /// As wide as the content of a card, in logical pixels.
        private static var mostWidth: Double { Double(TodayWindow.width - 2 * (CardColumn.margin + Margins.side)) }

        init() {
            super.init(gtk_picture_new())
            gtk_picture_set_can_shrink(opaque, 1)
        }

        /// Shows pixels, as large as fits into a width and a height; those that are nil do not matter.
        func set(_ texture: Texture?, width: Double?, height: Double?) {
            guard let texture else {
                request()
                return gtk_picture_set_paintable(opaque, nil)
            }
            let own = (
                width: Double(gdk_texture_get_width(texture.pointer)),
                height: Double(gdk_texture_get_height(texture.pointer))
            )
            let wish = [width.map { $0 / own.width }, height.map { $0 / own.height }].compactMap { $0 }.min() ?? 1
            let scale = min(wish, Self.mostWidth / own.width)
            // GTK makes nothing to paint of a snapshot without any area.
            guard scale > 0 else {
                request(width: 0, height: 0)
                return gtk_picture_set_paintable(opaque, nil)
            }
            // A texture wants one point for each of its pixels; drawn into a snapshot it wants what it is given.
            let snapshot = gtk_snapshot_new()
            gdk_paintable_snapshot(texture.pointer, snapshot, own.width * scale, own.height * scale)
            var size = graphene_size_t(width: Float(own.width * scale), height: Float(own.height * scale))
            let paintable = gtk_snapshot_free_to_paintable(snapshot, &size)
            gtk_picture_set_paintable(opaque, paintable)
            // Asked how high it would be in a column, a box gives a picture that can shrink no width, and so no height.
            request(width: Int32(Double(size.width).rounded(.up)), height: Int32(Double(size.height).rounded(.up)))
            if let paintable { g_object_unref(UnsafeMutableRawPointer(paintable)) }
        }
    }

    /// Pixels, which never change. They can be made on any thread.
    final class Texture: @unchecked Sendable {
        // A GdkTexture is immutable, and counting its references is atomic; that is all that is done with it here.
        let pointer: OpaquePointer

        private init(_ pointer: OpaquePointer) { self.pointer = pointer }

        deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

        /// The longest side that a picture may have, in pixels, whatever its file says of itself.
        private static let limit = 512.0

        /// Reads a PNG or SVG file, away from the main thread. Nil when it is broken.
        ///
        /// - Parameters:
        ///   - width: how wide it will be shown; nil for its own width.
        ///   - height: how high it will be shown; nil for its own height.
        @concurrent static func decode(_ bytes: [UInt8], width: Double?, height: Double?) async -> Texture? {
            // No other format is read, whatever the library can do.
            let isPNG = bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
            guard let loader = gdk_pixbuf_loader_new_with_type(isPNG ? "png" : "svg", nil) else { return nil }
            defer { g_object_unref(loader) }
            let wanted = Wanted(width, height)
            let box = Unmanaged.passRetained(wanted).toOpaque()
            let prepare: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>?, Int32, Int32, gpointer?) -> Void = {
                loader, width, height, box in
                guard let box else { return }
                let wanted = Unmanaged<Wanted>.fromOpaque(box).takeUnretainedValue()
                let size = wanted.size(Double(width), Double(height))
                gdk_pixbuf_loader_set_size(loader, Int32(size.0), Int32(size.1))
            }
            g_signal_connect_data(
                loader, "size-prepared", unsafeBitCast(prepare, to: GCallback.self), box,
                { box, _ in if let box { Unmanaged<Wanted>.fromOpaque(box).release() } }, GConnectFlags(rawValue: 0))
            let isWhole = gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), nil)
            let isClosed = gdk_pixbuf_loader_close(loader, nil)
            guard isWhole != 0, isClosed != 0, let pixels = gdk_pixbuf_loader_get_pixbuf(loader) else { return nil }
            return gdk_texture_new_for_pixbuf(pixels).map { Texture($0) }
        }

        /// The size to decode to: as it will be shown on a screen with two pixels to a point, and never huge.
        private final class Wanted: Sendable {
            private let width, height: Double?

            init(_ width: Double?, _ height: Double?) {
                self.width = width
                self.height = height
            }

            func size(_ ownWidth: Double, _ ownHeight: Double) -> (Double, Double) {
                guard ownWidth > 0, ownHeight > 0 else { return (1, 1) }
                let shares = [width.map { $0 * 2 / ownWidth }, height.map { $0 * 2 / ownHeight }].compactMap { $0 }
                let scale = min(shares.min() ?? 1, limit / max(ownWidth, ownHeight))
                return (max((ownWidth * scale).rounded(), 1), max((ownHeight * scale).rounded(), 1))
            }
        }
    }
#endif
