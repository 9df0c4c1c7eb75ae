/** Texts that appear while the pointer rests on an actor. */
import GLib from 'gi://GLib';
import St from 'gi://St';

const DELAY = 600;

export class Tooltips {
    #texts = new WeakMap();
    #label = null;
    #timer = 0;

    /** @param layer the actor that shows them */
    constructor(layer) {
        this._layer = layer;
    }

    set(actor, text) {
        if (text && !this.#texts.has(actor)) {
            actor.reactive = true;
            actor.track_hover = true;
            actor.connect('notify::hover', () => this.#hovered(actor));
            actor.connect('destroy', () => this.hide());
        }
        if (text || this.#texts.has(actor))
            this.#texts.set(actor, text);
    }

    #hovered(actor) {
        this.hide();
        if (!actor.hover || !this.#texts.get(actor))
            return;
        this.#timer = GLib.timeout_add(GLib.PRIORITY_DEFAULT, DELAY, () => {
            this.#timer = 0;
            this.#show(actor);
            return GLib.SOURCE_REMOVE;
        });
    }

    #show(actor) {
        const [x] = actor.get_transformed_position();
        const [width] = actor.get_transformed_size();
        this.showAt(actor, this.#texts.get(actor), x + width / 2);
    }

    /** Shows a text above an actor at once. `middle` is its horizontal center on the stage. */
    showAt(actor, text, middle) {
        if (!text) {
            this.hide();
            return;
        }
        if (!this.#label) {
            this.hide();
            this.#label = new St.Label({style_class: 'dash-label'});
            this._layer.add_child(this.#label);
        }
        this.#label.text = text;
        const [, y] = actor.get_transformed_position();
        const left = Math.max(Math.min(middle - this.#label.width / 2, global.stage.width - this.#label.width), 0);
        this.#label.set_position(Math.round(left), Math.round(Math.max(y - this.#label.height, 0)));
    }

    hide() {
        if (this.#timer)
            GLib.source_remove(this.#timer);
        this.#timer = 0;
        this.#label?.destroy();
        this.#label = null;
    }
}
