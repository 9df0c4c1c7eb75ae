#if Panel
    internal import CGtk
    internal import TodayHost

    /// An icon of the theme.
    final class IconBody: NodeBody {
        private let icon = Icon()
        var widget: Widget { icon }

        init(_ look: NodeLook) { show(look) }

        func show(_ look: NodeLook) {
            guard case .image(.icon(let name), let width, let height, let description) = look.kind else { return }
            icon.set(name)
            icon.setSize(Int32(min(max(width ?? height ?? 24, 8), 256)))
            icon.setAccessibleLabel(look.accessibleLabel ?? description ?? name)
        }
    }

    /// A picture that the widget sent.
    final class PictureBody: NodeBody {
        private let picture = Picture()
        private var shown: NodePicture?
        private var loading: Task<Void, Never>?
        var widget: Widget { picture }

        init(_ look: NodeLook) {
            picture.align(horizontally: GTK_ALIGN_START)
            show(look)
        }

        func show(_ look: NodeLook) {
            guard case .image(let content, let width, let height, let description) = look.kind else { return }
            picture.setAccessibleLabel(look.accessibleLabel ?? description ?? "Picture")
            picture.request(
                width: width.map { Int32(min($0, 512)) } ?? -1, height: height.map { Int32(min($0, 512)) } ?? -1)
            if content == shown { return }
            shown = content
            loading?.cancel()
            guard case .data(let bytes) = content else { return picture.set(nil) }
            loading = Task { [weak picture] in
                let texture = await Texture.decode(bytes, width: width, height: height)
                if !Task.isCancelled { picture?.set(texture) }
            }
        }
    }
#endif
