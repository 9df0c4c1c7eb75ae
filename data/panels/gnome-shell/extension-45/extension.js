/** Today Center for GNOME Shell 45 and later. */
import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import * as PanelMenu from 'resource:///org/gnome/shell/ui/panelMenu.js';
import * as PopupMenu from 'resource:///org/gnome/shell/ui/popupMenu.js';
import * as Slider from 'resource:///org/gnome/shell/ui/slider.js';
import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';

import {Indicator} from './indicator.js';

export default class TodayCenter extends Extension {
    enable() {
        this._indicator = new Indicator({Main, PanelMenu, PopupMenu, Slider}, this.dir, this.getSettings());
    }

    disable() {
        this._indicator.destroy();
        this._indicator = null;
    }
}
