/** The button in the top bar, with Today in its popup. */
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Clutter from 'gi://Clutter';
import St from 'gi://St';

import {label} from './nodes.js';
import {shortText} from './presentation.js';
import {Today} from './todaycenter.js';
import {TodayView} from './view.js';

const KEY = 'top-bar-widget';

export class Indicator {
    /**
     * @param ui modules of the Shell: Main, PanelMenu, PopupMenu
     * @param folder where the extension is
     * @param settings what the user has chosen
     */
    constructor(ui, folder, settings) {
        this._settings = settings;
        this._today = new Today();
        this._isFollowing = false;
        this._button = new ui.PanelMenu.Button(0.5, 'Today');
        const content = new St.BoxLayout({style_class: 'panel-status-menu-box'});
        const icon = folder.get_child('icons').get_child('today-center-symbolic.svg');
        content.add_child(new St.Icon({gicon: Gio.FileIcon.new(icon), style_class: 'system-status-icon'}));
        this._label = label('today-top-bar', '', {wraps: false, visible: false, y_align: Clutter.ActorAlign.CENTER});
        content.add_child(this._label);
        this._button.add_child(content);
        this._view = new TodayView(ui, this._today, {
            get: () => settings.get_string(KEY),
            set: identifier => settings.set_string(KEY, identifier),
        });
        const {menu} = this._button;
        menu.box.add_style_class_name('today-popup');
        menu.box.add_child(this._view.actor);
        // Before the Shell hears of it, to which Escape means that the popup is to be closed.
        menu.actor.connect('captured-event', (_actor, event) => this._view.captured(event));
        menu.connect('open-state-changed', (_menu, isOpen) => {
            if (!isOpen)
                this._view.close();
            this._follow();
            if (isOpen)
                this._view.open();
        });
        this._chosen = settings.connect(`changed::${KEY}`, () => this._follow());
        this._changes = this._today.connect('changed', () => this._showText());
        ui.Main.panel.addToStatusArea('today-center', this._button);
        this._follow();
    }

    /** The center is followed while Today is seen, or a widget is in the top bar; else nothing is done at all. */
    _follow() {
        const isNeeded = this._button.menu.isOpen || this._settings.get_string(KEY) !== '';
        if (isNeeded !== this._isFollowing) {
            this._isFollowing = isNeeded;
            if (isNeeded)
                this._today.start();
            else
                this._today.stop();
        }
        this._showText();
    }

    _showText() {
        const identifier = this._settings.get_string(KEY);
        const text = identifier ? shortText(this._today.widget(identifier), {now: GLib.get_real_time()}) : '';
        this._label.text = text;
        this._label.visible = text !== '';
    }

    destroy() {
        this._settings.disconnect(this._chosen);
        this._today.disconnect(this._changes);
        this._button.destroy();
        this._today.stop();
    }
}
