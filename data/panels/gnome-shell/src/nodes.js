/**
 * Draws content: an actor for each node of a tree, kept over changes as far as it stays the same node.
 *
 * A body draws one kind: it has an actor, and show() for what it is to look like. What a tree of nodes is to look like comes
 * from presentation.js.
 */
import Atk from 'gi://Atk';
import Clutter from 'gi://Clutter';
import Pango from 'gi://Pango';
import St from 'gi://St';

import {Drawing} from './drawing.js';
import {Picture} from './picture.js';
import {chartScale, spokenName, spokenText} from './presentation.js';

const {ActorAlign} = Clutter;
const ALIGN = {leading: ActorAlign.START, center: ActorAlign.CENTER, trailing: ActorAlign.END, fill: ActorAlign.FILL};

/** How many physical pixels a logical one has. */
export function scale() {
    return St.ThemeContext.get_for_stage(global.stage).scale_factor;
}

/** A label that shows a text as it is, on as many lines as it takes. */
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

/** A button with a label, an icon, or a child. */
export function button(styleClass, {onClick, ...properties}) {
    const actor = new St.Button({style_class: styleClass, can_focus: true, ...properties});
    actor.connect('clicked', onClick);
    return actor;
}

/** Gives the focus to somebody else before an actor goes that has it. */
export function yieldFocus(actor, heir) {
    const focus = global.stage.get_key_focus();
    if (focus && actor.contains(focus))
        heir?.grab_key_focus();
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
        // A clock with a line to itself is what its card is about.
        if (kind === 'timer')
            setStyle(this.actor, 'today-', 'timer', isClock && this._isWide ? 'clock' : 'words');
        else
            setStyle(this.actor, 'today-', `text-${style}`, `color-${color}`);
        this._lines = lines;
        this._alignment = alignment;
        this._setStyle();
    }

    /** Where its lines stand, and how many there are: how high one is, is seen by all of them. */
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
        this._drawing = new Drawing(this._isCircle ? 'today-ring' : 'today-bar', {
            accessible_role: Atk.Role.PROGRESS_BAR,
            x_expand: !this._isCircle,
            y_align: ActorAlign.CENTER,
        }, canvas => this._isCircle ? this._ring(canvas) : this._bar(canvas));
        this.actor = this._drawing.actor;
    }

    show(look) {
        this._share = look.share;
        this.actor.accessible_name = spokenName(look);
        this._drawing.setMoving(look.share === null);
        this._drawing.redraw();
    }

    _bar({width, height, pill, moment, isMirrored}) {
        pill(0, width, 0.2);
        if (this._share === null) {
            // A third of it goes to and fro.
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
    constructor() {
        this._drawing = new Drawing('today-chart', {accessible_role: Atk.Role.IMAGE, x_expand: true},
            canvas => this._draw(canvas));
        this.actor = this._drawing.actor;
        this._look = {values: []};
    }

    show(look) {
        this._look = look;
        this.actor.accessible_name = spokenName(look);
        this.actor.visible = look.values.length > 0;
        this._drawing.redraw();
    }

    _draw({width, height, unit, rectangle, line, area}) {
        const {values, style, minimum, maximum} = this._look;
        if (!values.length)
            return;
        const inset = 2 * unit;
        const room = height - 2 * inset;
        const share = chartScale(values, style, minimum, maximum);
        // More values than pixels would only cost time.
        const shown = values.slice(-Math.max(Math.floor(width), 1));
        const y = value => inset + (1 - share(value)) * room;
        if (style === 'bar') {
            const step = width / shown.length;
            const gap = step > 4 * unit ? 2 * unit : 0;
            shown.forEach((value, index) => rectangle(index * step, Math.min(y(value), y(0)), Math.max(step - gap, 1),
                Math.max(Math.abs(y(value) - y(0)), unit)));
            return;
        }
        const step = (width - 2 * inset) / Math.max(shown.length - 1, 1);
        const points = shown.map((value, index) => [inset + index * step, y(value)]);
        if (points.length === 1)
            points.push([width - inset, points[0][1]]);
        if (style === 'area')
            area([...points, [points.at(-1)[0], y(0)], [points[0][0], y(0)]], 0.2);
        line(points, 2 * unit);
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

    /** Its description stands for a picture that is none. */
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
        this._switch = new context.ui.PopupMenu.Switch(look.value);
        this._switch.y_align = ActorAlign.CENTER;
        content.add_child(this._label);
        content.add_child(this._switch);
        this._pending = 0;
        this._view = view;
        this.actor = button('today-toggle today-tappable', {
            child: content,
            x_expand: true,
            accessible_role: Atk.Role.CHECK_BOX,
            onClick: () => this._toggle(),
        });
    }

    show(look) {
        this._label.text = look.text;
        this.actor.accessible_name = spokenName(look);
        if (!this._pending)
            this._set(look.value);
    }

    _set(value) {
        this._switch.state = value;
        if (value)
            this.actor.add_accessible_state(Atk.StateType.CHECKED);
        else
            this.actor.remove_accessible_state(Atk.StateType.CHECKED);
    }

    /** It shows at once what it asks for, and the widget's own value again when that has been answered. */
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
    /** @param place what the nodes are told that they are in */
    constructor(actor, context, place) {
        this.actor = actor;
        this.views = [];
        this._context = context;
        this._place = place;
    }

    /** Takes over what stays, by id or else by kind, makes what is new, and lets go of what is not there any more. */
    show(looks, arrange = () => {}) {
        const left = new Set(this.views);
        const byID = new Map(this.views.filter(({look}) => look.id).map(view => [view.look.id, view]));
        const nameless = this.views.filter(({look}) => !look.id);
        const take = look => {
            const key = keyOf(look);
            const place = look.id ? -1 : nameless.findIndex(view => view.key === key);
            const view = look.id ? byID.get(look.id) : nameless[place];
            // What stands before it does not come any more.
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

const isWide = ({kind, style}) => kind === 'progress' && style === 'bar' || kind === 'chart' || kind === 'divider';
/** Where a node stands across a column that has all of them fill it. */
function sideInColumn(look) {
    const {kind, style, alignment} = look;
    if (isWrapped(look))
        return 'fill';
    if (kind === 'text')
        return alignment;
    return ['image', 'timer'].includes(kind) || kind === 'progress' && style === 'circle' ? 'leading' : 'fill';
}

const fillsRow = ({kind, style}) => kind === 'progress' && style === 'bar' ||
    ['chart', 'spacer', 'column', 'list', 'grid', 'section'].includes(kind);

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
        // What is left over goes to bars, charts and spacers; without them to the texts, so that those that end at the
        // right do.
        const hasFiller = children.some(fillsRow);
        this._children.show(children, ({actor, look}) => {
            const isLow = ['progress', 'button', 'image', 'toggle', 'text', 'timer'].includes(look.kind);
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
            this._more.label = this._isOpen ? 'Show Less' : `Show More (${others})`;
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

    /** It stays as the user has it as long as it is the same section. */
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

    /** The arrow that opens it points in the direction in which the user reads. */
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
};

/** What has a name for a screen reader by itself. */
const NAMED = ['button', 'chart', 'image', 'progress', 'section', 'toggle'];

/** Whether a tap is for a button around the node, as it is none by itself. */
const isWrapped = ({kind, canBeTapped}) => canBeTapped && !['button', 'toggle'].includes(kind);

/** What has another key is drawn by another view. */
export const keyOf = look => `${look.kind} ${look.kind === 'progress' ? look.style : ''} ${isWrapped(look)}`;

/**
 * A node on the screen.
 *
 * Its context is that of a card: ui, the modules of the Shell; width, the most that a picture takes; sections, which are open,
 * by name; heir(), who gets the focus of what goes; tap(look, value), which resolves when it is answered; onRoom(isMore),
 * called when the user wants to see more, or less; and tooltips.
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
            // One that is disabled takes taps and does nothing, so that they are not for what is around it.
            this.actor.can_focus = look.isEnabled;
            this.actor.track_hover = look.isEnabled;
            this.actor.opacity = look.isEnabled ? 255 : 128;
        }
        this._context.tooltips.set(this.actor, look.tooltip);
    }

    /** Tells of a tap; what is returned resolves when it is answered. Undefined where there is none to tell of. */
    tap(value) {
        return this.look.isEnabled && this.look.canBeTapped ? this._context.tap(this.look, value) : undefined;
    }

    destroy() {
        this.actor.destroy();
    }
}
