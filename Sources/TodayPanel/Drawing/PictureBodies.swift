#if Panel
    internal import CGtk
    internal import TodayHost

    /// An icon of the theme.
    final class IconBody: NodeBody {
        private let icon = Icon()
        var widget: Widget { icon }

        init(_ look: NodeLook) { show(look) }

        func show(_ look: NodeLook) {
            guard case .image(.icon(let name), let width, let height, _) = look.kind else { return }
            icon.set(name)
            // Icons are square: as large as fits into what is asked for.
            icon.setSize(Int32(min(max([width, height].compactMap { $0 }.min() ?? 24, 8), 256)))
            icon.setAccessibleLabel(look.spokenName)
        }
    }

    /// A picture that the widget sent.
    final class PictureBody: NodeBody {
        private let picture = Picture()
        private var shown: (picture: NodePicture, width: Double?, height: Double?)?
        private var loading: Task<Void, Never>?
        /// In a column a picture alone would be as wide as the column, and as high as that makes it.
        private let box = Box(GTK_ORIENTATION_HORIZONTAL)
        var widget: Widget { box }

        init(_ look: NodeLook) {
            box.append(picture)
            show(look)
        }

        func show(_ look: NodeLook) {
            guard case .image(let content, let width, let height, _) = look.kind else { return }
            picture.setAccessibleLabel(look.spokenName)
            if let shown, shown == (content, width, height) { return }
            shown = (content, width, height)
            loading?.cancel()
            guard case .data(let bytes) = content else { return picture.set(nil, width: nil, height: nil) }
            loading = Task { [weak picture] in
                let texture = await Texture.decode(bytes, width: width, height: height)
                if !Task.isCancelled { picture?.set(texture, width: width, height: height) }
            }
        }
    }
#endif
