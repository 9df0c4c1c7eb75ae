/**
 * Today Center in JavaScript, for GJS: a live model of Today for panels and shells, and widgets.
 *
 *     import {Today, Widget, column, text} from './todaycenter.js';
 *
 * Nothing here blocks. Properties, keys and attributes have their names of the bus; the helpers also take finishedText
 * for finished-text. Content is a tree of {kind, attributes, children}. A moment is a number of microseconds since
 * 1970; functions also take a Date.
 */
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import System from 'system';

const CENTER = 'org.todaycenter.NotificationCenter1';
const PATH = '/org/todaycenter/NotificationCenter1';
const WIDGET = `${CENTER}.Widget`;
const BUS = 'org.freedesktop.DBus';
const PROPERTIES = `${BUS}.Properties`;
const OBJECTS = `${BUS}.ObjectManager`;
// Apps talk to the center by this name, which is the only one inside a sandbox.
const APPS = 'org.todaycenter.Apps1';
const FOR_APPS = {name: APPS, path: '/org/todaycenter/Apps1', face: APPS};

/**
 * An error of the center, or of an action. The property name is a word such as InvalidContent or Conflict. If an action
 * failed, kind is the kind of problem, such as timed-out; the kind app means that the message is the provider's.
 */
export class TodayError extends Error {
    constructor(message, name = '', kind = '') {
        super(message);
        this.name = name.split('.').pop() || 'TodayError';
        this.kind = kind;
    }

    /** Returns a TodayError made from a GIO error. */
    static from(error) {
        const name = error instanceof Gio.DBusError || Gio.DBusError.is_remote_error(error)
            ? Gio.DBusError.get_remote_error(error) ?? '' : '';
        return new TodayError(error.message.replace(/^GDBus\.Error:[^:]*: /, ''), name);
    }
}

/** Returns the connection to the session bus. */
function bus() {
    return Gio.DBus.session;
}

/** Calls a method, by default of the center, and resolves with the values of its answer. */
export function call(method, parameters = null, {name = CENTER, path = PATH, face = CENTER} = {}) {
    return new Promise((resolve, reject) => {
        const message = Gio.DBusMessage.new_method_call(name, path, face, method);
        if (parameters)
            message.set_body(parameters);
        // GIO's call() can't read errors with more than one argument.
        bus().send_message_with_reply(message, Gio.DBusSendMessageFlags.NONE, -1, null, (source, result) => {
            try {
                const reply = source.send_message_with_reply_finish(result);
                const values = reply.get_body()?.recursiveUnpack() ?? [];
                if (reply.get_message_type() === Gio.DBusMessageType.ERROR) {
                    const [text, kind] = values.filter(value => typeof value === 'string');
                    reject(new TodayError(text ?? '', reply.get_error_name(), kind));
                } else {
                    resolve(values);
                }
            } catch (error) {
                reject(TodayError.from(error));
            }
        });
    });
}

/**
 * Returns a value as a variant for the bus. Whole numbers are x, others d; two or four numbers in an array are a
 * struct.
 */
export function variant(value) {
    if (value instanceof GLib.Variant)
        return value;
    if (value instanceof Date)
        return new GLib.Variant('t', value.getTime() * 1000);
    if (typeof value === 'boolean')
        return new GLib.Variant('b', value);
    if (typeof value === 'number')
        return new GLib.Variant(Number.isInteger(value) ? 'x' : 'd', value);
    if (Array.isArray(value) && value.length && value.every(item => typeof item === 'number'))
        return new GLib.Variant(`(${'d'.repeat(value.length)})`, value);
    if (Array.isArray(value) && value.length && typeof value[0] === 'object')
        return new GLib.Variant('aa{sv}', value.map(variants));
    if (Array.isArray(value))
        return new GLib.Variant('as', value);
    return typeof value === 'object' ? new GLib.Variant('a{sv}', variants(value)) : new GLib.Variant('s', `${value}`);
}

function variants(values) {
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    return Object.fromEntries(given.map(([key, value]) => [key, variant(value)]));
}

// Content

// from the schema: UPDATE_DATA=1 swift test --filter ContentFilesTests
const EVERY = 'id action parameter url enabled modes show-after show-before tooltip accessible-label fallback private';
const ATTRIBUTES = {
    column: 'children spacing alignment',
    row: 'children spacing alignment',
    grid: 'children columns spacing',
    list: 'children visible-rows',
    text: 'text style color lines alignment',
    timer: 'until since style finished-text',
    progress: 'value since until style color label',
    image: 'icon data width height description',
    button: 'label icon style',
    toggle: 'label value',
    chart: 'values style minimum maximum series label series-label unit show-values',
    section: 'children label expanded',
    divider: '',
    spacer: '',
    checkbox: 'label value',
    slider: 'label value minimum maximum step',
    clock: 'zone style',
    entry: 'label placeholder value',
};
// end of the schema
const KINDS = Object.keys(ATTRIBUTES);
const warnings = new Set();

function warn(message) {
    if (!warnings.has(message))
        printerr(`todaycenter: ${message}`);
    warnings.add(message);
}

const isNothing = value => value === null || value === undefined;
const isObject = value => value?.constructor === Object;
const isNode = value => isObject(value) && typeof value.kind === 'string';
const isAttributes = value => isObject(value) && !isNode(value);

const CLOCKS = {seconds: '%H:%M:%S', date: '%Y-%m-%d', 'date-time': '%Y-%m-%d %H:%M'};

/** Returns the plain text of a node with a kind that panels of version 2 don't know; undefined for other kinds. */
function plainText(kind, {label, value, minimum = 0, maximum = 1, zone = null, style}) {
    if (kind === 'checkbox')
        return `[${value ? 'x' : ' '}] ${label}`;
    if (kind === 'entry')
        return `[${label}…]`;
    if (kind === 'slider') {
        const part = (value - minimum) / (maximum - minimum);
        const percent = part >= 1 ? 100 : Math.max(Math.min(Math.round(part * 100), 99), 0);
        const cells = Math.floor(percent / 5);
        return `${label} ${'█'.repeat(cells)}${'░'.repeat(20 - cells)}`;
    }
    if (kind === 'clock') {
        const timeZone = GLib.TimeZone.new_identifier(zone);
        return timeZone ? GLib.DateTime.new_now(timeZone).format(CLOCKS[style] ?? '%H:%M') : undefined;
    }
    return undefined;
}

/** Returns a node of any kind. Attributes come in one object, which is optional, then children; a string is a text. */
export function node(kind, ...parts) {
    const attributes = {};
    for (const [name, value] of Object.entries(isAttributes(parts[0]) ? parts.shift() : {})) {
        const hyphenated = name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
        if (isObject(value) && hyphenated !== 'parameter')
            throw new TypeError(`${kind}: ${name} can't be ${isNode(value) ? 'a node' : 'an object'}`);
        if (!isNothing(value))
            attributes[hyphenated] = value;
    }
    const fallback = attributes.fallback ?? plainText(kind, attributes);
    if (fallback !== undefined)
        attributes.fallback = fallback;
    const children = parts.filter(part => !isNothing(part)).map(part => {
        if (isNode(part))
            return part;
        if (typeof part === 'string' || typeof part === 'number')
            return text(part);
        throw new TypeError(
            `${kind}: attributes come in one object before the children, and each child is a node or a text`);
    });
    checkNames(kind, children.length ? ['children', ...Object.keys(attributes)] : Object.keys(attributes));
    return {kind, attributes, children};
}

/** Warns about names that the schema doesn't have. The center accepts them, because later versions add names. */
function checkNames(kind, names) {
    if (!KINDS.includes(kind)) {
        warn(`unknown kind ${kind} (known: ${KINDS.join(', ')})`);
        return;
    }
    const known = `${ATTRIBUTES[kind]} ${EVERY}`.trim().split(' ');
    for (const name of names) {
        if (!known.includes(name))
            warn(`unknown attribute ${name} of ${kind} (known: ${known.join(', ')})`);
    }
}

/** Returns a node from attributes in a fixed order, followed by other attributes in one object. */
function leaf(kind, own, rest) {
    if (rest.length > 1 || !(isNothing(rest[0]) || isAttributes(rest[0])))
        throw new TypeError(`${kind} takes (${[...Object.keys(own), '{…}'].join(', ')}), its attributes in one object`);
    return node(kind, {...own, ...rest[0]});
}

const words = value => isObject(value) || isNothing(value) ? value : `${value}`;

export const column = (...parts) => node('column', ...parts);
export const row = (...parts) => node('row', ...parts);
export const grid = (...parts) => node('grid', ...parts);
export const list = (...parts) => node('list', ...parts);
export const section = (label, ...parts) => {
    const attributes = isAttributes(parts[0]) ? parts.shift() : {};
    return node('section', {label: words(label), ...attributes}, ...parts);
};
export const text = (content, ...rest) => leaf('text', {text: words(content)}, rest);
export const timer = (...rest) => leaf('timer', {}, rest);
export const progress = (value, ...rest) => leaf('progress', {value}, rest);
export const image = (...rest) => leaf('image', {}, rest);
export const button = (label, action, ...rest) => leaf('button', {label: words(label), action}, rest);
export const toggle = (label, value, action, ...rest) => leaf('toggle', {label: words(label), value, action}, rest);
export const chart = (values, ...rest) => leaf('chart', {values}, rest);
export const checkbox = (label, value, action, ...rest) => leaf('checkbox', {label: words(label), value, action}, rest);
export const slider = (label, value, action, ...rest) => leaf('slider', {label: words(label), value, action}, rest);
export const entry = (label, action, ...rest) => leaf('entry', {label: words(label), action}, rest);
export const clock = (...rest) => leaf('clock', {}, rest);
export const divider = (...rest) => leaf('divider', {}, rest);
export const spacer = (...rest) => leaf('spacer', {}, rest);

/** Returns content in its JSON form. null and {} are empty content. */
export function toJSON(content) {
    if (!isNothing(content) && !isNode(content) && typeof content !== 'string' && JSON.stringify(content) !== '{}')
        throw new TypeError('content must be a node or a text');
    const plain = item => {
        if (item instanceof Date)
            return item.getTime() * 1000;
        if (item instanceof Uint8Array)
            return GLib.base64_encode(item);
        return item instanceof GLib.Variant ? item.recursiveUnpack() : item;
    };
    const flat = ({kind, attributes = {}, children = [], ...more}) => {
        if (Object.keys(more).length)
            throw new TypeError(`${kind}: ${Object.keys(more)[0]} belongs in attributes: {…}`);
        return {
            kind,
            ...Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, plain(value)])),
            ...children.length ? {children: children.map(flat)} : {},
        };
    };
    const tree = typeof content === 'string' ? text(content) : content;
    return JSON.stringify(tree?.kind ? flat(tree) : {});
}

/** Reads content from the bus. A parameter stays a variant, so that it can be sent back unchanged. */
function readContent(value) {
    const attributes = {};
    if (value.get_type_string() !== '(sa{sv}av)')
        return {kind: '', attributes, children: []};
    const pairs = value.get_child_value(1);
    for (let i = 0; i < pairs.n_children(); i++) {
        const key = pairs.get_child_value(i).get_child_value(0).unpack();
        const attribute = pairs.get_child_value(i).get_child_value(1).get_variant();
        attributes[key] = key === 'parameter' ? attribute : attribute.recursiveUnpack();
    }
    const below = value.get_child_value(2);
    const children = [];
    for (let i = 0; i < below.n_children(); i++)
        children.push(readContent(below.get_child_value(i).get_variant()));
    return {kind: value.get_child_value(0).unpack(), attributes, children};
}

function isVisible({attributes}, {mode, now, isLocked}) {
    const modes = attributes.modes ?? [];
    return !(modes.length && !modes.includes(mode)) && !(attributes.private && isLocked) &&
        (attributes['show-after'] ?? 0) <= now && now < (attributes['show-before'] ?? Infinity);
}

/** Returns the attributes that a node of any kind can have. */
function common(attributes) {
    const names = ['id', 'action', 'parameter', 'url', 'enabled', 'tooltip', 'accessible-label'];
    return Object.fromEntries(names.filter(name => name in attributes).map(name => [name, attributes[name]]));
}

const zones = new Map();

/** Returns a time zone by its name, the user's own without a name, or null for an unknown name. */
export function timeZone(name) {
    if (isNothing(name))
        return GLib.TimeZone.new_local();
    if (!zones.has(name)) {
        // Widgets choose the names, so their number is limited.
        if (zones.size >= 64)
            zones.clear();
        const isName = typeof name === 'string' && /^[A-Za-z0-9_+-]+(\/[A-Za-z0-9_+-]+)*$/.test(name);
        const folder = GLib.getenv('TZDIR') ?? '/usr/share/zoneinfo';
        // GLib also accepts other forms, such as +02.
        const isKnown = isName && GLib.file_test(`${folder}/${name}`, GLib.FileTest.IS_REGULAR);
        zones.set(name, isKnown ? GLib.TimeZone.new_identifier(name) : null);
    }
    return zones.get(name);
}

/** Returns whether a kind is known. A clock with an unknown zone is treated like an unknown kind. */
function isKnown({kind, attributes}, kinds) {
    return kinds.includes(kind) && (kind !== 'clock' || timeZone(attributes.zone) !== null);
}

/**
 * Returns the part of the content to draw now, or null. It leaves out nodes for other display modes or times, and
 * private ones while the session is locked. A node of an unknown kind becomes its fallback, or else a column of its
 * children.
 */
export function drawn(content, {mode = 'compact', now = Date.now() * 1000, isLocked = false, kinds = KINDS} = {}) {
    if (!content?.kind || !isVisible(content, {mode, now, isLocked}))
        return null;
    if (!isKnown(content, kinds)) {
        const attributes = common(content.attributes);
        if (content.attributes.fallback)
            return text(content.attributes.fallback, attributes);
        content = {kind: 'column', attributes, children: content.children};
        if (!content.children.length)
            return null;
    }
    const children = content.children.map(child => drawn(child, {mode, now, isLocked, kinds}));
    return {...content, children: children.filter(child => child !== null)};
}

/** Returns the time at which to draw content again, or Infinity. Timers and clocks tick by themselves. */
export function nextChange(content, now = Date.now() * 1000) {
    const {attributes = {}, children = []} = content ?? {};
    const own = [attributes['show-after'], attributes['show-before']].filter(moment => moment > now);
    return Math.min(...own, ...children.map(child => nextChange(child, now)), Infinity);
}

// Today, for panels and shells

class Emitter {
    #handlers = new Map();
    #last = 0;

    /** Connects a handler to a signal and returns the handler's number. */
    connect(signal, handler) {
        this.#handlers.set(++this.#last, {signal, handler});
        return this.#last;
    }

    /** Disconnects the handler with this number. */
    disconnect(id) {
        this.#handlers.delete(id);
    }

    _emit(name, ...values) {
        for (const {signal, handler} of [...this.#handlers.values()]) {
            if (signal === name)
                handler(this, ...values);
        }
    }
}

/**
 * A live model of Today, for panels and shells. It follows the center, also after a restart.
 *
 * Each signal has this object as its first argument: 'changed' after any change, 'center-changed' (names of its
 * properties), 'today-changed', 'arrangement-changed', 'widget-added' (identifier), 'widget-changed' (identifier, names
 * of properties), 'widget-removed' (identifier), 'widget-updated' (identifier, result, details), 'available-changed'.
 */
export class Today extends Emitter {
    #widgets = new Map();
    /** The paths of the widgets' objects, by identifier. */
    #paths = new Map();
    #center = {};
    #subscriptions = [];
    #watch = 0;
    #load = 0;
    #viewing = null;
    #isAvailable = false;
    /** The timer that makes the bus start a center, and the next delay in milliseconds. */
    #search = 0;
    #wait = 1000;
    /** The time when the center appeared, in µs of the monotonic clock; 0 without a center. */
    #cameAt = 0;
    /** Whether the widgets were read, so that signals apply. */
    #isRead = false;
    #startsCenter = false;

    /** True if the center is running and this object has read its state. Without a center, the last values stay. */
    get isAvailable() {
        return this.#isAvailable;
    }

    /** The identifiers of the widgets to show, in order. */
    get today() {
        return this.#center.Today ?? [];
    }

    /** The identifiers of all added widgets, in order. */
    get arrangement() {
        return this.#center.Arrangement ?? [];
    }

    /** The properties of the center, by name. */
    get properties() {
        return this.#center;
    }

    /** The properties of all widgets, in no particular order. */
    get widgets() {
        return [...this.#widgets.values()];
    }

    /** Returns the properties of a widget, by name; undefined if the widget is unknown. */
    widget(identifier) {
        return this.#widgets.get(this.#paths.get(identifier));
    }

    /**
     * Follows the center and starts it if it isn't running. With startsCenter false, it waits until another program
     * starts the center. A later call changes that.
     */
    start({startsCenter = true} = {}) {
        const isUpgrade = startsCenter && !this.#startsCenter;
        this.#startsCenter = startsCenter;
        if (this.#watch) {
            if (!startsCenter)
                this.#forgetSearch();
            else if (isUpgrade && !this.#isAvailable)
                this.#searchLater(0);
            return this;
        }
        const subscribe = (face, member, path, argument, handler) => this.#subscriptions.push(
            bus().signal_subscribe(CENTER, face, member, path, argument, Gio.DBusSignalFlags.NONE,
                (_bus, _sender, from, _face, _member, values) => {
                    if (this.#isRead)
                        handler(values, from);
                }));
        subscribe(OBJECTS, 'InterfacesAdded', PATH, null, values => {
            const path = values.get_child_value(0).unpack();
            const faces = values.get_child_value(1).deepUnpack();
            if (faces[WIDGET])
                this.#added(path, faces[WIDGET]);
        });
        subscribe(OBJECTS, 'InterfacesRemoved', PATH, null, values => this.#removed(values.get_child_value(0).unpack()));
        subscribe(PROPERTIES, 'PropertiesChanged', null, WIDGET, (values, path) =>
            this.#changed(path, values.get_child_value(1).deepUnpack()));
        subscribe(PROPERTIES, 'PropertiesChanged', PATH, CENTER, values =>
            this.#centerChanged(values.get_child_value(1).deepUnpack()));
        subscribe(CENTER, 'WidgetUpdated', PATH, null, values =>
            this._emit('widget-updated', ...values.recursiveUnpack()));
        const flags = startsCenter ? Gio.BusNameWatcherFlags.AUTO_START : Gio.BusNameWatcherFlags.NONE;
        this.#watch = Gio.bus_watch_name_on_connection(bus(), CENTER, flags, () => this.#read(), () => this.#gone());
        return this;
    }

    /** Stops following the center. */
    stop() {
        if (this.#viewing)
            this.endViewing().catch(() => {});
        this.#subscriptions.forEach(id => bus().signal_unsubscribe(id));
        this.#subscriptions = [];
        if (this.#watch)
            Gio.bus_unwatch_name(this.#watch);
        this.#watch = 0;
        this.#gone();
        this.#forget();
    }

    // Visibility

    /** Reports that Today is visible, even to a center that starts later. Options: Name, CompactSize, SmallSize, ... */
    async beginViewing(options = {}) {
        this.#viewing = options;
        if (this.#isAvailable)
            await call('BeginViewing', new GLib.Variant('(a{sv})', [variants(options)]));
    }

    /** Reports that Today is hidden. */
    async endViewing() {
        this.#viewing = null;
        if (this.#isAvailable)
            await call('EndViewing');
    }

    #read() {
        const load = ++this.#load;
        this.#forgetSearch();
        this.#cameAt = GLib.get_monotonic_time();
        // Handles each reply before the signals that follow it.
        const ask = (face, method, parameters, handler) => bus().call(CENTER, PATH, face, method, parameters, null,
            Gio.DBusCallFlags.NONE, -1, null, (source, result) => {
                try {
                    const answer = source.call_finish(result);
                    if (load === this.#load)
                        handler(answer.get_child_value(0));
                } catch (error) {
                    logError(TodayError.from(error));
                }
            });
        ask(OBJECTS, 'GetManagedObjects', null, objects => {
            this.#forget();
            for (const [path, faces] of Object.entries(objects.deepUnpack())) {
                if (faces[WIDGET])
                    this.#add(path, faces[WIDGET]);
            }
            this.#isRead = true;
        });
        ask(PROPERTIES, 'GetAll', new GLib.Variant('(s)', [CENTER]), values => {
            this.#center = values.recursiveUnpack();
            this.#isAvailable = true;
            this._emit('available-changed');
            this._emit('changed');
            if (this.#viewing)
                this.beginViewing(this.#viewing).catch(logError);
        });
    }

    /**
     * Makes the bus start another center a second after one exited, in case systemd doesn't. The next tries come less and
     * less often, even if each new center exits soon.
     */
    #searchLater(wait = Infinity) {
        this.#forgetSearch();
        if (this.#cameAt && GLib.get_monotonic_time() - this.#cameAt > 60e6)
            this.#wait = 1000;
        this.#cameAt = 0;
        this.#search = GLib.timeout_add(GLib.PRIORITY_DEFAULT, Math.min(wait, this.#wait), () => {
            this.#search = 0;
            const load = this.#load;
            call('StartServiceByName', new GLib.Variant('(su)', [CENTER, 0]), {name: BUS, path: '/', face: BUS}).catch(() => {
                if (load === this.#load)
                    this.#searchLater();
            });
            return GLib.SOURCE_REMOVE;
        });
        this.#wait = Math.min(2 * this.#wait, 60000);
    }

    #forgetSearch() {
        if (this.#search)
            GLib.source_remove(this.#search);
        this.#search = 0;
    }

    #gone() {
        this.#load++;
        if (this.#watch && this.#startsCenter)
            this.#searchLater();
        else
            this.#forgetSearch();
        const wasAvailable = this.#isAvailable;
        this.#isAvailable = this.#isRead = false;
        if (wasAvailable) {
            this._emit('available-changed');
            this._emit('changed');
        }
    }

    /** Emits a signal, but not while the center is being read: 'changed' follows then. */
    #emitChange(...signal) {
        if (!this.#isAvailable)
            return;
        this._emit(...signal);
        this._emit('changed');
    }

    #forget() {
        this.#widgets.clear();
        this.#paths.clear();
        this.#center = {};
    }

    #values(values) {
        return Object.fromEntries(Object.entries(values).map(([name, value]) =>
            [name, name === 'Content' ? readContent(value) : value.recursiveUnpack()]));
    }

    #add(path, values) {
        const widget = this.#values(values);
        this.#widgets.set(path, widget);
        this.#paths.set(widget.Identifier, path);
        return widget.Identifier;
    }

    #added(path, values) {
        this.#emitChange('widget-added', this.#add(path, values));
    }

    #removed(path) {
        const widget = this.#widgets.get(path);
        if (!this.#widgets.delete(path))
            return;
        if (this.#paths.get(widget.Identifier) === path)
            this.#paths.delete(widget.Identifier);
        this.#emitChange('widget-removed', widget.Identifier);
    }

    #changed(path, values) {
        const widget = this.#widgets.get(path);
        if (!widget)
            return;
        Object.assign(widget, this.#values(values));
        this.#emitChange('widget-changed', widget.Identifier, Object.keys(values));
    }

    #centerChanged(values) {
        Object.assign(this.#center, this.#values(values));
        if (!this.#isAvailable)
            return;
        this._emit('center-changed', Object.keys(values));
        if (values.Arrangement)
            this._emit('arrangement-changed');
        if (values.Today)
            this._emit('today-changed');
        this._emit('changed');
    }

    // The user's actions

    /**
     * Taps a node of a widget: opens its URL or invokes its action. Resolves after the widget has answered.
     *
     * @param {boolean|number|string} value the new state of a toggle or a checkbox, by default the opposite one; the
     *     number of a slider; the text of an entry
     */
    tap(identifier, {attributes, kind}, {value, token} = {}) {
        const {Revision} = this.widget(identifier) ?? {};
        const revision = Revision === undefined ? undefined : new GLib.Variant('t', Revision);
        const platform = {'activation-token': token, node: attributes.id, revision};
        if (attributes.url)
            return this.openURL(identifier, attributes.url, token);
        let {parameter} = attributes;
        if (kind === 'toggle' || kind === 'checkbox')
            parameter = value ?? !attributes.value;
        else if (kind === 'slider')
            parameter = new GLib.Variant('d', value);
        else if (kind === 'entry')
            parameter = value;
        return this.invokeAction(identifier, attributes.action, parameter, platform);
    }

    /** Invokes an action of a widget. */
    invokeAction(identifier, action, parameter = undefined, platform = {}) {
        const parameters = parameter === undefined ? [] : [variant(parameter)];
        return call('InvokeAction',
            new GLib.Variant('(ssava{sv})', [identifier, action, parameters, variants(platform)]));
    }

    /** Opens a URL for a widget. */
    openURL(identifier, url, token = undefined) {
        return call('OpenURL', new GLib.Variant('(ssa{sv})', [identifier, url, variants({'activation-token': token})]));
    }

    /** Updates a widget now and resolves with new-data, no-data or failed. */
    async performUpdate(identifier) {
        return (await call('PerformUpdate', new GLib.Variant('(s)', [identifier])))[0];
    }

    /** Shows a widget compact or expanded. */
    setDisplayMode(identifier, mode) {
        return call('SetDisplayMode', new GLib.Variant('(ss)', [identifier, mode]));
    }

    /**
     * Changes the arrangement with a function that takes the current one and returns the new one. If another panel has
     * changed it meanwhile, the function is called again.
     */
    async arrange(change) {
        for (;;) {
            const get = new GLib.Variant('(ss)', [CENTER, 'Arrangement']);
            const [present] = await call('Get', get, {face: PROPERTIES});
            const options = {Expected: present};
            try {
                return await call('Arrange', new GLib.Variant('(asa{sv})', [change([...present]), variants(options)]));
            } catch (error) {
                if (error.name !== 'Conflict')
                    throw error;
            }
        }
    }

    /** Changes settings of a widget, all of them or none. */
    setSettings(identifier, values) {
        return call('SetSettings', new GLib.Variant('(sa{sv})', [identifier, variants(values)]));
    }

    /** Resets settings to their defaults; all of them if you name none. */
    resetSettings(identifier, ...names) {
        return call('ResetSettings', new GLib.Variant('(sas)', [identifier, names]));
    }

    /** Changes options of a widget, all of them or none. The keys are Size, UpdateInterval in seconds, and Paused. */
    setOptions(identifier, values) {
        return call('SetOptions', new GLib.Variant('(sa{sv})', [identifier, variants(values)]));
    }

    /** Resets options to those of the definition; all of them if you name none. */
    resetOptions(identifier, ...names) {
        return call('ResetOptions', new GLib.Variant('(sas)', [identifier, names]));
    }

    /** Adds a copy of a widget and resolves with its identifier. With isDryRun, the center only checks the call. */
    async addInstance(identifier, settings = {}, isDryRun = false) {
        const options = variants({Settings: settings, ...isDryRun ? {DryRun: true} : {}});
        return (await call('AddInstance', new GLib.Variant('(sa{sv})', [identifier, options])))[0];
    }

    /** Removes a copy, which the center keeps for 30 days. */
    removeInstance(identifier) {
        return call('RemoveInstance', new GLib.Variant('(s)', [identifier]));
    }

    /** Resolves with the removed copies, the newest first. Keys: Identifier, Name, Icon, RemovedAt, ExpiresAt. */
    async listRemoved() {
        return (await call('ListRemoved'))[0];
    }

    /** Brings a removed copy back. */
    restoreInstance(identifier) {
        return call('RestoreInstance', new GLib.Variant('(s)', [identifier]));
    }

    /** Deletes removed copies for good; all of them if you name none. */
    deleteRemoved(...identifiers) {
        return call('DeleteRemoved', new GLib.Variant('(as)', [identifiers]));
    }

    /** Resolves with the reasons for a widget's state. Message is a sentence. */
    async explain(identifier) {
        return (await call('Explain', new GLib.Variant('(s)', [identifier])))[0];
    }
}

// Widgets

/**
 * Content together with other changes, such as {Badge: 3}. An answer with an Error, a sentence for the user, makes the
 * update fail; with ErrorKind: 'unreachable' because another machine can't be reached. UpdatedAt is the time of content
 * that comes from another machine.
 */
export class Changes {
    constructor(content, keys = {}) {
        this.keys = {...keys};
        if (content !== null && content !== undefined)
            this.keys.Content = toJSON(content);
    }
}

/** The last content that was sent, in JSON, by the identifiers of widgets. */
const sent = new Map();

/** Returns changes in the form in which they are sent to a widget. */
function sending(identifier, {keys}) {
    if (keys.Content !== undefined)
        sent.set(identifier, keys.Content);
    return variants(keys);
}

/** Sends new content or other changes of a widget and resolves with its revision. */
export async function push(identifier, content, keys = {}) {
    const changes = sending(identifier, new Changes(content, keys));
    return (await call('UpdateWidget', new GLib.Variant('(sa{sv})', [identifier, changes]), FOR_APPS))[0];
}

/** Adds a widget without a provider, for push(). */
export function register(identifier, definition = {}) {
    return call('RegisterWidget', new GLib.Variant('(sa{sv})', [identifier, variants(definition)]), FOR_APPS);
}

/** Removes a registered widget. */
export function unregister(identifier) {
    return call('UnregisterWidget', new GLib.Variant('(s)', [identifier]), FOR_APPS);
}

/** Hides a widget that has nothing to show, or shows it again. */
export function setHasContent(identifier, hasContent) {
    return call('SetHasContent', new GLib.Variant('(sb)', [identifier, hasContent]), FOR_APPS);
}

/** Opens a URL for a widget and resolves with whether a program accepted it. */
export async function openURL(identifier, url, token = undefined) {
    const options = variants({'activation-token': token});
    return (await call('OpenURL', new GLib.Variant('(ssa{sv})', [identifier, url, options]), FOR_APPS))[0];
}

/** Returns the declaration of a setting from a default, an array of choices or an object of keys. */
export function setting(key, value) {
    if (value?.constructor === Object)
        return {Key: key, ...value};
    if (Array.isArray(value))
        return {Key: key, Type: 'choice', Choices: value};
    const types = {boolean: 'boolean', number: Number.isInteger(value) ? 'integer' : 'number', string: 'string'};
    return {Key: key, Type: types[typeof value], Default: value};
}

const method = (name, ins, outs) => `<method name="${name}">${
    ins.map(type => `<arg type="${type}" direction="in"/>`).join('')}${
    outs.map(type => `<arg type="${type}" direction="out"/>`).join('')}</method>`;

const PROVIDER = Gio.DBusNodeInfo.new_for_xml(`<node><interface name="${CENTER}.Provider">${
    method('BeginRequest', ['a{sv}'], ['a{sv}'])}${
    method('PerformUpdate', ['a{sv}'], ['s', 'a{sv}'])}${
    method('DisplayModeChanged', ['s', '(dd)'], ['a{sv}'])}${
    method('InvokeAction', ['s', 'av', 'a{sv}'], ['a{sv}'])}${
    method('Appear', [], [])}${method('Disappear', [], [])}${method('EndRequest', [], [])}</interface></node>`).interfaces[0];

/**
 * A widget that this program provides, with all of its copies.
 *
 *     const clock = new Widget('org.example.Clock', {Name: 'Clock', UpdateInterval: 60}, {
 *         update: context => text(new Date().toLocaleTimeString(), {style: 'title'}),
 *         actions: {reset: (context, parameter) => text('0:00')},
 *     });
 *     clock.run();
 *
 * The handlers are update, begin, displayModeChanged, appear, disappear, actions and end; they can be async. Each gets
 * a context, which has Identifier, Reason, DisplayMode, Settings and the other keys of the bus. It also has state, an
 * object for the program's own values, one for each copy. A handler returns content, Changes, or nothing if nothing is
 * new. `settings` declares the settings by name: their defaults, their choices, or all of their keys.
 */
export class Widget {
    #endpoints = new Map();

    constructor(identifier, definition = {}, {settings = {}, ...handlers} = {}) {
        // The center sets this variable for a program that it starts.
        this.isStartedByCenter = GLib.getenv('TODAYCENTER_WIDGET') !== null;
        this.identifier = (GLib.getenv('TODAYCENTER_WIDGET') ?? identifier).split('#')[0];
        this.path = `/${this.identifier.replaceAll('.', '/').replaceAll('-', '_')}`;
        this.handlers = handlers;
        const schema = Object.entries(settings).map(([key, value]) => setting(key, value));
        this.definition = {ObjectPath: this.path, ...definition, ...schema.length ? {SettingsSchema: schema} : {}};
    }

    /**
     * Provides the widget until SIGTERM or SIGINT, then exits. The status is 0, 1 if the name is taken or the
     * connection is lost, or 69 without a bus.
     */
    run() {
        const loop = new GLib.MainLoop(null, false);
        let status = 0;
        const end = (number, reason = null) => {
            if (reason)
                printerr(`${this.identifier}: ${reason}`);
            status = number;
            loop.quit();
            return GLib.SOURCE_REMOVE;
        };
        try {
            bus();
        } catch (error) {
            printerr(`${this.identifier}: ${error.message}`);
            System.exit(69);
        }
        for (const signal of [2, 15])
            GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal, () => end(0));
        bus().exit_on_close = false;
        bus().connect('closed', () => end(1, 'lost the connection to the session bus'));
        this.start(end).catch(error => end(1, error.message));
        loop.run();
        // Finishes pending work first: gjs 1.74 may crash if it exits with pending promises.
        const context = GLib.MainContext.default();
        for (let turn = 0; turn < 100 && context.iteration(false); turn++);
        System.exit(status);
    }

    /** Provides the widget in a program that runs its own main loop. It calls `end` when the program has to end. */
    async start(end = () => {}) {
        this.end = end;
        // The objects come first, for more copies than a user can have: the first call finds them.
        for (let number = 1; number < 1000; number++) {
            const path = number === 1 ? this.path : `${this.path}/instance/${number}`;
            const called = (_bus, _sender, _path, _face, method, _parameters, invocation) =>
                this.#endpoint(number)[method](invocation);
            bus().register_object(path, PROVIDER, called, null, null);
        }
        const [result] = await call('RequestName', new GLib.Variant('(su)', [this.identifier, 4]),
            {name: BUS, path: '/', face: BUS});
        if (![1, 4].includes(result))
            throw new Error('another program already provides it');
        Gio.bus_watch_name_on_connection(bus(), APPS, Gio.BusNameWatcherFlags.AUTO_START,
            () => this.#centerAppeared().catch(error => end(1, error.message)), null);
    }

    async #centerAppeared() {
        if (this.isStartedByCenter)
            return;
        try {
            await register(this.identifier, this.definition);
        } catch (error) {
            // The center has exited, and will appear again.
            if (error.name === 'NoReply')
                return;
            // The center finds a widget with a manifest by its name. A sandboxed app can't read Source, and assumes one.
            const isInstalled = ['manifest', undefined].includes(await this.#get(this.identifier, 'Source'));
            if (error.name !== 'AlreadyRegistered' || !isInstalled)
                throw error;
        }
    }

    /** Returns a property of the widget; undefined for a sandboxed app, which can't read it. */
    async #get(identifier, property) {
        const escaped = identifier.replace(/[^A-Za-z0-9]/g, c => `_${c.charCodeAt(0).toString(16)}`);
        const get = new GLib.Variant('(ss)', [WIDGET, property]);
        try {
            return (await call('Get', get, {path: `${PATH}/widget/${escaped}`, face: PROPERTIES}))[0];
        } catch {
            return undefined;
        }
    }

    /**
     * Returns the value of a tap without one, in an array: panels of version 2 show the fallback. An empty array means
     * no change.
     */
    async #unsent(identifier, action) {
        const fromBus = ([kind, attributes, children]) => ({kind, ...attributes, children: children.map(fromBus)});
        const find = node => node.action === action ? node : node.children?.map(find).find(Boolean);
        const json = sent.get(identifier);
        const content = json ? JSON.parse(json) : fromBus(await this.#get(identifier, 'Content') ?? ['', {}, []]);
        const {kind, value} = find(content) ?? {};
        if (kind === 'slider' || kind === 'entry')
            return [];
        return [kind === 'checkbox' ? !value : undefined];
    }

    /** Returns the handlers of an instance, by method. */
    #endpoint(number) {
        if (!this.#endpoints.has(number)) {
            const suffix = number === 1 ? '' : `#${number}`;
            this.#endpoints.set(number,
                this.#makeEndpoint({Identifier: this.identifier + suffix, Settings: {}, state: {}}));
        }
        return this.#endpoints.get(number);
    }

    #makeEndpoint(context) {
        const {handlers} = this;
        const answering = (type, handler) => async invocation => {
            try {
                const answer = await handler(invocation.get_parameters().recursiveUnpack());
                invocation.return_value(type ? new GLib.Variant(type, answer) : null);
            } catch (error) {
                logError(error);
                invocation.return_dbus_error(`${CENTER}.Error.ActionFailed`, reason(error));
            }
        };
        const changes = answer => answer instanceof Changes ? answer : new Changes(answer);
        const answered = answer => [sending(context.Identifier, changes(answer))];
        return {
            BeginRequest: answering('(a{sv})', async ([values]) => {
                Object.assign(context, values);
                return answered(await handlers.begin?.(context));
            }),
            PerformUpdate: answering('(sa{sv})', async ([values]) => {
                Object.assign(context, values);
                try {
                    const answer = changes(await handlers.update?.(context));
                    const isNew = Object.keys(answer.keys).some(key => key !== 'NextUpdate');
                    const result = answer.keys.Error ? 'failed' : isNew ? 'new-data' : 'no-data';
                    return [result, ...answered(answer)];
                } catch (error) {
                    logError(error);
                    return ['failed', variants({Error: reason(error)})];
                }
            }),
            DisplayModeChanged: answering('(a{sv})', async ([mode, size]) => {
                context.DisplayMode = mode;
                context[mode === 'compact' ? 'CompactSize' : 'ExpandedSize'] = size;
                return answered(await handlers.displayModeChanged?.(context));
            }),
            InvokeAction: answering('(a{sv})', async ([action, parameter]) => {
                if (!Object.hasOwn(handlers.actions ?? {}, action))
                    throw new Error(`the widget has no action ${action}`);
                const values = parameter.length ? parameter : await this.#unsent(context.Identifier, action);
                return answered(values.length ? await handlers.actions[action](context, values[0]) : null);
            }),
            Appear: answering(null, () => handlers.appear?.(context)),
            Disappear: answering(null, () => handlers.disappear?.(context)),
            EndRequest: async invocation => {
                await handlers.end?.(context);
                invocation.return_value(null);
                bus().flush(null, () => this.end(0));
            },
        };
    }
}

/** Returns the text of an error in a form that is valid on the bus. */
function reason(error) {
    // eslint-disable-next-line no-control-regex
    return (error.message || error.name || `${error}`).replace(/[\x00-\x09\x0b-\x1f]/g, ' ').slice(0, 1000);
}
