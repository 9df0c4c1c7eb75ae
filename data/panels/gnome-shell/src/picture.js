/** Pictures in content. A thread of GdkPixbuf decodes them, so the Shell never waits for one. */
import Clutter from 'gi://Clutter';
import Cogl from 'gi://Cogl';
import GLib from 'gi://GLib';
import GdkPixbuf from 'gi://GdkPixbuf';
import Gio from 'gi://Gio';
import St from 'gi://St';

/** Returns the size of a drawn picture: its own, or as large as fits, and never wider than the room. */
export function fit(own, {width = Infinity, height = Infinity}, room) {
    let factor = Math.min(width / own.width, height / own.height);
    if (!Number.isFinite(factor))
        factor = 1;
    factor = Math.min(factor, room / own.width);
    return {width: Math.max(own.width * factor, 1), height: Math.max(own.height * factor, 1)};
}

function decode(bytes, size, cancellable) {
    const stream = Gio.MemoryInputStream.new_from_bytes(bytes);
    const {Pixbuf} = GdkPixbuf;
    return new Promise((resolve, reject) => {
        const done = (_source, result) => {
            try {
                resolve(Pixbuf.new_from_stream_finish(result));
            } catch (error) {
                reject(error);
            }
        };
        if (size)
            Pixbuf.new_from_stream_at_scale_async(stream, size.width, size.height, false, cancellable, done);
        else
            Pixbuf.new_from_stream_async(stream, cancellable, done);
    });
}

/** Returns the content of an actor from decoded pixels. */
function contentOf(pixbuf) {
    const {width, height, rowstride, has_alpha: hasAlpha} = pixbuf;
    const content = St.ImageContent.new_with_preferred_size(width, height);
    const format = hasAlpha ? Cogl.PixelFormat.RGBA_8888 : Cogl.PixelFormat.RGB_888;
    const pixels = [pixbuf.read_pixel_bytes(), format, width, height, rowstride];
    // Since GNOME 48, it also takes the context of Cogl.
    if (content.set_bytes.length > pixels.length)
        pixels.unshift(global.stage.context.get_backend().get_cogl_context());
    content.set_bytes(...pixels);
    return content;
}

export class Picture {
    /**
     * @param room the largest width, in logical pixels
     * @param onFail runs if the picture can't be decoded
     */
    constructor(room, onFail) {
        this.actor = new Clutter.Actor({content_gravity: Clutter.ContentGravity.RESIZE_ASPECT});
        this._room = room;
        this._onFail = onFail;
        this._shown = '';
        this._cancellable = null;
        this.actor.connect('destroy', () => {
            this._cancellable?.cancel();
        });
    }

    show({data, width, height}) {
        const bytes = new GLib.Bytes(data);
        const shown = `${GLib.compute_checksum_for_bytes(GLib.ChecksumType.SHA256, bytes)} ${width} ${height}`;
        if (shown === this._shown)
            return;
        this._shown = shown;
        this._cancellable?.cancel();
        const cancellable = new Gio.Cancellable();
        this._cancellable = cancellable;
        this._load(bytes, {width, height}, cancellable).catch(() => {
            if (!cancellable.is_cancelled())
                this._onFail();
        });
    }

    async _load(bytes, wish, cancellable) {
        const scale = St.ThemeContext.get_for_stage(global.stage).scale_factor;
        let pixbuf = await decode(bytes, null, cancellable);
        const size = fit(pixbuf, wish, this._room);
        const pixels = {width: Math.ceil(size.width * scale), height: Math.ceil(size.height * scale)};
        // A vector picture is decoded in the size on the screen.
        if (pixels.width !== pixbuf.width || pixels.height !== pixbuf.height)
            pixbuf = await decode(bytes, pixels, cancellable);
        if (cancellable.is_cancelled())
            return;
        this.actor.content = contentOf(pixbuf);
        this.actor.set_size(pixels.width, pixels.height);
    }
}
