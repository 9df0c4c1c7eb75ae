/** The page with the settings of a widget. It sends nothing before the user is done. */
import Atk from 'gi://Atk';
import Clutter from 'gi://Clutter';
import GLib from 'gi://GLib';
import Pango from 'gi://Pango';
import St from 'gi://St';

import {typed, untyped} from './language.js';
import {box, button, label} from './nodes.js';
import {COLORS, clean, refusal, title} from './presentation.js';
import {say} from './words.js';

const {ActorAlign} = Clutter;
const capitalized = text => text.charAt(0).toUpperCase() + text.slice(1);
const COLOR_NAMES = Object.fromEntries(COLORS.map(color => [color, `color${capitalized(color)}`]));

/** A field for text. */
class TextField {
    constructor({placeholder, value, name, isNumeric, step, onChange}) {
        this.actor = box('today-field', {isVertical: false});
        this._entry = new St.Entry({
            style_class: 'today-entry',
            text: value,
            hint_text: placeholder,
            can_focus: true,
            x_expand: true,
            accessible_name: name,
        });
        this._entry.clutter_text.get_accessible().accessible_name = name;
        this._entry.clutter_text.ellipsize = Pango.EllipsizeMode.NONE;
        this._entry.clutter_text.connect('text-changed', () => onChange());
        this.actor.add_child(this._entry);
        this.focus = this._entry;
        if (!isNumeric)
            return;
        for (const [icon, words, count] of [['list-remove-symbolic', 'decrease', -1], ['list-add-symbolic', 'increase', 1]]) {
            this.actor.add_child(button('today-icon-button', {
                child: new St.Icon({icon_name: icon, style_class: 'today-icon-of-button'}),
                accessible_name: say(words, {name}),
                y_align: ActorAlign.CENTER,
                onClick: () => {
                    this.value = step(this.value, count);
                },
            }));
        }
    }

    get value() {
        return this._entry.text;
    }

    set value(text) {
        this._entry.text = text;
    }
}

/** A field with a switch. */
class SwitchField {
    constructor({value, name, onChange, ui}) {
        this._switch = new ui.PopupMenu.Switch(value === 'true');
        this.actor = button('today-switch-button', {
            child: this._switch,
            accessible_name: name,
            accessible_role: Atk.Role.CHECK_BOX,
            y_align: ActorAlign.CENTER,
            onClick: () => {
                this.value = `${!this._switch.state}`;
                onChange();
            },
        });
        this.focus = this.actor;
        this.isBeside = true;
        this.value = value;
    }

    get value() {
        return `${this._switch.state}`;
    }

    set value(text) {
        this._switch.state = text === 'true';
        if (this._switch.state)
            this.actor.add_accessible_state(Atk.StateType.CHECKED);
        else
            this.actor.remove_accessible_state(Atk.StateType.CHECKED);
    }
}

/** A field with choices, which a press opens. */
class ChoiceField {
    constructor({choices, choiceNames, value, name, isColor, onChange}) {
        this._choices = choices;
        this._choiceNames = choiceNames;
        this._isColor = isColor;
        this._name = name;
        this._onChange = onChange;
        this._list = null;
        this.actor = box('');
        const content = box('', {isVertical: false, x_expand: true});
        this._swatch = new St.Widget({style_class: 'today-swatch', y_align: ActorAlign.CENTER, visible: isColor});
        this._label = label('', '', {wraps: false, x_expand: true});
        content.add_child(this._swatch);
        content.add_child(this._label);
        content.add_child(new St.Icon({icon_name: 'pan-down-symbolic', style_class: 'today-menu-icon'}));
        this.focus = button('today-button today-choice', {
            child: content,
            x_expand: true,
            accessible_role: Atk.Role.COMBO_BOX,
            onClick: () => this._toggle(),
        });
        this.actor.add_child(this.focus);
        this._show(value);
    }

    get value() {
        return this._value;
    }

    set value(value) {
        this._show(value);
        this._onChange();
    }

    _show(value) {
        this._value = value;
        this._label.text = this._nameOf(value);
        this._swatch.style_class = `today-swatch today-swatch-${value}`;
        this.focus.accessible_name = `${this._name}: ${this._label.text}`;
    }

    _nameOf(choice) {
        if (this._isColor)
            return Object.hasOwn(COLOR_NAMES, choice) ? say(COLOR_NAMES[choice]) : capitalized(choice);
        return title(this._choiceNames[this._choices.indexOf(choice)]) || title(choice) || clean(choice);
    }

    _toggle() {
        if (this._list) {
            this.focus.grab_key_focus();
            this._list.destroy();
            this._list = null;
            return;
        }
        this._list = box('today-menu today-choices', {accessible_role: Atk.Role.MENU});
        for (const choice of this._choices) {
            const content = box('today-menu-item-content', {isVertical: false, x_expand: true});
            if (this._isColor) {
                content.add_child(new St.Widget({
                    style_class: `today-swatch today-swatch-${choice}`,
                    y_align: ActorAlign.CENTER,
                }));
            }
            content.add_child(label('', this._nameOf(choice), {wraps: false, x_expand: true}));
            if (choice === this._value)
                content.add_child(new St.Icon({icon_name: 'object-select-symbolic', style_class: 'today-menu-icon'}));
            this._list.add_child(button('today-menu-item', {
                child: content,
                x_expand: true,
                accessible_name: this._nameOf(choice),
                onClick: () => {
                    this.value = choice;
                    this._toggle();
                },
            }));
        }
        this.actor.add_child(this._list);
        this._list.get_first_child()?.grab_key_focus();
    }
}

const TYPES = ['string', 'integer', 'number', 'boolean', 'choice', 'color-role', 'file', 'folder'];

/** A setting in the form: its name, its field, and the error of its text. */
class Setting {
    constructor(declaration, value, host, onChange) {
        const {Key, Type = 'string', Choices = [], ChoiceNames = [], Minimum, Maximum} = declaration;
        this.key = Key;
        this.type = Type;
        this._declaration = declaration;
        this._inForce = this._shown(value);
        this.isReset = false;
        this.actor = box('today-setting');
        const name = title(declaration.Name) || Key;
        const heading = box('', {isVertical: false});
        heading.add_child(label('today-setting-name', name, {x_expand: true, y_align: ActorAlign.CENTER}));
        this.actor.add_child(heading);
        const options = {
            name,
            ui: host.ui,
            value: this._inForce,
            placeholder: title(declaration.Placeholder),
            isNumeric: Type === 'integer' || Type === 'number',
            choices: Type === 'color-role' ? COLORS : Choices,
            choiceNames: ChoiceNames,
            isColor: Type === 'color-role',
            step: (text, count) => step(text, count, declaration),
            onChange: () => {
                this.isReset = false;
                this.fault = '';
                onChange();
            },
        };
        const Field = Type === 'boolean' ? SwitchField : options.isColor || Type === 'choice' ? ChoiceField : TextField;
        this._fault = label('today-fault', '', {visible: false});
        this._field = new Field(options);
        (this._field.isBeside ? heading : this.actor).add_child(this._field.actor);
        const limits = {minimum: this._shown(Minimum), maximum: this._shown(Maximum)};
        const range = [Minimum, Maximum].every(Number.isFinite) ? say('rangeBetween', limits)
            : Number.isFinite(Minimum) ? say('rangeAtLeast', limits)
                : Number.isFinite(Maximum) ? say('rangeAtMost', limits) : '';
        const details = [title(declaration.Description), range].filter(text => text).join('\n');
        this.actor.add_child(this._fault);
        if (details)
            this.actor.add_child(label('today-setting-details', details));
    }

    get focus() {
        return this._field.focus;
    }

    /** Returns a value as the field shows it. */
    _shown(value) {
        return this.type === 'number' ? typed(value ?? '') : `${value ?? ''}`;
    }

    /** The error of the value; empty if it is valid. */
    set fault(text) {
        this._fault.text = capitalized(clean(text));
        this._fault.visible = text !== '';
        const change = text ? 'add_style_pseudo_class' : 'remove_style_pseudo_class';
        this.focus[change]('wrong');
    }

    get isChanged() {
        return this._field.value.trim() !== this._inForce.trim();
    }

    reset() {
        this._field.value = this._shown(defaultOf(this._declaration));
        this.isReset = true;
    }

    /** The value to send. Throws an error with a sentence if it is invalid. */
    get variant() {
        const text = this._field.value;
        switch (this.type) {
        case 'integer':
            if (!/^[-+]?\d+$/.test(untyped(text)))
                throw new Error(say('notWholeNumber'));
            return new GLib.Variant('x', this._inRange(Number(untyped(text))));
        case 'number': {
            const number = text.trim() ? Number(untyped(text)) : NaN;
            if (!Number.isFinite(number))
                throw new Error(say('notNumber'));
            return new GLib.Variant('d', this._inRange(number));
        }
        case 'boolean':
            return new GLib.Variant('b', text === 'true');
        default:
            return new GLib.Variant('s', text);
        }
    }

    /** Returns a number. Throws an error with a sentence if it is out of range. */
    _inRange(number) {
        const {Minimum = -Infinity, Maximum = Infinity} = this._declaration;
        if (number < Minimum)
            throw new Error(say('below', {number: this._shown(number), minimum: this._shown(Minimum)}));
        if (number > Maximum)
            throw new Error(say('above', {number: this._shown(number), maximum: this._shown(Maximum)}));
        return number;
    }

    /** Returns the reason why the center refused the value. */
    reason(error) {
        return this._field.value === '' ? say('required') : refusal(error, this.key);
    }
}

export function defaultOf({Type = 'string', Default, Choices = [], Minimum = -Infinity, Maximum = Infinity}) {
    const nearest = Math.min(Math.max(0, Minimum), Maximum);
    return Default ?? {
        integer: nearest, number: nearest, boolean: false, choice: Choices[0] ?? '', 'color-role': 'primary',
    }[Type] ?? '';
}

/** Returns the number after or before the typed one; the typed text if it isn't a number. */
export function step(text, count, {Type, Minimum = -Infinity, Maximum = Infinity}) {
    const number = Number(untyped(text));
    if (!text.trim() || !Number.isFinite(number))
        return text;
    const parts = Type === 'number' && Maximum - Minimum <= 10 ? 10 : 1;
    return typed(Math.min(Math.max((Math.round(number * parts) + count) / parts, Minimum), Maximum));
}

export class SettingsPage {
    subtitle = say('settingsTitle');

    constructor(host, identifier, name, back) {
        this.title = name;
        this._host = host;
        this._identifier = identifier;
        this._back = back;
        this._isSending = false;
        this.actor = box('today-page');
        this._message = label('today-fault', '', {visible: false});
        const list = box('today-settings-list');
        const {SettingsSchema = [], Settings = {}} = host.today.widget(identifier);
        this._settings = SettingsSchema.filter(({Key, Type = 'string'}) => Key && TYPES.includes(Type))
            .map(declaration => new Setting(declaration, Settings[declaration.Key] ?? defaultOf(declaration), host,
                () => this._say('')));
        this._settings.forEach(({actor}) => list.add_child(actor));
        this.actor.add_child(this._message);
        this.actor.add_child(list);
        this.actor.add_child(button('today-button', {
            label: say('defaults'),
            x_align: ActorAlign.CENTER,
            onClick: () => this._settings.forEach(setting => setting.reset()),
        }));
    }

    get focus() {
        return this._settings[0]?.focus;
    }

    _say(text) {
        this._message.text = text;
        this._message.visible = text !== '';
    }

    /** The widget can disappear while the form is open. */
    changed() {
        if (this._host.today.isAvailable && !this._host.today.widget(this._identifier))
            this._say(say('widgetGone'));
    }

    leave() {
        this._back();
    }

    async done() {
        if (this._isSending)
            return;
        const values = {};
        const resets = this._settings.filter(setting => setting.isReset).map(({key}) => key);
        for (const setting of this._settings.filter(({isReset, isChanged}) => !isReset && isChanged)) {
            try {
                values[setting.key] = setting.variant;
            } catch (error) {
                this._refuse(setting, error.message);
                return;
            }
        }
        this._isSending = true;
        let isDestroyed = false;
        this.actor.connect('destroy', () => {
            isDestroyed = true;
        });
        try {
            // Settings first, because the center can refuse them: a refusal then changes nothing.
            if (Object.keys(values).length)
                await this._host.today.setSettings(this._identifier, values);
            if (resets.length)
                await this._host.today.resetSettings(this._identifier, ...resets);
            if (!isDestroyed)
                this._back();
        } catch (error) {
            if (!isDestroyed)
                this._refused(error);
        }
        this._isSending = false;
    }

    _refused(error) {
        const setting = this._settings.find(({key}) => error.message.startsWith(`${key}: `));
        if (error.name === 'InvalidSetting' && setting)
            this._refuse(setting, setting.reason(error));
        else
            this._say(say('notChanged', {reason: refusal(error, this._identifier)}));
    }

    _refuse(setting, reason) {
        setting.fault = reason;
        setting.focus.grab_key_focus();
    }
}
