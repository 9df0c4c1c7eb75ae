/** The button in the top bar, with Today in its popup. */
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Clutter from 'gi://Clutter';
import St from 'gi://St';

import {showBadge} from './card.js';
import {useLanguage} from './language.js';
import {label} from './nodes.js';
import {badgeOfAll, shortText} from './presentation.js';
import {Today} from './todaycenter.js';
import {TodayView} from './view.js';
import {say} from './words.js';

const KEY = 'top-bar-widget';

export class Indicator {
    /**
     * @param ui modules of the Shell: Main, PanelMenu, PopupMenu, Slider
     * @param folder the folder of the extension
     * @param settings the settings of the extension
     */
    constructor(ui, folder, settings) {
        useLanguage(Clutter.get_default_text_direction() === Clutter.TextDirection.RTL);
        this._settings = settings;
        this._today = new Today();
        this._ticker = this._soon = 0;
        this._button = new ui.PanelMenu.Button(0.5, say('today'));
        const content = new St.BoxLayout({style_class: 'panel-status-menu-box'});
        const icon = folder.get_child('icons').get_child('today-center-symbolic.svg');
        content.add_child(new St.Icon({gicon: Gio.FileIcon.new(icon), style_class: 'system-status-icon'}));
        this._label = label('today-top-bar', '', {wraps: false, visible: false, y_align: Clutter.ActorAlign.CENTER});
        content.add_child(this._label);
        this._badge = label('today-badge', '', {wraps: false, y_align: Clutter.ActorAlign.CENTER});
        content.add_child(this._badge);
        this._button.add_child(content);
        this._view = new TodayView(ui, this._today, {
            get: () => settings.get_string(KEY),
            set: identifier => settings.set_string(KEY, identifier),
            close: () => this._button.menu.close(),
        });
        const {menu} = this._button;
        menu.box.add_style_class_name('today-popup');
        menu.box.add_child(this._view.actor);
        // The view handles Escape before the Shell, which would close the popup.
        menu.actor.connect('captured-event', (_actor, event) => this._view.captured(event));
        menu.connect('open-state-changed', (_menu, isOpen) => {
            if (!isOpen)
                this._view.close();
            this._follow();
            if (isOpen)
                this._view.open();
        });
        this._chosen = settings.connect(`changed::${KEY}`, () => this._follow());
        this._changes = this._today.connect('changed', () => this._showSoon());
        ui.Main.panel.addToStatusArea('today-center', this._button);
        this._follow();
    }

    /**
     * Follows the center, to show how many widgets ask for attention. It starts a center only if the user sees Today or a
     * widget in the top bar.
     */
    _follow() {
        this._today.start({startsCenter: this._button.menu.isOpen || this._settings.get_string(KEY) !== ''});
        this._show();
    }

    _show() {
        const now = GLib.get_real_time();
        const {today} = this._today;
        const {text, next} = shortText(this._today.widget(this._settings.get_string(KEY)), {now});
        this._label.text = text;
        this._label.visible = text !== '';
        showBadge(this._badge, badgeOfAll(today.map(identifier => this._today.widget(identifier)).filter(widget => widget)));
        this._stopTicker();
        if (next === Infinity)
            return;
        // At least once a minute, because the clock can change.
        const wait = Math.min(Math.max(Math.ceil((next - now) / 1000), 1), 60e3);
        this._ticker = GLib.timeout_add(GLib.PRIORITY_DEFAULT, wait, () => {
            this._ticker = 0;
            this._show();
            return GLib.SOURCE_REMOVE;
        });
    }

    /** Shows several changes together. */
    _showSoon() {
        this._soon ||= GLib.timeout_add(GLib.PRIORITY_DEFAULT_IDLE, 50, () => {
            this._soon = 0;
            this._show();
            return GLib.SOURCE_REMOVE;
        });
    }

    _stopTicker() {
        if (this._ticker)
            GLib.source_remove(this._ticker);
        this._ticker = 0;
    }

    destroy() {
        this._stopTicker();
        if (this._soon)
            GLib.source_remove(this._soon);
        this._settings.disconnect(this._chosen);
        this._today.disconnect(this._changes);
        this._button.destroy();
        this._today.stop();
    }
}
