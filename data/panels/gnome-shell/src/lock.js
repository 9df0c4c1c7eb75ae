/** Watches the screen saver for the lock of the session. */
import Gio from 'gi://Gio';

const NAME = 'org.gnome.ScreenSaver';
const PATH = '/org/gnome/ScreenSaver';

export class Lock {
    isLocked = false;
    #subscription = 0;
    #cancellable = null;

    constructor(onChange) {
        this._onChange = onChange;
    }

    start() {
        this.#cancellable = new Gio.Cancellable();
        this.#subscription = Gio.DBus.session.signal_subscribe(NAME, NAME, 'ActiveChanged', PATH, null,
            Gio.DBusSignalFlags.NONE, (_bus, _sender, _path, _face, _member, values) => this.#set(values));
        Gio.DBus.session.call(NAME, PATH, NAME, 'GetActive', null, null, Gio.DBusCallFlags.NO_AUTO_START, -1,
            this.#cancellable, (bus, result) => {
                try {
                    this.#set(bus.call_finish(result));
                } catch {
                    // Without a screen saver, the session is unlocked.
                }
            });
    }

    stop() {
        this.#cancellable.cancel();
        Gio.DBus.session.signal_unsubscribe(this.#subscription);
        this.isLocked = false;
    }

    #set(values) {
        const [isLocked] = values.recursiveUnpack();
        if (isLocked === this.isLocked)
            return;
        this.isLocked = isLocked;
        this._onChange();
    }
}
