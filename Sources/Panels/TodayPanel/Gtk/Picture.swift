#if Panel
    internal import CTodayGtk

    /// A picture in its own size, or scaled to the requested size.
    final class Picture: Widget {
        /// The width of the content of a card, in logical pixels.
        private static var mostWidth: Double { Double(TodayWindow.columnWidth - 2 * Margins.side) }

        init() {
            super.init(gtk_picture_new())
            gtk_picture_set_can_shrink(opaque, 1)
        }

        /// Shows pixels as large as fits into a width and a height; nil sets no limit.
        func set(_ texture: Texture?, width: Double?, height: Double?) {
            guard let texture else {
                request()
                return gtk_picture_set_paintable(opaque, nil)
            }
            let own = (
                width: Double(gdk_texture_get_width(texture.pointer)),
                height: Double(gdk_texture_get_height(texture.pointer))
            )
            let requested = [width.map { $0 / own.width }, height.map { $0 / own.height }].compactMap { $0 }.min() ?? 1
            let scale = min(requested, Self.mostWidth / own.width)
            // GTK returns no paintable for a snapshot without an area.
            guard scale > 0 else {
                request(width: 0, height: 0)
                return gtk_picture_set_paintable(opaque, nil)
            }
            // A texture requests one point for each pixel; a snapshot of it requests the size that it is drawn in.
            let snapshot = gtk_snapshot_new()
            gdk_paintable_snapshot(texture.pointer, snapshot, own.width * scale, own.height * scale)
            var size = graphene_size_t(width: Float(own.width * scale), height: Float(own.height * scale))
            let paintable = gtk_snapshot_free_to_paintable(snapshot, &size)
            gtk_picture_set_paintable(opaque, paintable)
            // When a box in a column measures the height, it gives a picture that can shrink no width and thus no
            // height.
            request(width: Int32(Double(size.width).rounded(.up)), height: Int32(Double(size.height).rounded(.up)))
            if let paintable { g_object_unref(UnsafeMutableRawPointer(paintable)) }
        }
    }

    /// Pixels that never change.
    @MainActor final class Texture {
        let pointer: OpaquePointer

        /// Copies pixels: red, green, blue and opacity, a byte each, without gaps between the rows.
        init?(_ pixels: UnsafeRawBufferPointer, width: Int32, height: Int32) {
            guard let bytes = g_bytes_new(pixels.baseAddress, gsize(pixels.count)) else { return nil }
            defer { g_bytes_unref(bytes) }
            guard
                let texture = gdk_memory_texture_new(
                    width, height, GDK_MEMORY_R8G8B8A8, bytes, gsize(Int(width) * 4))
            else { return nil }
            pointer = texture
        }

        isolated deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
    }
#endif
