/* exported init */
// Reports over D-Bus how long frames of the Shell take, and how busy its main thread is for a while, in ms. Other programs can
// use the processors, too, so it reports both the passed time and the processor time.
const {Gio, GLib} = imports.gi;

const NAME = 'org.todaycenter.FrameProbe';
const XML = `<node><interface name="${NAME}"><method name="Begin"/><method name="End">
<arg type="s" direction="out"/></method></interface></node>`;

/** Returns how long the main thread has run. */
function processor() {
    const [, bytes] = GLib.file_get_contents('/proc/self/schedstat');
    return Number(new TextDecoder().decode(bytes).split(' ')[0]) / 1e6;
}

const clock = () => GLib.get_monotonic_time() / 1000;

class Probe {
    enable() {
        this._frames = [];
        this._isOn = false;
        global.stage.connect('before-update', () => {
            this._start = this._isOn ? [clock(), processor()] : null;
        });
        global.stage.connect('after-update', () => {
            if (this._start)
                this._frames.push([clock() - this._start[0], processor() - this._start[1]]);
        });
        this._object = Gio.DBusExportedObject.wrapJSObject(XML, this);
        this._object.export(Gio.DBus.session, '/org/todaycenter/FrameProbe');
        Gio.bus_own_name_on_connection(Gio.DBus.session, NAME, Gio.BusNameOwnerFlags.NONE, null, null);
    }

    Begin() {
        this._frames = [];
        this._isOn = true;
        this._began = [clock(), processor()];
    }

    End() {
        this._isOn = false;
        const [time, used] = [clock() - this._began[0], processor() - this._began[1]];
        const statistics = index => {
            const times = this._frames.map(frame => frame[index]).sort((one, other) => one - other);
            const at = share => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1);
            return `median ${at(0.5)}, 99 of 100 within ${at(0.99)}, longest ${at(1)}`;
        };
        return `${this._frames.length} frames in ${(time / 1000).toFixed(1)} s; time ${statistics(0)}; ` +
            `processor ${statistics(1)}; main thread ${(used / time * 100).toFixed(1)} % of a processor`;
    }

    disable() {}
}

function init() {
    return new Probe();
}
