/** The page on which the user arranges, adds and removes widgets. */
import Clutter from 'gi://Clutter';
import St from 'gi://St';

import {isCopy, moved} from './arranging.js';
import {drawnIcon} from './card.js';
import {box, button, label, yieldFocus} from './nodes.js';
import {iconOf, nameOf, title} from './presentation.js';
import {say} from './words.js';

const {ActorAlign} = Clutter;

function iconButton(styleClass, icon, name, onClick) {
    return button(`today-icon-button ${styleClass}`, {
        child: new St.Icon({icon_name: icon, style_class: 'today-icon-of-button'}),
        accessible_name: name,
        y_align: ActorAlign.CENTER,
        onClick,
    });
}

/** A widget in the list. */
class Row {
    constructor(identifier, page) {
        this.actor = box('today-edit-row', {isVertical: false});
        this._identifier = identifier;
        this._page = page;
        this._shown = '';
    }

    show(widget, isArranged, isFirst, isLast, number) {
        const name = number ? say('copyNumber', {name: nameOf(widget), number}) : nameOf(widget);
        const shown = JSON.stringify([name, widget.Description, widget.Icon, isArranged, widget.Instances,
            widget.SettingsSchema?.length]);
        if (shown !== this._shown)
            this._fill(widget, isArranged, name);
        this._shown = shown;
        // A focused button stays enabled, even at the end of the list.
        for (const [actor, isUseless] of [[this._up, isFirst], [this._down, isLast]]) {
            if (actor)
                actor.opacity = isUseless ? 90 : 255;
        }
    }

    _fill(widget, isArranged, name) {
        const {actor, _identifier: identifier, _page: page} = this;
        const {host} = page;
        yieldFocus(actor, page.heir);
        actor.destroy_all_children();
        const add = (...actors) => actors.forEach(child => actor.add_child(child));
        if (isArranged) {
            add(iconButton('today-remove', 'list-remove-symbolic', say('removeWidget', {name}),
                () => host.remove(identifier, name)));
        } else {
            add(iconButton('today-add', 'list-add-symbolic', say('addWidget', {name}),
                () => host.ask(today => today.arrange(present => [...present, identifier]))));
        }
        const words = box('', {x_expand: true, y_align: ActorAlign.CENTER});
        words.add_child(label('today-edit-name', name, {wraps: false}));
        const description = title(widget.Description);
        if (description)
            words.add_child(label('today-edit-detail', description, {wraps: false}));
        add(drawnIcon(iconOf(widget), 'today-edit-icon'), words);
        if (widget.SettingsSchema?.length) {
            add(iconButton('', 'preferences-system-symbolic', say('settingsOf', {name}),
                () => host.openSettings(identifier)));
        }
        if (isArranged && widget.Instances) {
            add(iconButton('', 'edit-copy-symbolic', say('addAnotherOf', {name}),
                () => host.ask(today => today.addInstance(identifier))));
        }
        this._up = this._down = null;
        if (!isArranged)
            return;
        const move = step => () => host.ask(today => today.arrange(present =>
            moved(present, identifier, present[present.indexOf(identifier) + step], step)));
        this._up = iconButton('', 'go-up-symbolic', say('moveWidgetUp', {name}), move(-1));
        this._down = iconButton('', 'go-down-symbolic', say('moveWidgetDown', {name}), move(1));
        add(this._up, this._down);
    }
}

/** Returns the number of a copy that has the name of the first one; empty for any other widget. */
export function numberOf(today, identifier) {
    const [base, number = ''] = identifier.split('#');
    return isCopy(identifier) && nameOf(today.widget(identifier)) === nameOf(today.widget(base) ?? {}) ? number : '';
}

export class EditPage {
    title = say('editToday');

    constructor(host) {
        this.host = host;
        this.actor = box('today-page');
        this._rows = new Map();
        this._arranged = box('today-edit-list');
        this._heading = label('today-heading', say('moreWidgets'), {wraps: false});
        this._others = box('today-edit-list');
        this._nothing = label('today-placeholder', say('noWidgets'));
        [this._nothing, this._arranged, this._heading, this._others].forEach(actor => this.actor.add_child(actor));
        this.changed();
    }

    /** The actor that gets the focus of a removed actor. */
    get heir() {
        return this.host.doneButton;
    }

    changed() {
        const {today} = this.host;
        const arranged = today.arrangement.filter(identifier => today.widget(identifier));
        const isArranged = new Set(arranged);
        const others = today.widgets.filter(({Identifier}) => !isArranged.has(Identifier))
            .map(widget => [nameOf(widget), widget.Identifier])
            .sort(([one], [other]) => one.localeCompare(other))
            .map(([, identifier]) => identifier);
        const known = new Set([...arranged, ...others]);
        for (const [identifier, row] of this._rows) {
            if (known.has(identifier))
                continue;
            yieldFocus(row.actor, this.heir);
            row.actor.destroy();
            this._rows.delete(identifier);
        }
        this._fill(this._arranged, arranged, true);
        this._fill(this._others, others, false);
        this._nothing.visible = known.size === 0;
        this._arranged.visible = arranged.length > 0;
        this._heading.visible = this._others.visible = others.length > 0;
    }

    _fill(list, identifiers, isArranged) {
        const {today} = this.host;
        identifiers.forEach((identifier, index) => {
            let row = this._rows.get(identifier);
            if (!row) {
                row = new Row(identifier, this);
                this._rows.set(identifier, row);
            }
            const widget = today.widget(identifier);
            row.show(widget, isArranged, index === 0, index === identifiers.length - 1, numberOf(today, identifier));
            if (list.get_child_at_index(index) === row.actor)
                return;
            if (row.actor.get_parent() === list) {
                list.set_child_at_index(row.actor, index);
            } else {
                yieldFocus(row.actor, this.heir);
                row.actor.get_parent()?.remove_child(row.actor);
                list.insert_child_at_index(row.actor, index);
            }
        });
    }

    done() {
        this.host.showCards();
    }

    leave() {
        this.host.showCards();
    }
}
