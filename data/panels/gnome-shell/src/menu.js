/** The menu of a card as plain values, without a toolkit. */
import GLib from 'gi://GLib';

import {moved} from './arranging.js';
import {call} from './todaycenter.js';
import {say} from './words.js';

/** The intervals that the menu offers, in seconds. */
const INTERVALS = [[300, 'minutes', 5], [900, 'minutes', 15], [3600, 'hours', 1]];

/** Sets options of a widget, such as {Paused: true}. */
export function setOptions(identifier, values) {
    const types = {Size: 's', UpdateInterval: 'u', Paused: 'b'};
    const variants = Object.entries(values).map(([key, value]) => [key, new GLib.Variant(types[key], value)]);
    return call('SetOptions', new GLib.Variant('(sa{sv})', [identifier, Object.fromEntries(variants)]));
}

/** Resets options of a widget to those of its definition. */
export function resetOptions(identifier, ...names) {
    return call('ResetOptions', new GLib.Variant('(sas)', [identifier, names]));
}

const item = (key, icon, run) => ({text: say(key), icon, run});
const choice = (text, isChosen, run) => ({text, isChosen, run});

/** Returns the items for the options of a widget; none if the center is too old for options. */
function optionItems({Identifier, Options: options, Sizes: sizes = []}, isUpdated, ask) {
    if (!options)
        return [];
    const set = values => () => ask(() => setOptions(Identifier, values));
    const items = [];
    if (sizes.includes('small') && sizes.includes('regular')) {
        items.push({
            ...item('size', 'view-grid-symbolic'),
            items: [
                choice(say('sizeSmall'), options.Size === 'small', set({Size: 'small'})),
                choice(say('sizeRegular'), options.Size !== 'small', set({Size: 'regular'})),
            ],
        });
    }
    if (isUpdated) {
        const {UpdateInterval: interval} = options;
        items.push({
            ...item('updateEvery', 'preferences-system-time-symbolic'),
            items: [
                ...INTERVALS.map(([seconds, unit, count]) =>
                    choice(say(unit, {count}), interval === seconds, set({UpdateInterval: seconds}))),
                choice(say('intervalDefault'), false, () => ask(() => resetOptions(Identifier, 'UpdateInterval'))),
            ],
        });
    }
    if (isUpdated || options.Paused) {
        items.push(options.Paused ? item('resume', 'media-playback-start-symbolic', set({Paused: false}))
            : item('pause', 'media-playback-pause-symbolic', set({Paused: true})));
    }
    return items;
}

/**
 * Returns the items of a card's menu, from top to bottom. Each has a text, an icon, and either run() or items of its own.
 * One of several choices also has `isChosen`.
 *
 * @param widget the properties of a widget
 * @param shown the identifiers of the cards, in order
 * @param act the panel's actions: ask(request), openApp (undefined without an app), refresh, copy, openSettings,
 *     addAnother, explain, remove, isInTopBar and setInTopBar(isInTopBar)
 */
export function menuItems(widget, shown, act) {
    const {Identifier} = widget;
    // A widget without a provider can't be updated.
    const isUpdated = widget.State !== 'unavailable';
    const place = shown.indexOf(Identifier);
    const move = step => () => act.ask(today =>
        today.arrange(present => moved(present, Identifier, shown[place + step], step)));
    return [
        act.openApp && item('openApp', 'application-x-executable-symbolic', act.openApp),
        isUpdated && item('refresh', 'view-refresh-symbolic', act.refresh),
        item('copy', 'edit-copy-symbolic', act.copy),
        widget.SettingsSchema?.length > 0 && item('settings', 'preferences-system-symbolic', act.openSettings),
        widget.Instances && item('addAnother', 'list-add-symbolic', act.addAnother),
        ...optionItems(widget, isUpdated, act.ask),
        item('why', 'dialog-question-symbolic', act.explain),
        place > 0 && item('moveUp', 'go-up-symbolic', move(-1)),
        place >= 0 && place < shown.length - 1 && item('moveDown', 'go-down-symbolic', move(1)),
        item(act.isInTopBar ? 'notInTopBar' : 'showInTopBar', 'view-pin-symbolic', () => act.setInTopBar(!act.isInTopBar)),
        item('remove', 'list-remove-symbolic', act.remove),
    ].filter(entry => entry);
}
