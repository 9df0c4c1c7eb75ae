/** The calls of a slider. */
import GLib from 'gi://GLib';

/** The shortest time between the starts of two calls, in milliseconds. */
const INTERVAL = 100;

/** Sends numbers while the user moves a slider: one call at a time, at most ten a second, and always the last number. */
export class SliderCalls {
    #next = undefined;
    #isInFlight = false;
    #timer = 0;

    /**
     * @param call makes a call with a number; returns a promise, or undefined if it can't
     * @param onEnd runs after the last call
     */
    constructor(call, onEnd) {
        this._call = call;
        this._onEnd = onEnd;
    }

    /** Whether the slider shows the user's number instead of the widget's. */
    get isMoving() {
        return this.#next !== undefined || this.#isInFlight;
    }

    /** Sends a number that the user has chosen, once the interval allows it. */
    send(number) {
        this.#next = number;
        this.#step().catch(logError);
    }

    async #step() {
        if (this.#next === undefined || this.#isInFlight || this.#timer)
            return;
        const number = this.#next;
        this.#next = undefined;
        this.#isInFlight = true;
        this.#timer = GLib.timeout_add(GLib.PRIORITY_DEFAULT, INTERVAL, () => {
            this.#timer = 0;
            this.#step().catch(logError);
            return GLib.SOURCE_REMOVE;
        });
        await this._call(number);
        this.#isInFlight = false;
        this.#step().catch(logError);
        if (!this.isMoving)
            this._onEnd();
    }

    /** Drops the pending number. */
    stop() {
        this.#next = undefined;
        if (this.#timer)
            GLib.source_remove(this.#timer);
        this.#timer = 0;
    }
}
