/** Today in a popup: the cards, or a page for the order of widgets or the settings of one. */
import Atk from 'gi://Atk';
import Clutter from 'gi://Clutter';
import GLib from 'gi://GLib';
import Gio from 'gi://Gio';
import Shell from 'gi://Shell';
import St from 'gi://St';

import {remove} from './arranging.js';
import {Card} from './card.js';
import {EditPage, numberOf} from './edit.js';
import {ClockWatch} from './clockwatch.js';
import {Lock} from './lock.js';
import {menuItems} from './menu.js';
import {box, button, label, scale, yieldFocus} from './nodes.js';
import {cardText} from './plaintext.js';
import {HEIGHTS, isSmall, nameOf, page, pageText, refusal, stateTrouble} from './presentation.js';
import {rows} from './rows.js';
import {SettingsPage} from './settings.js';
import {call} from './todaycenter.js';
import {Tooltips} from './tooltips.js';
import {say} from './words.js';

const {ActorAlign} = Clutter;
const CENTER = 'org.todaycenter.NotificationCenter1';
const BUS = 'org.freedesktop.DBus';
/** The widths of a card and of its content, in logical pixels. */
const WIDTH = 340;
const CONTENT_WIDTH = WIDTH - 28;
/** The gap between two small cards, as in the style sheet. */
const GAP = 10;
/** How long the user can undo a removal, in ms. */
const UNDO_TIME = 10000;
/** How long work on cards may take before the Shell draws again, in µs. */
const PORTION = 3000;
/** How long to wait for a center before the popup says that it is missing, in ms. */
const PATIENCE = 2000;

const inOrderOf = list => (one, other) => list.indexOf(one) - list.indexOf(other);

export class TodayView {
    /**
     * @param ui modules of the Shell: Main, PopupMenu, Slider
     * @param today the model
     * @param topBar the widget in the top bar: get(), set(identifier); and close(), which closes the popup
     */
    constructor(ui, today, topBar) {
        this.ui = ui;
        this.today = today;
        this.width = CONTENT_WIDTH;
        this.tooltips = new Tooltips(ui.Main.layoutManager.uiGroup);
        this._topBar = topBar;
        this._isOpen = false;
        this._cards = new Map();
        this._places = [];
        this._work = new Set();
        this._unmeasured = new Set();
        this._sources = {};
        this._frame = null;
        this._signals = [];
        this._lock = new Lock(() => this._showAll());
        this._clock = new ClockWatch(() => this._showAll());
        this._page = null;
        this._makeActors();
    }

    _makeActors() {
        this.actor = box('today-view', {accessible_role: Atk.Role.PANEL, accessible_name: say('today')});
        this._bar = box('today-bar-of-view', {isVertical: false});
        this._notice = label('today-notice', '', {visible: false});
        this._column = box('today-column');
        this._status = box('today-status', {visible: false});
        this._statusTitle = label('today-status-title', '', {x_align: ActorAlign.CENTER});
        this._statusText = label('today-status-text');
        this._statusButton = button('today-button today-status-button', {
            x_align: ActorAlign.CENTER,
            onClick: () => this._offer(),
        });
        [this._statusTitle, this._statusText, this._statusButton].forEach(actor => this._status.add_child(actor));
        this._list = box('today-cards');
        this._column.add_child(this._status);
        this._column.add_child(this._list);
        this._scroller = new St.ScrollView({
            style_class: 'today-scroller',
            overlay_scrollbars: true,
            x_expand: true,
            y_expand: true,
        });
        this._scroller.set_policy(St.PolicyType.NEVER, St.PolicyType.AUTOMATIC);
        if (this._scroller.add_actor)
            this._scroller.add_actor(this._column);
        else
            this._scroller.set_child(this._column);
        this._undo = box('today-undo', {isVertical: false, visible: false});
        [this._bar, this._notice, this._scroller, this._undo].forEach(actor => this.actor.add_child(actor));
        this.actor.connect('style-changed', () => this._adapt());
        this.actor.connect('destroy', () => this._destroyed());
        this._showBar();
    }

    /** Chooses light or dark by the text color of the theme. */
    _adapt() {
        const {red, green, blue} = this.actor.get_theme_node().get_foreground_color();
        const isDark = 0.3 * red + 0.6 * green + 0.1 * blue > 127;
        this.colorScheme = isDark ? 'dark' : 'light';
        const change = (name, isOn) => {
            if (isOn !== this.actor.has_style_class_name(name))
                this.actor[isOn ? 'add_style_class_name' : 'remove_style_class_name'](name);
        };
        change('today-dark', isDark);
        change('today-light', !isDark);
        change('today-more-contrast', Boolean(St.Settings.get().high_contrast));
    }

    // Visibility

    open() {
        if (this._isOpen)
            return;
        this._isOpen = true;
        this._lock.start();
        this._clock.start();
        const on = (signal, handler) => this._signals.push(this.today.connect(signal, handler));
        const refresh = (_today, identifier, names = []) => {
            this._refresh(this._cards.get(identifier));
            // A small card can move to another place.
            if (names.includes('Options') || names.includes('DisplayMode'))
                this._changed();
            this._refreshPage();
        };
        on('widget-changed', refresh);
        // A widget that was just removed can come back.
        on('widget-added', refresh);
        on('available-changed', () => this._showAll());
        for (const signal of ['available-changed', 'center-changed', 'widget-added', 'widget-removed'])
            on(signal, () => this._changed());
        this._focus = global.stage.connect('notify::key-focus', () => this.reveal(global.stage.get_key_focus()));
        this._isAway = this._isOld = false;
        this._setPatience();
        this.today.beginViewing({
            Name: 'gnome-shell',
            CompactSize: [WIDTH, HEIGHTS.compact],
            ExpandedSize: [WIDTH, HEIGHTS.expanded],
            SmallSize: [(WIDTH - GAP) / 2, HEIGHTS.compact],
            Version: new GLib.Variant('u', 3),
            ColorScheme: this.colorScheme ?? 'dark',
            Locale: GLib.get_language_names()[0],
        }).catch(logError);
        this._catchUp();
        this._showAll();
    }

    close() {
        if (!this._isOpen)
            return;
        this._stop();
        this._cards.forEach(card => card.forget());
        this._forgetUndo();
        this.showCards();
    }

    /** Stops all work. */
    _stop() {
        if (!this._isOpen)
            return;
        this._isOpen = false;
        global.stage.disconnect(this._focus);
        this._lock.stop();
        this._clock.stop();
        this._signals.forEach(id => this.today.disconnect(id));
        this._signals = [];
        this.today.endViewing().catch(() => {});
        Object.keys(this._sources).forEach(name => this._cancel(name));
        this._work.clear();
        this._unmeasured.clear();
        if (this._frame)
            global.stage.disconnect(this._frame);
        this._frame = null;
        this.tooltips.hide();
    }

    _destroyed() {
        this._stop();
        this._isDestroyed = true;
    }

    now() {
        return GLib.get_real_time();
    }

    isLocked() {
        return this._lock.isLocked || this.ui.Main.sessionMode.isLocked;
    }

    /** Returns a token that lets an opened window come to the front; undefined without one. */
    activationToken() {
        try {
            const context = global.create_app_launch_context(0, -1);
            // Mutter needs an application, and accepts any.
            const app = Gio.AppInfo.create_from_commandline('true', null, Gio.AppInfoCreateFlags.NONE);
            return context.get_startup_notify_id(app, []) ?? undefined;
        } catch {
            return undefined;
        }
    }

    // Timers by name

    _once(name, milliseconds, handler) {
        this._cancel(name);
        this._sources[name] = GLib.timeout_add(GLib.PRIORITY_DEFAULT, milliseconds, () => {
            delete this._sources[name];
            handler();
            return GLib.SOURCE_REMOVE;
        });
    }

    _cancel(name) {
        if (this._sources[name])
            GLib.source_remove(this._sources[name]);
        delete this._sources[name];
    }

    /** Calls a handler after a moment, by which a tap has its answer or shows that it takes longer. */
    soon(card, handler) {
        this._once(`soon ${card.identifier}`, 300, handler);
    }

    // Cards

    /** Handles a change of Today. */
    _changed() {
        this._isOld = true;
        this._schedule();
    }

    _catchUp() {
        this._isOld = false;
        if (this.today.isAvailable) {
            this._cancel('patience');
            this._cancel('search');
            this._isAway = false;
            this._delay = 1000;
            this._showOrder();
        } else if (!this._sources.patience && !this._isAway) {
            this._setPatience();
        }
        this._showState();
        this._refreshPage();
    }

    /** Updates a page once for several changes. */
    _refreshPage() {
        if (this._page && !this._sources.page)
            this._once('page', 50, () => this._page?.changed());
    }

    /** Makes the cards match Today and its order. New cards get their content a little later. */
    _showOrder() {
        const order = this.today.today.filter(identifier => this.today.widget(identifier));
        const key = JSON.stringify(order.map(identifier => [identifier, isSmall(this.today.widget(identifier))]));
        if (key === this._order && this._cards.size === order.length)
            return;
        this._order = key;
        const wanted = new Set(order);
        for (const [identifier, card] of this._cards) {
            if (wanted.has(identifier))
                continue;
            this._work.delete(card);
            this._unmeasured.delete(card);
            this._cards.delete(identifier);
            if (card.actor.contains(global.stage.get_key_focus()))
                this._edit.grab_key_focus();
            card.destroy();
        }
        for (const identifier of order) {
            if (this._cards.has(identifier))
                continue;
            const card = new Card(identifier, this);
            this._cards.set(identifier, card);
            this._refresh(card);
        }
        this._place(order);
    }

    /** Puts the cards into their rows. The rows before the first change stay. */
    _place(order) {
        const focus = global.stage.get_key_focus();
        const places = rows(order, identifier => isSmall(this.today.widget(identifier))).map((place, index) =>
            ({...place, actor: this._cards.get(order[index]).actor}));
        const isSame = (place, former) => ['actor', 'row', 'column', 'width'].every(key => place[key] === former?.[key]);
        const changed = places.find((place, index) => !isSame(place, this._places[index]));
        const start = changed ? changed.row : (places.at(-1)?.row ?? -1) + 1;
        for (const child of this._list.get_children().slice(start)) {
            this._list.remove_child(child);
            if (!child.has_style_class_name('today-row'))
                continue;
            child.remove_all_children();
            child.destroy();
        }
        for (const {actor, row, column, width} of places.filter(place => place.row >= start)) {
            if (width === 1 && column === 0) {
                const pair = box('today-row', {isVertical: false});
                pair.layout_manager.homogeneous = true;
                this._list.insert_child_at_index(pair, row);
            }
            if (width === 1)
                this._list.get_child_at_index(row).add_child(actor);
            else
                this._list.insert_child_at_index(actor, row);
        }
        places.forEach(({width}, index) => {
            const card = this._cards.get(order[index]);
            if (card.isHalf !== (width === 1))
                this._refresh(card);
            card.isHalf = width === 1;
        });
        this._places = places;
        if (focus && this._list.contains(focus))
            focus.grab_key_focus();
    }

    _showAll() {
        this._cards.forEach(card => this._refresh(card));
    }

    /** Measures a card after its layout, which comes with the next frame. */
    later(card) {
        if (!this._isOpen)
            return;
        this._unmeasured.add(card);
        this._frame ??= global.stage.connect('after-update', () => this._measure());
    }

    _measure() {
        global.stage.disconnect(this._frame);
        this._frame = null;
        const cards = [...this._unmeasured];
        this._unmeasured.clear();
        cards.forEach(card => card.measure());
    }

    /** Schedules an update of a card. */
    _refresh(card) {
        if (!card)
            return;
        this._work.add(card);
        this._schedule();
    }

    _schedule() {
        if (this._isOpen)
            this._sources.work ??= GLib.idle_add(GLib.PRIORITY_DEFAULT_IDLE, () => this._doWork());
    }

    /** Updates cards in portions, so that much work spreads over several frames, but not over hundreds. */
    _doWork() {
        if (this._isOld)
            this._catchUp();
        const end = GLib.get_monotonic_time() + Math.max(PORTION, this._work.size * 100);
        for (const card of this._work) {
            this._work.delete(card);
            card.show();
            if (this._work.size && GLib.get_monotonic_time() >= end)
                return GLib.SOURCE_CONTINUE;
        }
        delete this._sources.work;
        this._setTicker();
        return GLib.SOURCE_REMOVE;
    }

    /** Schedules the next moment at which time alone changes a card. */
    _setTicker() {
        const now = this.now();
        let next = Infinity;
        for (const card of this._cards.values())
            next = Math.min(next, card.next);
        if (next === Infinity) {
            this._cancel('ticker');
            return;
        }
        this._once('ticker', Math.min(Math.max(Math.ceil((next - now) / 1000), 1), 3600e3), () => {
            const then = this.now();
            this._cards.forEach(card => {
                if (card.next <= then)
                    this._refresh(card);
            });
            if (!this._sources.work)
                this._setTicker();
        });
    }

    // Messages beside the cards

    _setPatience() {
        this._once('patience', PATIENCE, () => {
            this._isAway = !this.today.isAvailable;
            this._delay = 1000;
            this._showState();
            this._search();
        });
    }

    /** Searches for a center while the user looks, less and less often. */
    _search() {
        if (!this._isAway)
            return;
        call('StartServiceByName', new GLib.Variant('(su)', [CENTER, 0]), {name: BUS, path: '/org/freedesktop/DBus', face: BUS})
            .catch(() => {
                // The popup already says that no center is running.
            });
        this._once('search', this._delay, () => this._search());
        this._delay = Math.min(2 * this._delay, 10000);
    }

    _showState() {
        const hasCards = this._cards.size > 0;
        const notices = [];
        if (this._isAway && hasCards)
            notices.push(say('absent', {reason: say('notRunning')}));
        if (this.today.isAvailable && this.today.properties.StateStored === false)
            notices.push(stateTrouble(this.today.properties));
        if (this._problem)
            notices.push(this._problem);
        this._notice.text = notices.join('\n');
        this._notice.visible = notices.length > 0;
        this._list.opacity = this._isAway ? 140 : 255;
        this._list.visible = hasCards;
        this._status.visible = !hasCards && !this._page;
        if (hasCards)
            return;
        const {title, text, offer} = pageText(page(this.today, this._isAway));
        this._statusTitle.text = title;
        this._statusText.text = text;
        this._statusText.visible = text !== '';
        this._statusButton.label = offer;
        this._statusButton.visible = offer !== '';
    }

    _offer() {
        if (this.today.isAvailable)
            this.edit();
        else
            this._search();
    }

    /** Sends a request that belongs to no card. */
    async ask(request) {
        this._problem = null;
        try {
            await request(this.today);
        } catch (error) {
            this._problem = refusal(error);
        }
        if (!this._isDestroyed)
            this._showState();
    }

    // The menu of a card

    menu(card) {
        const {identifier} = card;
        const widget = this.today.widget(identifier) ?? {Identifier: identifier};
        return menuItems(widget, [...this._cards.keys()].sort(inOrderOf(this.today.today)), {
            ask: request => card.ask(request),
            openApp: this.appOf(identifier),
            refresh: () => card.update(),
            copy: () => this._copy(identifier),
            openSettings: () => this.openSettings(identifier),
            addAnother: () => card.ask(today => today.addInstance(identifier)),
            explain: () => card.explain(),
            remove: () => this.remove(identifier, this._nameOf(identifier), request => card.ask(request)),
            isInTopBar: this._topBar.get() === identifier,
            setInTopBar: isInTopBar => this._topBar.set(isInTopBar ? identifier : ''),
        });
    }

    _nameOf(identifier) {
        const widget = this.today.widget(identifier);
        const number = widget ? numberOf(this.today, identifier) : '';
        return number ? say('copyNumber', {name: nameOf(widget), number}) : nameOf(widget ?? {Identifier: identifier});
    }

    _copy(identifier) {
        const text = cardText(this.today.widget(identifier), {now: this.now(), isLocked: this.isLocked()});
        St.Clipboard.get_default().set_text(St.ClipboardType.CLIPBOARD, text);
    }

    /** Returns a function that opens the app of a widget; undefined without an installed app. */
    appOf(identifier) {
        const {ContainingApp: name} = this.today.widget(identifier) ?? {};
        const app = name && Shell.AppSystem.get_default().lookup_app(`${name}.desktop`);
        if (!app)
            return undefined;
        return () => {
            this._topBar.close();
            app.activate();
        };
    }

    // Removal and undo

    /** Removes a widget, and offers to undo the removal for a while. */
    async remove(identifier, name, ask = request => this.ask(request)) {
        let undo = null;
        await ask(async today => {
            undo = await remove(today, identifier);
        });
        if (!undo || !this._isOpen)
            return;
        this._forgetUndo();
        this._undo.add_child(label('today-undo-text', say('removed', {name}), {x_expand: true, y_align: ActorAlign.CENTER}));
        this._undo.add_child(button('today-button', {
            label: say('undo'),
            y_align: ActorAlign.CENTER,
            onClick: () => {
                this._forgetUndo();
                this.ask(undo);
            },
        }));
        this._undo.show();
        this._once('undo', UNDO_TIME, () => this._forgetUndo());
    }

    _forgetUndo() {
        this._cancel('undo');
        yieldFocus(this._undo, this._done ?? this._edit);
        this._undo.destroy_all_children();
        this._undo.hide();
    }

    // Pages

    /** The button that leaves a page; null without a page. */
    get doneButton() {
        return this._done;
    }

    _showBar() {
        this._bar.destroy_all_children();
        const icon = (name, text, onClick) => button('today-icon-button', {
            child: new St.Icon({icon_name: name, style_class: 'today-icon-of-button'}),
            accessible_name: text,
            y_align: ActorAlign.CENTER,
            onClick,
        });
        if (this._page)
            this._bar.add_child(icon('go-previous-symbolic', say('back'), () => this._page.leave()));
        const titles = box('', {x_expand: true, y_align: ActorAlign.CENTER});
        titles.add_child(label('today-title', this._page?.title ?? say('today'), {wraps: false}));
        if (this._page?.subtitle)
            titles.add_child(label('today-subtitle', this._page.subtitle, {wraps: false}));
        this._bar.add_child(titles);
        this._edit = this._done = null;
        if (this._page) {
            this._done = button('today-button today-button-prominent', {
                label: say('done'),
                y_align: ActorAlign.CENTER,
                onClick: () => this._page.done(),
            });
            this._bar.add_child(this._done);
        } else {
            this._edit = icon('document-edit-symbolic', say('edit'), () => this.edit());
            this._bar.add_child(this._edit);
        }
    }

    _setPage(page) {
        if (this._page === page)
            return;
        this._problem = null;
        this._page?.actor.destroy();
        this._page = page;
        this._list.visible = !page;
        if (page) {
            this._column.add_child(page.actor);
            // Hidden cards must be silent for screen readers, too.
            if (this._list.get_parent())
                this._column.remove_child(this._list);
        } else {
            this._column.add_child(this._list);
        }
        this._showBar();
        this._showState();
        this._adjustment.value = 0;
        if (this._isOpen)
            (page ? page.focus ?? this._done : this._edit).grab_key_focus();
    }

    showCards() {
        this._setPage(null);
    }

    edit() {
        this._setPage(new EditPage(this));
    }

    openSettings(identifier) {
        const widget = this.today.widget(identifier);
        const back = this._page instanceof EditPage ? () => this.edit() : () => this.showCards();
        if (widget)
            this._setPage(new SettingsPage(this, identifier, nameOf(widget), back));
    }

    /** Handles Escape, which leaves a page or closes the menu of a card. */
    captured(event) {
        if (event.type() !== Clutter.EventType.KEY_PRESS || event.get_key_symbol() !== Clutter.KEY_Escape)
            return Clutter.EVENT_PROPAGATE;
        const card = [...this._cards.values()].find(({hasMenu}) => hasMenu);
        if (this._page)
            this._page.leave();
        else if (card)
            card.closeMenu();
        else
            return Clutter.EVENT_PROPAGATE;
        return Clutter.EVENT_STOP;
    }

    /** The position of the list. GNOME 46 moved this property. */
    get _adjustment() {
        return this._scroller.vadjustment ?? this._scroller.vscroll.adjustment;
    }

    /** Scrolls to the focused actor. */
    reveal(focus) {
        if (!focus || !this._column.contains(focus))
            return;
        this._cards.forEach(card => card.uncover(focus));
        const adjustment = this._adjustment;
        const [, top] = focus.get_transformed_position();
        const [, start] = this._column.get_transformed_position();
        const margin = 12 * scale();
        const upper = top - start - margin;
        const lower = top - start + focus.height + margin;
        if (upper < adjustment.value)
            adjustment.value = Math.max(upper, 0);
        else if (lower > adjustment.value + adjustment.page_size)
            adjustment.value = lower - adjustment.page_size;
    }
}
