/** Today Center for GNOME Shell 43 and 44, which load modules from a script. */
/* exported init */
const {main: Main, panelMenu: PanelMenu, popupMenu: PopupMenu, slider: Slider} = imports.ui;
const ExtensionUtils = imports.misc.extensionUtils;

class TodayCenter {
    constructor(extension) {
        this._extension = extension;
        this._indicator = null;
        this._isEnabled = false;
    }

    enable() {
        this._isEnabled = true;
        this._load().catch(logError);
    }

    async _load() {
        const {dir} = this._extension;
        const {Indicator} = await import(dir.get_child('indicator.js').get_uri());
        // The user can disable the extension in the meantime.
        if (this._isEnabled && !this._indicator)
            this._indicator = new Indicator({Main, PanelMenu, PopupMenu, Slider}, dir, ExtensionUtils.getSettings());
    }

    disable() {
        this._isEnabled = false;
        this._indicator?.destroy();
        this._indicator = null;
    }
}

function init() {
    ExtensionUtils.initTranslations();
    return new TodayCenter(ExtensionUtils.getCurrentExtension());
}
