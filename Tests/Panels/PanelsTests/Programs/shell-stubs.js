// The parts of GNOME Shell that the extension uses, without a screen. Actors have no size and no style, but all texts.
import GLib from 'gi://GLib';

/** An object with any name: that of an enumeration or of a value of it. */
const names = new Proxy({}, {get: (_all, name) => name});

export class Actor {
    constructor(properties = {}) {
        this.visible = this.mapped = true;
        this.text = this.accessible_name = '';
        this.reactive = this.hover = false;
        this.opacity = 255;
        this.width = 300;
        this.height = 20;
        this.value = 0;
        this.style = null;
        this.style_class = '';
        this._parent = null;
        this._children = [];
        this._handlers = [];
        if (properties.layout_manager)
            properties.layout_manager.container = this;
        Object.assign(this, properties);
    }

    // Signals

    connect(signal, handler) {
        this._handlers.push({signal, handler});
        return this._handlers.length;
    }

    disconnect(id) {
        this._handlers[id - 1] = {};
    }

    emit(signal, ...values) {
        for (const entry of [...this._handlers]) {
            if (entry.signal === signal)
                entry.handler(this, ...values);
        }
    }

    // The tree

    get_parent() {
        return this._parent;
    }

    get_children() {
        return [...this._children];
    }

    get_child_at_index(index) {
        return this._children[index] ?? null;
    }

    get_first_child() {
        return this.get_child_at_index(0);
    }

    add_child(child) {
        this.insert_child_at_index(child, this._children.length);
    }

    insert_child_at_index(child, index) {
        if (child._parent)
            throw new Error('The actor has a parent.');
        child._parent = this;
        this._children.splice(index, 0, child);
    }

    insert_child_above(child, sibling) {
        this.insert_child_at_index(child, this._children.indexOf(sibling) + 1);
    }

    set_child_at_index(child, index) {
        this.remove_child(child);
        this.insert_child_at_index(child, index);
    }

    remove_child(child) {
        child._parent = null;
        this._children = this._children.filter(other => other !== child);
    }

    remove_all_children() {
        this.get_children().forEach(child => this.remove_child(child));
    }

    destroy_all_children() {
        this.get_children().forEach(child => child.destroy());
    }

    contains(other) {
        return other === this || this._children.some(child => child.contains(other));
    }

    destroy() {
        this.destroy_all_children();
        this.emit('destroy');
        this._parent?.remove_child(this);
        if (stage.focus === this)
            stage.focus = null;
    }

    get child() {
        return this.get_first_child();
    }

    set child(child) {
        this.remove_all_children();
        if (child)
            this.add_child(child);
    }

    // Looks

    show() {
        this.visible = true;
    }

    hide() {
        this.visible = false;
    }

    get_stage() {
        return this._parent?.get_stage() ?? null;
    }

    get_preferred_height() {
        return [this.naturalHeight ?? 20, this.naturalHeight ?? 20];
    }

    get_transformed_position() {
        return [0, 0];
    }

    get_transformed_size() {
        return [this.width, this.height];
    }

    get_theme_node() {
        return {get_foreground_color: () => ({red: 255, green: 255, blue: 255, alpha: 255})};
    }

    has_style_class_name(name) {
        return this.style_class.split(' ').includes(name);
    }

    add_style_class_name(name) {
        this.style_class += ` ${name}`;
    }

    remove_style_class_name(name) {
        this.style_class = this.style_class.split(' ').filter(other => other !== name).join(' ');
    }

    grab_key_focus() {
        stage.focus = this;
        stage.emit('notify::key-focus');
    }

    get_accessible() {
        this._accessible ??= {accessible_name: ''};
        return this._accessible;
    }

    set_position() {}
    set_size() {}
    queue_relayout() {}
    queue_repaint() {}
    add_style_pseudo_class() {}
    remove_style_pseudo_class() {}
    add_accessible_state() {}
    remove_accessible_state() {}
}

/** The text of a label or an entry. */
class TextActor extends Actor {
    get_layout() {
        return {get_pixel_size: () => [100, 20], get_line_count: () => 1};
    }
}

class Label extends Actor {
    constructor(properties) {
        super(properties);
        this.clutter_text = new TextActor();
    }
}

class Entry extends Actor {
    constructor({text = '', hint_text = '', ...properties} = {}) {
        super(properties);
        this.clutter_text = new TextActor({text});
        this.hint_text = hint_text;
    }

    get text() {
        return this.clutter_text?.text ?? '';
    }

    set text(text) {
        if (this.clutter_text?.text === text || !this.clutter_text)
            return;
        this.clutter_text.text = text;
        this.clutter_text.emit('text-changed');
    }
}

class ScrollView extends Actor {
    vadjustment = {value: 0, page_size: 1000};

    set_policy() {}

    set_child(child) {
        this.add_child(child);
    }
}

class GridLayout {
    attach(actor) {
        this.container.add_child(actor);
    }
}

const stage = new class Stage extends Actor {
    focus = null;

    get_stage() {
        return this;
    }

    get_key_focus() {
        return this.focus;
    }
}();

export const St = {
    BoxLayout: class extends Actor {
        layout_manager = {};
    },
    Bin: class extends Actor {},
    Button: class extends Actor {},
    Icon: class extends Actor {},
    Widget: class extends Actor {},
    DrawingArea: class extends Actor {},
    Label,
    Entry,
    ScrollView,
    Clipboard: {get_default: () => ({set_text: (_type, text) => copied.push(text)})},
    ClipboardType: names,
    PolicyType: names,
    Settings: {get: () => ({high_contrast: false, enable_animations: false})},
    ThemeContext: {get_for_stage: () => ({scale_factor: 1})},
};

/** The copied text. */
export const copied = [];

export const Clutter = {
    Actor,
    GridLayout,
    BinLayout: class {},
    ActorAlign: names,
    ContentGravity: names,
    EventType: names,
    Orientation: names,
    TextDirection: names,
    EVENT_PROPAGATE: false,
    EVENT_STOP: true,
    get_default_text_direction: () => 'LTR',
};
export const Atk = {Role: names, StateType: names};
export const Cogl = {PixelFormat: names};
export const GdkPixbuf = {};
export const Pango = {EllipsizeMode: names, WrapMode: names};
export const GObject = {registerClass: (_properties, type) => type, signal_stop_emission_by_name() {}};
export const GnomeDesktop = {
    WallClock: class {
        connect() {}
        run_dispose() {}
    },
};
export const Shell = {AppSystem: {get_default: () => ({lookup_app: () => ({activate() {}})})}};

class Menu extends Actor {
    isOpen = false;
    box = new Actor();
    actor = new Actor();

    _set(isOpen) {
        this.isOpen = isOpen;
        this.emit('open-state-changed', isOpen);
    }

    open() {
        this._set(true);
    }

    close() {
        this._set(false);
    }
}

const uiGroup = new Actor();
stage.add_child(uiGroup);

/** The modules of the Shell. */
export const ui = {
    Main: {
        layoutManager: {uiGroup},
        sessionMode: {isLocked: false},
        panel: {
            addToStatusArea(_name, indicator) {
                stage.add_child(indicator);
                indicator.add_child(indicator.menu.box);
            },
        },
    },
    PanelMenu: {
        Button: class extends Actor {
            constructor(_alignment, name) {
                super({accessible_name: name});
                this.menu = new Menu();
            }
        },
    },
    PopupMenu: {
        Switch: class extends Actor {
            constructor(state) {
                super({state});
            }
        },
    },
    Slider: {Slider: class extends Actor {}},
};

globalThis.global = {stage};

/** Lets the stage draw, which measures cards. */
export function draw() {
    stage.emit('after-update');
}

/** Runs a handler for each visible actor, with the actors around it. */
export function walk(handler, actor = stage, above = []) {
    if (!actor.visible)
        return;
    handler(actor, above);
    actor.get_children().forEach(child => walk(handler, child, [...above, actor]));
}

/** Runs a handler regularly, with a pause in milliseconds. */
export function repeat(pause, handler) {
    GLib.timeout_add(GLib.PRIORITY_DEFAULT, pause, () => {
        handler();
        return GLib.SOURCE_CONTINUE;
    });
}
