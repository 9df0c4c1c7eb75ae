// Runs the extension of GNOME Shell without a Shell, and prints what it shows. The catalogs are in the folder `locale` beside it.
//
// It owns the name `x.Shell` on the session bus. Run(command) returns JSON:
//     texts          the visible texts, each with its `role`, and whether the text is cut off where it has no room
//     open, close    the popup
//     press NAME     presses a button with this text or name
//     type NAME TEXT types into a field; `NAME` ends before the first tab
//     enter NAME     presses the Enter key in a field
//     tall           makes all content higher than a card
import Gettext from 'gettext';
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

import {Indicator} from './indicator.js';
import {Actor, St, copied, draw, repeat, ui, walk} from './shell-stubs.js';
import {Tooltips} from './tooltips.js';

const folder = Gio.File.new_for_uri(import.meta.url).get_parent();
Gettext.bindtextdomain('today-center', folder.get_child('locale').get_path());
// GLib translates only if the program itself has translations, as the Shell has.
Gettext.textdomain('today-center');

// The texts of tooltips are private, and appear after a moment.
const {set} = Tooltips.prototype;
Tooltips.prototype.set = function (actor, text) {
    actor.tooltip = text ?? '';
    set.call(this, actor, text);
};

const settings = new class extends Actor {
    get_string() {
        return this.identifier ?? '';
    }

    set_string(_key, identifier) {
        this.identifier = identifier;
        this.emit('changed::top-bar-widget');
    }
}();

let menu = null;
const {PanelMenu} = ui;
ui.PanelMenu = {
    Button: class extends PanelMenu.Button {
        constructor(...values) {
            super(...values);
            menu = this.menu;
        }
    },
};
new Indicator(ui, folder, settings);
repeat(20, draw);

/** Returns the texts of an actor itself, with their roles. */
function textsOf(actor) {
    const {text, label, accessible_name: name, hint_text: hint, tooltip} = actor;
    const texts = {label: label ?? (actor instanceof St.Label ? text : ''), hint, name, tooltip};
    texts.field = actor instanceof St.Entry ? text : '';
    texts.spoken = actor.clutter_text?.get_accessible().accessible_name;
    return Object.entries(texts).filter(([, words]) => words);
}

function texts() {
    const shown = [];
    walk((actor, above) => {
        // A button of the Shell cuts off its label, as a label without wrapping does.
        const isCut = typeof actor.label === 'string' || actor.clutter_text?.ellipsize === 'END';
        const place = [...above, actor].map(({style_class: style}) => style).filter(style => style).slice(-2).join(' > ');
        for (const [role, text] of textsOf(actor))
            shown.push({role, text, isCut: role === 'label' && isCut, place});
    });
    copied.forEach(text => shown.push({role: 'copied', text, isCut: false, place: ''}));
    return shown;
}

/** Returns the visible actor of a type that has or contains a text. */
function find(type, name) {
    let found = null;
    walk((actor, above) => {
        if (textsOf(actor).some(([role, text]) => role !== 'tooltip' && text === name))
            found ??= [actor, ...above.toReversed?.() ?? [...above].reverse()].find(other => other instanceof type);
    });
    if (!found)
        throw new Error(`no ${name}`);
    return found;
}

function run(command) {
    const [, verb, name = '', text = ''] = /^(\w+)(?: ([^\t]*))?(?:\t(.*))?$/s.exec(command);
    switch (verb) {
    case 'open':
    case 'close':
        menu[verb]();
        break;
    case 'press':
        find(St.Button, name).emit('clicked');
        break;
    case 'type':
        find(St.Entry, name).text = text;
        break;
    case 'enter':
        find(St.Entry, name).clutter_text.emit('activate');
        break;
    case 'tall':
        Actor.prototype.naturalHeight = 1000;
        break;
    }
    return JSON.stringify(texts());
}

const object = Gio.DBusExportedObject.wrapJSObject(`
    <node><interface name="x.Shell">
    <method name="Run"><arg type="s" direction="in"/><arg type="s" direction="out"/></method>
    </interface></node>`, {Run: run});
object.export(Gio.DBus.session, '/x/Shell');
Gio.DBus.session.call_sync('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', 'RequestName',
    new GLib.Variant('(su)', ['x.Shell', 4]), null, Gio.DBusCallFlags.NONE, -1, null);
new GLib.MainLoop(null, false).run();
