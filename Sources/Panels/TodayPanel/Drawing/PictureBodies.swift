#if Panel
    internal import CTodayGtk
    internal import TodayModel

    /// An icon of the theme.
    final class IconBody: NodeBody {
        private let icon = Icon()
        var widget: Widget { icon }

        init(_ attributes: NodeAttributes) { show(attributes) }

        func show(_ attributes: NodeAttributes) {
            guard case .image(.icon(let name), let width, let height, _) = attributes.kind else { return }
            icon.set(name)
            icon.setSize(Self.size(width: width, height: height))
            // An icon without a description is decorative.
            icon.hideFromAccessibility(attributes.spokenName.isEmpty)
            icon.setAccessibleLabel(attributes.spokenName)
        }

        /// Returns the size of an icon, which is square: the largest that fits into the requested size.
        static func size(width: Double?, height: Double?) -> Int32 {
            Int32(min(max([width, height].compactMap { $0 }.min() ?? 24, 8), 256))
        }
    }

    /// A picture that the widget sent. A puzzle piece replaces a picture that can't be decoded.
    final class PictureBody: NodeBody {
        private let picture = Picture()
        private var puzzlePiece: Icon?
        private var shown: (picture: NodePicture, width: Double?, height: Double?)?
        private var loading: ImageDecoder.Request?
        private let context: NodeContext
        /// The box keeps the picture in its size. Alone in a column, it would be as wide as the column, and as high as
        /// that width requires.
        private let box = Box(GTK_ORIENTATION_HORIZONTAL)
        var widget: Widget { box }

        init(_ attributes: NodeAttributes, _ context: NodeContext) {
            self.context = context
            picture.addClass("picture")
            gtk_widget_set_overflow(picture.pointer, GTK_OVERFLOW_HIDDEN)
            box.append(picture)
            show(attributes)
        }

        func show(_ attributes: NodeAttributes) {
            guard case .image(let content, let width, let height, _) = attributes.kind else { return }
            picture.setAccessibleLabel(attributes.spokenName)
            puzzlePiece?.setAccessibleLabel(attributes.spokenName)
            if let shown, shown == (content, width, height) { return }
            shown = (content, width, height)
            loading?.cancel()
            guard case .data(let bytes) = content else {
                showPicture()
                return picture.set(nil, width: nil, height: nil)
            }
            let name = attributes.spokenName
            loading = ImageDecoder.shared.decode(bytes, width: width, height: height, for: context) {
                [weak self] texture in
                guard let self else { return }
                guard let texture else {
                    return self.showPuzzlePiece(size: IconBody.size(width: width, height: height), named: name)
                }
                self.showPicture()
                self.picture.set(texture, width: width, height: height)
            }
        }

        private func showPicture() {
            picture.isVisible = true
            if let puzzlePiece { box.remove(puzzlePiece) }
            puzzlePiece = nil
        }

        private func showPuzzlePiece(size: Int32, named name: String) {
            let icon = puzzlePiece ?? Icon(Icon.missing)
            icon.addClass("card-icon-missing")
            icon.setSize(size)
            icon.setAccessibleLabel(name)
            if puzzlePiece == nil { box.append(icon) }
            puzzlePiece = icon
            // Release the former picture.
            picture.set(nil, width: nil, height: nil)
            picture.isVisible = false
        }

        isolated deinit { loading?.cancel() }
    }
#endif
