/** Watches the system's clock and time zone. */
import GLib from 'gi://GLib';
import GnomeDesktop from 'gi://GnomeDesktop';

/** The smallest jump of the clock to report, in µs. */
const LEAST_JUMP = 1e6;

export class ClockWatch {
    #clock = null;
    #offset = 0;

    /** @param onChange runs after a change of the clock or of the time zone */
    constructor(onChange) {
        this._onChange = onChange;
    }

    start() {
        this.#clock = new GnomeDesktop.WallClock();
        this.#offset = this.#presentOffset;
        this.#clock.connect('notify::timezone', () => this._onChange());
        // The signal comes each minute, and as soon as the clock was set.
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
