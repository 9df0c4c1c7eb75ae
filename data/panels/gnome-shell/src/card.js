/** A widget on the screen: its name, its content and its messages. */
import Atk from 'gi://Atk';
import Clutter from 'gi://Clutter';
import GObject from 'gi://GObject';
import St from 'gi://St';

import {NodeView, box, button, keyOf, label, scale, yieldFocus} from './nodes.js';
import {HEIGHTS, card, explanation, refusal} from './presentation.js';
import {say} from './words.js';

const {ActorAlign} = Clutter;
/** The margins that the panel proposes, in logical pixels: top, left, bottom, right. */
const MARGINS = [2, 14, 12, 14];
/** The largest margin. It leaves room for a line of content in the lowest card. */
const MOST_MARGIN = 40;

/** Draws the icon beside a widget's name: an icon of the theme, or a letter in a tile. */
export function drawnIcon({icon, letter}, styleClass) {
    if (letter) {
        return new St.Bin({
            style_class: `${styleClass} today-letter`,
            y_align: ActorAlign.CENTER,
            child: new St.Label({text: letter, x_align: ActorAlign.CENTER, y_align: ActorAlign.CENTER}),
        });
    }
    return new St.Icon({
        style_class: styleClass,
        fallback_icon_name: 'application-x-addon-symbolic',
        icon_name: icon || 'application-x-addon-symbolic',
    });
}

/** Shows the mark of a widget that asks for attention, as a count or a dot, or hides it. */
export function showBadge(actor, badge) {
    actor.visible = badge !== null;
    if (!badge) {
        // Screen readers see the name of a hidden actor.
        actor.text = actor.accessible_name = '';
        return;
    }
    actor.style_class = ['today-badge', badge.isAlert && 'today-badge-alert', badge.text || 'today-badge-dot']
        .filter(name => /^today/.test(name)).join(' ');
    actor.text = badge.text;
    actor.accessible_name = badge.name;
}

/** A container that cuts off its child at a height. */
const Frame = GObject.registerClass({
    GTypeName: 'TodayCenterFrame',
}, class Frame extends St.Bin {
    /** @param limit the largest height in logical pixels, 0 for any; @param least the smallest height */
    setHeights(limit, least) {
        if (limit === this._limit && least === this._least)
            return;
        this._limit = limit;
        this._least = least;
        this.queue_relayout();
    }

    vfunc_get_preferred_height(forWidth) {
        const [, natural] = super.vfunc_get_preferred_height(forWidth);
        const height = Math.max(natural, (this._least ?? 0) * scale());
        const shown = this._limit ? Math.min(height, this._limit * scale()) : height;
        return [shown, shown];
    }
});

export class Card {
    /**
     * @param host the view, which has ui, tooltips, width, today (the model), now(), isLocked(), menu(card), which returns
     *     the items of the widget's menu, appOf(identifier), which returns a function that opens the widget's app,
     *     soon(card, handler), which runs the handler after a moment, and later(card), which measures the card
     */
    constructor(identifier, host) {
        this.identifier = identifier;
        this.next = Infinity;
        /** Whether the card has half of the width, with another card beside it. */
        this.isHalf = false;
        this._host = host;
        this._isOpened = false;
        this._root = null;
        this._refusal = null;
        this._answer = null;
        this._menu = null;
        this._revealed = () => null;
        this._icon = null;
        this._shownIcon = null;
        this._isWorking = false;
        this._unanswered = 0;
        this._hasDetails = false;
        this._context = {
            ui: host.ui,
            width: host.width,
            tooltips: host.tooltips,
            sections: new Map(),
            heir: () => this._menuButton,
            tap: (look, value) => this._tap(look, value),
            onRoom: isMore => {
                this._isOpened ||= isMore;
                this._setHeights();
            },
        };
        this.actor = box('today-card', {accessible_role: Atk.Role.PANEL, x_expand: true});
        this._makeHeader();
        this._frame = new Frame({clip_to_allocation: true});
        this._body = box('today-content', {x_expand: true});
        this._frame.child = this._body;
        this._placeholder = null;
        this._notes = box('today-notes', {visible: false});
        this.actor.add_child(this._frame);
        this.actor.add_child(this._notes);
    }

    _makeHeader() {
        this._header = box('today-card-header', {isVertical: false, reactive: true, track_hover: true});
        this._header.connect('button-release-event', (_actor, event) =>
            event.get_button() === 1 ? this._openApp() : Clutter.EVENT_PROPAGATE);
        this._header.connect('touch-event', (_actor, event) =>
            event.type() === Clutter.EventType.TOUCH_END ? this._openApp() : Clutter.EVENT_PROPAGATE);
        this._name = label('today-name', '', {wraps: false, x_expand: true, y_align: ActorAlign.CENTER});
        // Few widgets have a badge.
        this._badge = null;
        this._age = label('today-age', '', {wraps: false, y_align: ActorAlign.CENTER});
        this._size = button('today-size', {
            label: say('more'),
            y_align: ActorAlign.CENTER,
            visible: false,
            onClick: () => this._changeSize(),
        });
        this._menuButton = button('today-menu-button', {
            child: new St.Icon({icon_name: 'view-more-symbolic', style_class: 'today-menu-icon'}),
            y_align: ActorAlign.CENTER,
            onClick: () => this._toggleMenu(),
        });
        [this._name, this._age, this._size, this._menuButton].forEach(actor => this._header.add_child(actor));
        this.actor.add_child(this._header);
    }

    /** A click beside the buttons of the header opens the widget's app. */
    _openApp() {
        const open = this._host.appOf(this.identifier);
        if (!open)
            return Clutter.EVENT_PROPAGATE;
        open();
        return Clutter.EVENT_STOP;
    }

    /** Shows the widget's present values. */
    show() {
        const widget = this._host.today.widget(this.identifier);
        if (!widget)
            return;
        if (widget.Revision !== this._revision)
            this._refusal = null;
        this._revision = widget.Revision;
        let shown;
        try {
            shown = card(widget, {now: this._host.now(), isLocked: this._host.isLocked()});
            this._showContent(shown);
        } catch (error) {
            logError(error, this.identifier);
            shown = {...card({...widget, Content: null}, {now: this._host.now()}), placeholder: say('newerVersion')};
            this._showContent(shown);
        }
        this._shown = shown;
        this.next = shown.next;
        this._showHeader();
        this._showNotes();
        this._setHeights();
    }

    _showHeader() {
        const {name, icon, letter, age, updated, badge} = this._shown;
        this.actor.accessible_name = name;
        const opensApp = Boolean(this._host.appOf(this.identifier));
        this._header[opensApp ? 'add_style_class_name' : 'remove_style_class_name']('today-opens-app');
        this._menuButton.accessible_name = say('menuOf', {name});
        this._name.text = name;
        if (badge && !this._badge) {
            this._badge = label('', '', {wraps: false, y_align: ActorAlign.CENTER});
            this._header.insert_child_above(this._badge, this._name);
        }
        if (this._badge)
            showBadge(this._badge, badge);
        this._age.visible = !this.isHalf || this._isWorking;
        this._age.text = this._isWorking ? say('waiting') : age;
        this._host.tooltips.set(this._age, updated);
        const shownIcon = JSON.stringify([icon, letter]);
        if (shownIcon === this._shownIcon)
            return;
        this._shownIcon = shownIcon;
        this._icon?.destroy();
        this._icon = drawnIcon({icon, letter}, 'today-icon');
        this._header.insert_child_at_index(this._icon, 0);
    }

    _showContent({root, placeholder, margins, mode, isOutOfDate}) {
        if (mode !== this._mode)
            this._isOpened = false;
        this._mode = mode;
        const sides = MARGINS.map((proposed, side) =>
            margins[side] >= 0 ? Math.min(margins[side], MOST_MARGIN) : proposed);
        const [top, left, bottom, right] = sides.map(Math.round);
        this._padding = top + bottom;
        this._body.opacity = isOutOfDate ? 166 : 255;
        this._body.style = `padding: ${top}px ${right}px ${bottom}px ${left}px;`;
        if (placeholder === null && this._placeholder) {
            this._placeholder.destroy();
            this._placeholder = null;
        } else if (placeholder !== null) {
            if (!this._placeholder) {
                this._placeholder = label('today-placeholder');
                this._body.add_child(this._placeholder);
            }
            this._placeholder.text = placeholder;
        }
        if (root && this._root?.key === keyOf(root)) {
            this._root.show(root);
            return;
        }
        if (this._root) {
            yieldFocus(this._root.actor, this._menuButton);
            this._root.destroy();
            this._root = null;
        }
        if (!root)
            return;
        this._root = new NodeView(root, this._context);
        this._body.add_child(this._root.actor);
    }

    // Heights

    /**
     * Sets the height of the card. A compact card is low, and a button shows the rest. The view calls measure() after the
     * layout, when the height of the content is known.
     */
    _setHeights() {
        const {mode, height} = this._shown;
        const limit = mode === 'compact' && !this._isOpened ? HEIGHTS.compact + this._padding : 0;
        const least = mode === 'expanded' && this._root && height ? Math.min(height, HEIGHTS.expanded) + this._padding : 0;
        this._frame.setHeights(limit, least);
        this._host.later(this);
    }

    /** Shows the button for more or less content, depending on the measured height. */
    measure() {
        if (!this._shown || !this._frame.mapped)
            return;
        this._host.reveal(this._revealed());
        this._revealed = () => null;
        const [, natural] = this._body.get_preferred_height(this._frame.width || -1);
        const isHigh = natural > (HEIGHTS.compact + this._padding) * scale() + 1;
        const {mode, mayBeExpanded} = this._shown;
        const isLarge = mode === 'expanded' || this._isOpened && isHigh;
        this._size.visible = isLarge || !this.isHalf && mayBeExpanded && this._root !== null || isHigh;
        this._size.label = say(isLarge ? 'less' : 'more');
        this._size.accessible_name = say(isLarge ? 'lessOf' : 'moreOf', {name: this._shown.name});
    }

    /** Opens the card if it cuts off the focused actor. */
    uncover(focus) {
        if (this._isOpened || !this._frame.contains(focus))
            return;
        const [, top] = focus.get_transformed_position();
        const [, start] = this._frame.get_transformed_position();
        if (top + focus.height <= start + this._frame.height + 1)
            return;
        this._isOpened = true;
        this._revealed = () => global.stage.get_key_focus();
        this._setHeights();
    }

    _changeSize() {
        const {mode, mayBeExpanded} = this._shown;
        if (mode === 'expanded') {
            this._ask(today => today.setDisplayMode(this.identifier, 'compact'));
        } else if (this._isOpened || !mayBeExpanded) {
            this._isOpened = !this._isOpened;
            this._setHeights();
        } else {
            this._ask(today => today.setDisplayMode(this.identifier, 'expanded'));
        }
    }

    // Messages

    _showNotes() {
        const messages = this._shown.messages;
        const all = [...messages];
        if (this._refusal && !messages.some(({text}) => text.endsWith(this._refusal)))
            all.push({text: this._refusal, details: '', offersRetry: false, isProblem: true});
        if (this._answer)
            all.push({text: this._answer, details: '', offersRetry: false, isProblem: false, offersClose: true});
        const key = JSON.stringify([all, this._hasDetails]);
        if (key === this._noted)
            return;
        this._noted = key;
        yieldFocus(this._notes, this._menuButton);
        this._notes.destroy_all_children();
        all.forEach(message => this._addNote(message));
        this._notes.visible = all.length > 0;
    }

    _addNote({text, details, offersRetry, isProblem, offersClose = false}) {
        const line = box('today-note', {isVertical: false});
        if (isProblem)
            line.add_child(new St.Icon({style_class: 'today-note-icon', icon_name: 'dialog-warning-symbolic'}));
        line.add_child(label(isProblem ? 'today-problem' : 'today-quiet', text,
            {x_expand: true, y_align: ActorAlign.CENTER}));
        if (offersRetry) {
            line.add_child(button('today-button today-retry', {
                label: say('retry'),
                y_align: ActorAlign.CENTER,
                onClick: () => this.update(),
            }));
        }
        if (offersClose) {
            line.add_child(button('today-icon-button', {
                child: new St.Icon({icon_name: 'window-close-symbolic', style_class: 'today-menu-icon'}),
                accessible_name: say('close'),
                y_align: ActorAlign.CENTER,
                onClick: () => this._say(null),
            }));
        }
        this._notes.add_child(line);
        if (!details)
            return;
        this._notes.add_child(button('today-show-more today-details-button', {
            label: say(this._hasDetails ? 'hideDetails' : 'details'),
            x_align: ActorAlign.START,
            onClick: () => {
                this._hasDetails = !this._hasDetails;
                this._showNotes();
            },
        }));
        if (this._hasDetails)
            this._notes.add_child(label('today-details', details));
    }

    // The user's actions

    _tap(look, value) {
        const token = this._host.activationToken();
        return this._ask(today => today.tap(this.identifier, look.node, {value, token}));
    }

    update() {
        return this._ask(today => today.performUpdate(this.identifier));
    }

    /** Asks the center why the widget is in its state, and shows the answer. */
    explain() {
        return this._ask(async today => {
            this._say(explanation(await today.explain(this.identifier), this.identifier, this._name.text));
        });
    }

    /** Shows a text below the content until the user closes it; null hides it. */
    _say(text) {
        this._answer = text;
        if (this._shown && !this.isDestroyed)
            this._showNotes();
    }

    /** Sends a request to the center, and shows the reason if it fails. Resolves with whether it succeeded. */
    async _ask(request) {
        this._refusal = null;
        this._unanswered++;
        this._host.soon(this, () => this._setWorking(this._unanswered > 0));
        let isDone = true;
        try {
            await request(this._host.today);
        } catch (error) {
            isDone = false;
            this._refusal = refusal(error, this.identifier);
        }
        this._unanswered--;
        this._setWorking(false);
        return isDone;
    }

    _setWorking(isWorking) {
        this._isWorking = isWorking;
        if (!this._shown || this.isDestroyed)
            return;
        this._showHeader();
        this._showNotes();
    }

    get hasMenu() {
        return this._menu !== null;
    }

    _toggleMenu() {
        if (this._menu)
            this.closeMenu();
        else
            this._openMenu();
    }

    _openMenu(items = this._host.menu(this)) {
        this._menu = box('today-menu', {accessible_role: Atk.Role.MENU});
        items.forEach(item => this._addItem(item));
        this.actor.insert_child_above(this._menu, this._header);
        this._menuButton.add_accessible_state(Atk.StateType.EXPANDED);
        this._menu.get_first_child()?.grab_key_focus();
        this._revealed = () => this._menu;
        this._host.later(this);
    }

    /** Adds an item. A mark shows the current choice. An item with items of its own opens them in its place. */
    _addItem({text, icon = '', isChosen, items, run}) {
        const content = box('today-menu-item-content', {isVertical: false, x_expand: true});
        const mark = isChosen ? 'object-select-symbolic' : icon;
        content.add_child(new St.Icon({icon_name: mark, style_class: 'today-menu-icon'}));
        content.add_child(label('', text, {wraps: false, x_expand: true, y_align: ActorAlign.CENTER}));
        if (items)
            content.add_child(new St.Icon({icon_name: 'pan-end-symbolic', style_class: 'today-menu-icon'}));
        const actor = button('today-menu-item', {
            child: content,
            accessible_name: text,
            accessible_role: isChosen === undefined ? Atk.Role.MENU_ITEM : Atk.Role.RADIO_MENU_ITEM,
            x_expand: true,
            onClick: () => {
                this.closeMenu();
                if (items)
                    this._openMenu(items);
                else
                    run();
            },
        });
        if (isChosen)
            actor.add_accessible_state(Atk.StateType.CHECKED);
        this._menu.add_child(actor);
    }

    closeMenu() {
        if (!this._menu)
            return;
        yieldFocus(this._menu, this._menuButton);
        this._menu.destroy();
        this._menu = null;
        this._menuButton.remove_accessible_state(Atk.StateType.EXPANDED);
    }

    /** Sends a request for an item of the menu. */
    ask(request) {
        return this._ask(request);
    }

    /** Clears old messages after the user has closed the popup. */
    forget() {
        this.closeMenu();
        this._refusal = this._answer = null;
        this._hasDetails = false;
    }

    destroy() {
        this.isDestroyed = true;
        this.actor.destroy();
    }
}
