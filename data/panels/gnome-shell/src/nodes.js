/**
 * Draws content: an actor for each node of a tree. An actor stays as long as its node does.
 *
 * A body draws one kind: it has an actor, and show() to draw new values. presentation.js makes these values from content.
 */
import Atk from 'gi://Atk';
import Clutter from 'gi://Clutter';
import GObject from 'gi://GObject';
import Pango from 'gi://Pango';
import St from 'gi://St';

import {SliderCalls} from './calls.js';
import {Drawing} from './drawing.js';
import {Picture} from './picture.js';
import {chartScale, chartText, enteredText, legend, sliderShare, sliderValue, spokenName, spokenText} from './presentation.js';
import {say} from './words.js';

const {ActorAlign} = Clutter;
const ALIGN = {leading: ActorAlign.START, center: ActorAlign.CENTER, trailing: ActorAlign.END, fill: ActorAlign.FILL};

/** Returns how many physical pixels a logical pixel has. */
export function scale() {
    return St.ThemeContext.get_for_stage(global.stage).scale_factor;
}

/** Returns a label with plain text, which wraps by default. */
export function label(styleClass, text = '', {wraps = true, ...properties} = {}) {
    const actor = new St.Label({style_class: styleClass, text, ...properties});
    actor.clutter_text.line_wrap = wraps;
    actor.clutter_text.line_wrap_mode = Pango.WrapMode.WORD_CHAR;
    actor.clutter_text.ellipsize = wraps ? Pango.EllipsizeMode.NONE : Pango.EllipsizeMode.END;
    return actor;
}

export function box(styleClass, {isVertical = true, ...properties} = {}) {
    return new St.BoxLayout({style_class: styleClass, vertical: isVertical, ...properties});
}

/** Returns a button with a label, an icon, or a child. */
export function button(styleClass, {onClick, ...properties}) {
    const actor = new St.Button({style_class: styleClass, can_focus: true, ...properties});
    actor.connect('clicked', onClick);
    return actor;
}

/** Moves the focus from an actor to another one, before the first is removed. */
export function yieldFocus(actor, heir) {
    const focus = global.stage.get_key_focus();
    if (focus && actor.contains(focus))
        heir?.grab_key_focus();
}

/** Keeps presses on an actor, and on its margin, from the button around it. */
function keepPresses(actor) {
    actor.reactive = true;
    for (const signal of ['button-press-event', 'button-release-event', 'touch-event'])
        actor.connect(signal, () => Clutter.EVENT_STOP);
}

const setStyle = (actor, prefix, ...names) => {
    actor.style_class = names.map(name => `${prefix}${name}`).join(' ');
};

class TextBody {
    constructor(context, place) {
        this.actor = label('');
        this._isWide = place !== 'row';
        this._lines = 0;
        this._alignment = 'leading';
        this.actor.connect('style-changed', () => this._setStyle());
    }

    show({kind, text, style, color, lines = 0, alignment = 'leading', isClock}) {
        const {clutter_text: words} = this.actor;
        words.line_wrap = lines !== 1;
        words.ellipsize = lines ? Pango.EllipsizeMode.END : Pango.EllipsizeMode.NONE;
        this.actor.x_align = ALIGN[alignment];
        this.actor.text = text;
        // A timer or clock on a line of its own is the subject of its card.
        if (kind === 'timer' || kind === 'clock')
            setStyle(this.actor, 'today-', 'timer', (isClock ?? true) && this._isWide ? 'clock' : 'words');
        else
            setStyle(this.actor, 'today-', `text-${style}`, `color-${color}`);
        this._lines = lines;
        this._alignment = alignment;
        this._setStyle();
    }

    /** Sets the alignment and the maximum height, which is the measured height of the lines times their number. */
    _setStyle() {
        const end = this.actor.text_direction === Clutter.TextDirection.RTL ? 'left' : 'right';
        const align = {center: 'center', trailing: end, fill: 'justify'}[this._alignment];
        const styles = align ? [`text-align: ${align};`] : [];
        if (this._lines > 1 && this.actor.get_stage()) {
            const layout = this.actor.clutter_text.get_layout();
            const [, height] = layout.get_pixel_size();
            styles.push(`max-height: ${Math.ceil(height / layout.get_line_count() * this._lines / scale())}px;`);
        }
        const style = styles.join(' ') || null;
        if (this.actor.style !== style)
            this.actor.style = style;
    }
}

class ProgressBody {
    constructor(_context, _place, {style}) {
        this._isCircle = style === 'circle';
        this._share = null;
        this._drawing = new Drawing('', {
            accessible_role: Atk.Role.PROGRESS_BAR,
            x_expand: !this._isCircle,
            y_align: ActorAlign.CENTER,
        }, canvas => this._isCircle ? this._ring(canvas) : this._bar(canvas));
        this._label = label(this._isCircle ? 'today-ring-label' : 'today-timer', '', {
            wraps: false,
            x_align: ActorAlign.CENTER,
            y_align: ActorAlign.CENTER,
        });
        this.actor = this._isCircle ? new St.Widget({layout_manager: new Clutter.BinLayout()})
            : box('today-bar-line', {isVertical: false, x_expand: true});
        this.actor.add_child(this._drawing.actor);
        this.actor.add_child(this._label);
    }

    show(look) {
        this._share = look.share;
        this._label.text = look.text;
        this._label.visible = look.text !== '';
        const size = this._isCircle && look.text ? ['ring-with-label'] : [];
        const color = look.color === 'accent' ? [] : [`color-${look.color}`];
        setStyle(this._drawing.actor, 'today-', this._isCircle ? 'ring' : 'bar', ...size, ...color);
        this._drawing.actor.accessible_name = spokenName(look);
        this._drawing.setMoving(look.share === null);
        this._drawing.redraw();
    }

    _bar({width, height, pill, moment, isMirrored}) {
        pill(0, width, 0.2);
        if (this._share === null) {
            // A third of the bar moves from side to side.
            const place = moment === null ? 0.5 : (1 - Math.cos(moment * 2 * Math.PI)) / 2;
            pill(width * 2 / 3 * place, width / 3, 1);
        } else if (this._share > 0) {
            const length = Math.max(width * this._share, height);
            pill(isMirrored ? width - length : 0, length, 1);
        }
    }

    _ring({ring, moment}) {
        ring(0, 1, 0.2);
        if (this._share === null)
            ring(moment ?? 0, (moment ?? 0) + 0.25, 0.7);
        else
            ring(0, this._share, 1);
    }
}

class ChartBody {
    constructor({tooltips}) {
        this._tooltips = tooltips;
        this._drawing = new Drawing('today-chart', {accessible_role: Atk.Role.IMAGE, x_expand: true},
            canvas => this._draw(canvas));
        this.actor = box('today-chart-box', {x_expand: true});
        this.actor.add_child(this._drawing.actor);
        this._legend = box('today-legend', {isVertical: false});
        this._names = ['today-legend-first', 'today-color-secondary'].map(color =>
            label(`today-text-caption ${color}`, '', {wraps: false}));
        this._names.forEach(name => this._legend.add_child(name));
        this.actor.add_child(this._legend);
        this._look = {values: [], series: []};
        const {actor} = this._drawing;
        actor.reactive = true;
        actor.connect('motion-event', (_actor, event) => this._pointed(event.get_coords()));
        actor.connect('leave-event', () => this._tooltips.hide());
        actor.connect('destroy', () => this._tooltips.hide());
    }

    /** Shows the numbers below the pointer. */
    _pointed([x]) {
        const {actor} = this._drawing;
        const [left] = actor.get_transformed_position();
        const [width] = actor.get_transformed_size();
        if (width > 0) {
            const place = (x - left) / width;
            const isMirrored = actor.text_direction === Clutter.TextDirection.RTL;
            const text = chartText(this._look, isMirrored ? 1 - place : place, Math.max(Math.floor(width), 1));
            this._tooltips.showAt(actor, text, x);
        }
        return Clutter.EVENT_PROPAGATE;
    }

    show(look) {
        this._look = look;
        this._drawing.actor.accessible_name = spokenName(look);
        const lines = [look.values, look.series];
        this.actor.visible = lines.some(values => values.length > 0);
        const texts = legend(look);
        lines.forEach((values, index) => {
            const text = values.length ? texts.shift() : '';
            this._names[index].text = text;
            this._names[index].visible = text !== '';
        });
        this._legend.visible = this._names.some(({visible}) => visible);
        this._drawing.redraw();
    }

    /** Draws both lines on the same scale. The newest numbers of both are at the same position. */
    _draw(canvas) {
        const {values, series, style, minimum, maximum} = this._look;
        if (canvas.isMirrored)
            canvas.mirror();
        const share = chartScale([...values, ...series], style, minimum, maximum);
        const most = Math.max(Math.floor(canvas.width), 1);
        const count = Math.min(Math.max(values.length, series.length), most);
        this._drawLine(canvas, {values, style, share, count, most});
        this._drawLine(canvas, {values: series, style: 'line', share, count, most, isSecond: true});
    }

    _drawLine({width, height, unit, rectangle, line, area}, {values, style, share, count, most, isSecond}) {
        if (!values.length)
            return;
        const inset = 2 * unit;
        const room = height - 2 * inset;
        // More values than pixels only take time.
        const shown = values.slice(-most);
        const missing = count - shown.length;
        const y = value => inset + (1 - share(value)) * room;
        if (style === 'bar') {
            const step = width / count;
            const gap = step > 4 * unit ? 2 * unit : 0;
            shown.forEach((value, index) => rectangle((missing + index) * step, Math.min(y(value), y(0)),
                Math.max(step - gap, 1), Math.max(Math.abs(y(value) - y(0)), unit)));
            return;
        }
        const step = (width - 2 * inset) / Math.max(count - 1, 1);
        const points = shown.map((value, index) => [inset + (missing + index) * step, y(value)]);
        if (points.length === 1)
            points.push([width - inset, points[0][1]]);
        if (style === 'area')
            area([...points, [points.at(-1)[0], y(0)], [points[0][0], y(0)]], 0.2);
        line(points, 2 * unit, isSecond);
    }
}

class ImageBody {
    constructor(context) {
        this._context = context;
        this.actor = new St.Bin({accessible_role: Atk.Role.IMAGE, x_align: ActorAlign.START});
        this._icon = null;
        this._picture = null;
    }

    show(look) {
        this.actor.accessible_name = spokenName(look);
        if (look.icon || !look.data) {
            this._picture = null;
            this._icon ??= new St.Icon({fallback_icon_name: 'image-missing-symbolic'});
            this._icon.icon_name = look.icon ?? 'image-missing-symbolic';
            this._icon.icon_size = Math.min(look.width ?? look.height ?? 24, look.height ?? Infinity, 512);
            this.actor.child = this._icon;
        } else {
            this._icon = null;
            this._picture ??= new Picture(this._context.width, () => this._fail());
            this._text = look.text;
            this.actor.child = this._picture.actor;
            this._picture.show(look);
        }
    }

    /** Replaces an invalid picture by its description. */
    _fail() {
        this._picture = null;
        this.actor.child = label('today-text-body today-color-secondary', this._text);
    }
}

class ButtonBody {
    constructor(context, _place, _look, view) {
        const content = box('today-button-content', {isVertical: false, x_align: ActorAlign.CENTER});
        this._icon = new St.Icon({style_class: 'today-button-icon'});
        this._label = label('today-button-label', '', {wraps: false, y_align: ActorAlign.CENTER});
        content.add_child(this._icon);
        content.add_child(this._label);
        this.actor = button('', {child: content, onClick: () => view.tap()});
    }

    show(look) {
        setStyle(this.actor, 'today-', 'button', `button-${look.style}`);
        this._label.text = look.text;
        this._label.visible = look.text !== '';
        this._icon.icon_name = look.icon;
        this._icon.visible = look.icon !== null;
        this.actor.accessible_name = spokenName(look);
    }
}

class ToggleBody {
    constructor(context, _place, look, view) {
        const content = box('today-toggle-content', {isVertical: false, x_expand: true});
        this._label = label('today-toggle-label', '', {x_expand: true, y_align: ActorAlign.CENTER});
        content.add_child(this._label);
        this._addMark(content, context);
        this._pending = 0;
        this._view = view;
        this.actor = button('today-toggle today-tappable', {
            child: content,
            x_expand: true,
            accessible_role: Atk.Role.CHECK_BOX,
            onClick: () => this._toggle(),
        });
    }

    _addMark(content, {ui}) {
        this._switch = new ui.PopupMenu.Switch(false);
        this._switch.y_align = ActorAlign.CENTER;
        content.add_child(this._switch);
    }

    _setMark(value) {
        this._switch.state = value;
    }

    show(look) {
        this._label.text = look.text;
        this.actor.accessible_name = spokenName(look);
        if (!this._pending)
            this._set(look.value);
    }

    _set(value) {
        this._setMark(value);
        if (value)
            this.actor.add_accessible_state(Atk.StateType.CHECKED);
        else
            this.actor.remove_accessible_state(Atk.StateType.CHECKED);
    }

    /** Shows the requested value until the call ends, then the widget's own value again. */
    async _toggle() {
        const value = !this._view.look.value;
        const answer = this._view.tap(value);
        if (!answer)
            return;
        this._pending++;
        this._set(value);
        await answer;
        this._pending--;
        if (!this._pending && !this._view.isDestroyed)
            this._set(this._view.look.value);
    }
}

/** A toggle in the form of a box with a check mark, before its label. */
class CheckboxBody extends ToggleBody {
    _addMark(content) {
        this._check = new St.Icon({style_class: 'today-check', icon_name: 'object-select-symbolic'});
        this._box = new St.Bin({style_class: 'today-check-box', child: this._check, y_align: ActorAlign.CENTER});
        content.insert_child_at_index(this._box, 0);
    }

    _setMark(value) {
        this._check.opacity = value ? 255 : 0;
        this._box[value ? 'add_style_pseudo_class' : 'remove_style_pseudo_class']('checked');
    }
}

/** A slider with its label. While the user moves it, and until the last call ends, it shows the user's number. */
class SliderBody {
    constructor(context, _place, _look, view) {
        this._view = view;
        this._calls = new SliderCalls(value => view.tap(value), () => this._follow());
        this._isFollowing = false;
        this._isDragged = false;
        this._label = label('');
        this._slider = new context.ui.Slider.Slider(0);
        this._slider.add_style_class_name('today-slider');
        this._slider.connect('notify::value', () => this._changed());
        this._slider.connect('drag-begin', () => {
            this._isDragged = true;
        });
        this._slider.connect('drag-end', () => {
            this._isDragged = false;
            this._follow();
        });
        this._slider.connect('key-press-event', (_actor, event) => this._pressed(event.get_key_symbol()));
        // Scrolling moves the list of cards.
        this._slider.connect('scroll-event', () => {
            GObject.signal_stop_emission_by_name(this._slider, 'scroll-event');
            return Clutter.EVENT_PROPAGATE;
        });
        this.actor = box('today-slider-box', {x_expand: true});
        this.actor.add_child(this._label);
        this.actor.add_child(this._slider);
        this.actor.connect('destroy', () => this._calls.stop());
        keepPresses(this.actor);
    }

    show(look) {
        this._label.text = look.text;
        this._label.visible = look.text !== '';
        this._slider.accessible_name = spokenName(look);
        this._follow();
    }

    setEnabled(isEnabled) {
        this._slider.reactive = this._slider.can_focus = isEnabled;
    }

    _follow() {
        if (!this._isDragged && !this._calls.isMoving && !this._view.isDestroyed)
            this._set(sliderShare(this._view.look));
    }

    _set(share) {
        this._isFollowing = true;
        this._slider.value = share;
        this._isFollowing = false;
    }

    _changed() {
        if (this._isFollowing)
            return;
        const {look} = this._view;
        const value = sliderValue(this._slider.value, look);
        this._set(sliderShare({...look, value}));
        this._calls.send(value);
    }

    /** Moves the slider with the arrow keys, by a step or by a twentieth. */
    _pressed(symbol) {
        const isMirrored = this._slider.text_direction === Clutter.TextDirection.RTL;
        const direction = {[Clutter.KEY_Left]: isMirrored ? 1 : -1, [Clutter.KEY_Right]: isMirrored ? -1 : 1}[symbol];
        if (!direction)
            return Clutter.EVENT_PROPAGATE;
        const {minimum, maximum, step} = this._view.look;
        const share = step > 0 ? step / (maximum - minimum) : 0.05;
        this._slider.value = Math.min(Math.max(this._slider.value + direction * share, 0), 1);
        return Clutter.EVENT_STOP;
    }
}

/** A field for one line of text. During a call it is read-only. After an error it keeps the text. */
class EntryBody {
    constructor(_context, _place, _look, view) {
        this._view = view;
        // The initial text. The field shows it unless the user has edited the text.
        this._value = '';
        this._isSending = false;
        this.actor = new St.Entry({style_class: 'today-entry', x_expand: true});
        const {clutter_text: text} = this.actor;
        text.ellipsize = Pango.EllipsizeMode.NONE;
        text.connect('text-changed', () => this._limit());
        text.connect('activate', () => this._send());
        keepPresses(this.actor);
    }

    show(look) {
        this.actor.accessible_name = spokenName(look);
        // The text inside has the focus, so it needs the name, too.
        this.actor.clutter_text.get_accessible().accessible_name = spokenName(look);
        this.actor.hint_text = look.placeholder || look.text;
        const isEdited = this.actor.text !== this._value;
        this._value = enteredText(look.value);
        if (!isEdited && !this._isSending)
            this.actor.text = this._value;
    }

    setEnabled(isEnabled) {
        this.actor.can_focus = this.actor.clutter_text.reactive = isEnabled;
        this.actor.clutter_text.editable = isEnabled && !this._isSending;
    }

    _limit() {
        const {clutter_text: text} = this.actor;
        const allowed = enteredText(text.text);
        if (allowed === text.text)
            return;
        const position = text.cursor_position;
        text.text = allowed;
        text.cursor_position = position;
    }

    async _send() {
        const answer = this.actor.text && !this._isSending ? this._view.tap(this.actor.text) : undefined;
        if (!answer)
            return;
        this._isSending = true;
        this.setEnabled(true);
        const isDone = await answer;
        this._isSending = false;
        if (this._view.isDestroyed)
            return;
        this.setEnabled(this._view.look.isEnabled);
        if (isDone)
            this.actor.text = this._value;
    }
}

class DividerBody {
    constructor(_context, place) {
        this.actor = new St.Widget({style_class: place === 'row' ? 'today-divider-upright' : 'today-divider'});
        this.actor.x_expand = place !== 'row';
    }

    show() {}
}

class SpacerBody {
    constructor(_context, place) {
        this.actor = new St.Widget({x_expand: place === 'row', y_expand: place !== 'row'});
    }

    show() {}
}

// Containers

/** Nodes in a box or a grid. */
class Children {
    /** @param place the kind of the container */
    constructor(actor, context, place) {
        this.actor = actor;
        this.views = [];
        this._context = context;
        this._place = place;
    }

    /** Keeps the views of nodes that stay, by id or else by kind, adds views for new nodes, and removes the others. */
    show(looks, arrange = () => {}) {
        const left = new Set(this.views);
        const byID = new Map(this.views.filter(({look}) => look.id).map(view => [view.look.id, view]));
        const nameless = this.views.filter(({look}) => !look.id);
        const take = look => {
            const key = keyOf(look);
            const place = look.id ? -1 : nameless.findIndex(view => view.key === key);
            const view = look.id ? byID.get(look.id) : nameless[place];
            // The nodes before this one were removed.
            nameless.splice(0, place + 1);
            return view?.key === key ? view : null;
        };
        const views = looks.map(look => {
            const view = take(look);
            if (!view)
                return new NodeView(look, this._context, this._place);
            left.delete(view);
            view.show(look);
            return view;
        });
        for (const view of left) {
            yieldFocus(view.actor, this._context.heir());
            view.destroy();
        }
        this.views = views;
        this._order(views.map(({actor}) => actor));
        views.forEach(arrange);
    }

    _order(actors) {
        actors.forEach((actor, index) => {
            if (this.actor.get_child_at_index(index) === actor)
                return;
            if (actor.get_parent() === this.actor)
                this.actor.set_child_at_index(actor, index);
            else
                this.actor.insert_child_at_index(actor, index);
        });
    }
}

class Cells extends Children {
    constructor(context) {
        const layout = new Clutter.GridLayout({orientation: Clutter.Orientation.VERTICAL});
        super(new St.Widget({layout_manager: layout}), context, 'row');
        this._layout = layout;
        this._placed = [];
        this._placedColumns = 0;
    }

    showGrid({children, columns, spacing}) {
        this._columns = columns;
        this._layout.column_spacing = this._layout.row_spacing = Math.round(spacing * scale());
        this.show(children);
    }

    _order(actors) {
        const isSame = this._placedColumns === this._columns && this._placed.length === actors.length &&
            this._placed.every((actor, index) => actor === actors[index]);
        if (isSame)
            return;
        for (const actor of actors) {
            if (actor.get_parent() === this.actor)
                this.actor.remove_child(actor);
        }
        actors.forEach((actor, index) =>
            this._layout.attach(actor, index % this._columns, Math.floor(index / this._columns), 1, 1));
        this._placed = actors;
        this._placedColumns = this._columns;
    }
}

const isWide = ({kind, style}) => kind === 'progress' && style === 'bar' ||
    ['chart', 'divider', 'slider', 'entry'].includes(kind);
/** Returns the alignment of a node in a column with the alignment `fill`. */
function sideInColumn(look) {
    const {kind, style, alignment} = look;
    if (isWrapped(look))
        return 'fill';
    if (kind === 'text')
        return alignment;
    return ['image', 'timer', 'clock'].includes(kind) || kind === 'progress' && style === 'circle' ? 'leading' : 'fill';
}

const fillsRow = ({kind, style}) => kind === 'progress' && style === 'bar' ||
    ['chart', 'spacer', 'column', 'list', 'grid', 'section', 'slider', 'entry'].includes(kind);

class ColumnBody {
    constructor(context) {
        this._children = new Children(box(''), context, 'column');
        this.actor = this._children.actor;
    }

    show({children, spacing, alignment}) {
        this.actor.style = `spacing: ${Math.round(spacing)}px;`;
        this._children.show(children, ({actor, look}) => {
            actor.x_align = ALIGN[isWide(look) || alignment === 'fill' ? sideInColumn(look) : alignment];
        });
    }
}

class RowBody {
    constructor(context) {
        this._children = new Children(box('', {isVertical: false}), context, 'row');
        this.actor = this._children.actor;
    }

    show({children, spacing, alignment}) {
        this.actor.style = `spacing: ${Math.round(spacing)}px;`;
        // Bars, charts and spacers share the rest of the width. Without them, texts do, so that trailing texts end at the
        // right.
        const hasFiller = children.some(fillsRow);
        this._children.show(children, ({actor, look}) => {
            const isLow = !['column', 'row', 'grid', 'list', 'section', 'chart', 'divider', 'spacer'].includes(look.kind);
            actor.y_align = ALIGN[alignment === 'fill' && isLow ? 'center' : alignment];
            if (look.kind === 'text')
                actor.x_expand = !hasFiller && look.alignment !== 'leading';
            else if (fillsRow(look))
                actor.x_expand = true;
        });
    }
}

class GridBody {
    constructor(context) {
        this._cells = new Cells(context);
        this.actor = this._cells.actor;
    }

    show(look) {
        this._cells.showGrid(look);
    }
}

class ListBody {
    constructor(context, _place, _look, view) {
        this._context = context;
        this._view = view;
        this._isOpen = false;
        this.actor = box('today-list');
        this._rows = new Children(box('today-rows'), context, 'column');
        this.actor.add_child(this._rows.actor);
        this._more = null;
    }

    show({children, visibleRows}) {
        const others = visibleRows > 0 ? Math.max(children.length - visibleRows, 0) : 0;
        this._rows.show(this._isOpen || !others ? children : children.slice(0, visibleRows));
        if (!others && this._more) {
            yieldFocus(this._more, this._context.heir());
            this._more.destroy();
            this._more = null;
        } else if (others) {
            if (!this._more) {
                this._more = button('today-show-more', {x_align: ActorAlign.START, onClick: () => this._toggle()});
                this.actor.add_child(this._more);
            }
            this._more.label = this._isOpen ? say('showLess') : say('showMore', {count: others});
        }
    }

    _toggle() {
        this._isOpen = !this._isOpen;
        this.show(this._view.look);
        this._context.onRoom(this._isOpen);
    }
}

class SectionBody {
    constructor(context, _place, look, view) {
        this._context = context;
        this._view = view;
        this.actor = box('today-section');
        const heading = box('', {isVertical: false});
        this._mark = new St.Icon({style_class: 'today-section-mark'});
        this._label = label('today-section-label', '', {wraps: false});
        heading.add_child(this._mark);
        heading.add_child(this._label);
        this._header = button('today-section-header today-tappable', {
            child: heading,
            x_align: ActorAlign.START,
            onClick: () => this._setOpen(!this._isOpen),
        });
        this._header.add_accessible_state(Atk.StateType.EXPANDABLE);
        this._header.connect('key-press-event', (_actor, event) => this._pressed(event.get_key_symbol()));
        this.actor.add_child(this._header);
        this._rows = null;
    }

    /** The user's choice stays for the same section. */
    get _isOpen() {
        const {id, text, isExpanded} = this._view.look;
        return this._context.sections.get(id ?? text) ?? isExpanded;
    }

    show({text, children}) {
        const isOpen = this._isOpen;
        this._label.text = text;
        this._header.accessible_name = spokenName(this._view.look);
        this._mark.icon_name = isOpen ? 'pan-down-symbolic' : 'pan-end-symbolic';
        if (isOpen) {
            this._header.add_accessible_state(Atk.StateType.EXPANDED);
            if (!this._rows) {
                this._rows = new Children(box('today-section-rows'), this._context, 'column');
                this.actor.add_child(this._rows.actor);
            }
            this._rows.show(children);
        } else {
            this._header.remove_accessible_state(Atk.StateType.EXPANDED);
            this._rows?.actor.destroy();
            this._rows = null;
        }
    }

    _setOpen(isOpen) {
        const {id, text} = this._view.look;
        this._context.sections.set(id ?? text, isOpen);
        this.show(this._view.look);
        this._context.onRoom(isOpen);
    }

    /** Opens the section with the arrow key in reading direction, and closes it with the other one. */
    _pressed(symbol) {
        const isMirrored = this.actor.text_direction === Clutter.TextDirection.RTL;
        const opens = isMirrored ? Clutter.KEY_Left : Clutter.KEY_Right;
        const closes = isMirrored ? Clutter.KEY_Right : Clutter.KEY_Left;
        if (symbol !== (this._isOpen ? closes : opens))
            return Clutter.EVENT_PROPAGATE;
        this._setOpen(!this._isOpen);
        return Clutter.EVENT_STOP;
    }
}

const BODIES = {
    column: ColumnBody,
    row: RowBody,
    grid: GridBody,
    list: ListBody,
    text: TextBody,
    timer: TextBody,
    progress: ProgressBody,
    image: ImageBody,
    button: ButtonBody,
    toggle: ToggleBody,
    chart: ChartBody,
    section: SectionBody,
    divider: DividerBody,
    spacer: SpacerBody,
    checkbox: CheckboxBody,
    slider: SliderBody,
    clock: TextBody,
    entry: EntryBody,
};

/** The kinds that the user operates. */
const CONTROLS = ['button', 'toggle', 'checkbox', 'slider', 'entry'];
/** The kinds whose bodies set a name for screen readers. */
const NAMED = [...CONTROLS, 'chart', 'image', 'progress', 'section'];

/** Returns whether a button around the node takes its taps, because the node isn't a control. */
const isWrapped = ({kind, canBeTapped}) => canBeTapped && !CONTROLS.includes(kind);

/** Returns a key. Nodes with different keys need different views. */
export const keyOf = look => `${look.kind} ${look.kind === 'progress' ? look.style : ''} ${isWrapped(look)}`;

/**
 * A node on the screen.
 *
 * Its context comes from the card: ui, the modules of the Shell; width, the largest width of a picture; sections, the open
 * ones by name; heir(), which returns the actor that gets the focus of a removed one; tap(look, value), which resolves with
 * whether the tap succeeded; onRoom(isMore), which runs when the user wants to see more or less; and tooltips.
 */
export class NodeView {
    constructor(look, context, place = 'column') {
        this.key = keyOf(look);
        this.look = look;
        this.isDestroyed = false;
        this._context = context;
        this._body = new BODIES[look.kind](context, place, look, this);
        this.actor = this._body.actor;
        if (isWrapped(look)) {
            this.actor = button('today-tappable', {child: this._body.actor, onClick: () => this.tap()});
            this._body.actor.x_expand = true;
            this.actor.x_expand = place !== 'row' || fillsRow(look);
        }
        this.actor.connect('destroy', () => {
            this.isDestroyed = true;
        });
        this.show(look);
    }

    show(look) {
        this.look = look;
        this._body.show(look);
        if (isWrapped(look))
            this.actor.accessible_name = spokenText(look);
        else if (!NAMED.includes(look.kind))
            this.actor.accessible_name = look.label || null;
        if (this.actor instanceof St.Button) {
            // A disabled button still takes taps and ignores them, so that they don't reach the actors around it.
            this.actor.can_focus = look.isEnabled;
            this.actor.track_hover = look.isEnabled;
        }
        this._body.setEnabled?.(look.isEnabled);
        if (this.actor instanceof St.Button || CONTROLS.includes(look.kind))
            this.actor.opacity = look.isEnabled ? 255 : 128;
        this._context.tooltips.set(this.actor, look.tooltip);
    }

    /** Sends a tap, and returns a promise of the answer; undefined if the node can't be tapped. */
    tap(value) {
        return this.look.isEnabled && this.look.canBeTapped ? this._context.tap(this.look, value) : undefined;
    }

    destroy() {
        this.actor.destroy();
    }
}
