/** Changes of the system's clock and time zone. */
import GLib from 'gi://GLib';
import GnomeDesktop from 'gi://GnomeDesktop';

/** By how much the clock differs from the time since the start of the system when it was set, in µs. */
const LEAST_JUMP = 1e6;

export class ClockWatch {
    #clock = null;
    #offset = 0;

    /** @param onChange called when the clock was set, or the zone is another */
    constructor(onChange) {
        this._onChange = onChange;
    }

    start() {
        this.#clock = new GnomeDesktop.WallClock();
        this.#offset = this.#presentOffset;
        this.#clock.connect('notify::timezone', () => this._onChange());
        // Each minute, and at once when the clock is set.
        this.#clock.connect('notify::clock', () => {
            const offset = this.#presentOffset;
            if (Math.abs(offset - this.#offset) < LEAST_JUMP)
                return;
            this.#offset = offset;
            this._onChange();
        });
    }

    stop() {
        this.#clock.run_dispose();
        this.#clock = null;
    }

    get #presentOffset() {
        return GLib.get_real_time() - GLib.get_monotonic_time();
    }
}
