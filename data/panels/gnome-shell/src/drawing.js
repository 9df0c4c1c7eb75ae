/** Draws with Cairo, in the color of a style. */
import Cairo from 'cairo';
import Clutter from 'gi://Clutter';
import St from 'gi://St';

const TURN = 2 * Math.PI;

/** An actor that a function draws. The function gets a canvas, with its size and methods for shapes. */
export class Drawing {
    constructor(styleClass, properties, draw) {
        this.actor = new St.DrawingArea({style_class: styleClass, ...properties});
        this._draw = draw;
        this._timeline = null;
        this._isMoving = false;
        this.actor.connect('repaint', () => this._repaint());
        this.actor.connect('notify::mapped', () => this._run());
    }

    redraw() {
        this.actor.queue_repaint();
    }

    /** Starts or stops an animation. It runs only while the actor is visible and animations are enabled. */
    setMoving(isMoving) {
        this._isMoving = isMoving;
        this._run();
    }

    _run() {
        const runs = this._isMoving && this.actor.mapped && St.Settings.get().enable_animations;
        if (runs === Boolean(this._timeline))
            return;
        if (runs) {
            this._timeline = new Clutter.Timeline({actor: this.actor, duration: 2000, repeat_count: -1});
            this._timeline.connect('new-frame', () => this.redraw());
            this._timeline.start();
        } else {
            this._timeline.stop();
            this._timeline = null;
        }
    }

    _repaint() {
        const cr = this.actor.get_context();
        const [width, height] = this.actor.get_surface_size();
        const theme = this.actor.get_theme_node();
        const first = theme.get_foreground_color();
        // The color of the second line, if the style has one.
        const [, second] = theme.lookup_color('-second-color', false);
        const paint = (opacity, color = first) =>
            cr.setSourceRGBA(color.red / 255, color.green / 255, color.blue / 255, color.alpha / 255 * opacity);
        const unit = St.ThemeContext.get_for_stage(global.stage).scale_factor;
        const trace = points => points.forEach(([x, y], index) => index ? cr.lineTo(x, y) : cr.moveTo(x, y));
        cr.setLineJoin(Cairo.LineJoin.ROUND);
        this._draw({
            width,
            height,
            unit,
            /** 0 to 1 during an animation, else null. */
            moment: this._timeline?.get_progress() ?? null,
            isMirrored: this.actor.text_direction === Clutter.TextDirection.RTL,
            /** Draws everything that follows from right to left. */
            mirror() {
                cr.translate(width, 0);
                cr.scale(-1, 1);
            },
            rectangle(x, y, w, h) {
                paint(1);
                cr.rectangle(x, y, w, h);
                cr.fill();
            },
            line(points, thickness, isSecond = false) {
                paint(1, isSecond ? second : first);
                cr.setLineWidth(thickness);
                cr.setLineCap(Cairo.LineCap.ROUND);
                trace(points);
                cr.stroke();
            },
            area(points, opacity) {
                paint(opacity);
                trace(points);
                cr.closePath();
                cr.fill();
            },
            /** Draws a bar with round ends, as high as the drawing. */
            pill(x, w, opacity) {
                const radius = height / 2;
                paint(opacity);
                cr.newSubPath();
                cr.arc(x + w - radius, radius, radius, -TURN / 4, TURN / 4);
                cr.arc(x + radius, radius, radius, TURN / 4, TURN * 3 / 4);
                cr.closePath();
                cr.fill();
            },
            /** Draws a part of a ring, clockwise from the top; a turn is 1. */
            ring(from, to, opacity) {
                paint(opacity);
                cr.setLineWidth(4 * unit);
                cr.newSubPath();
                cr.arc(width / 2, height / 2, Math.min(width, height) / 2 - 2.5 * unit,
                    (from - 0.25) * TURN, (to - 0.25) * TURN);
                cr.stroke();
            },
        });
        cr.$dispose();
    }
}
