/** The language and the formats of the session. */
import Gettext from 'gettext';
import GLib from 'gi://GLib';

import {number as localNumber, speak} from './words.js';

const DOMAIN = 'today-center';
/** The decimal places that numbers have at most: 0.0001234 has seven. */
const MOST_DECIMALS = 20;

const {LocaleCategory} = Gettext;

/** Returns the name of the locale for a category, such as `de_DE.UTF-8`; null for `C`. */
function locale(category) {
    const name = Gettext.setlocale(category, null);
    return !name || /^(C|POSIX)(\.|$)/.test(name) ? null : name;
}

/** Returns a function that writes numbers; undefined for the numbers of the source. */
function numbers() {
    const tag = locale(LocaleCategory.NUMERIC)?.replace(/[.@].*/, '').replaceAll('_', '-');
    const known = new Map();
    const make = decimals => {
        try {
            return new Intl.NumberFormat(tag, {minimumFractionDigits: decimals, maximumFractionDigits: decimals});
        } catch {
            // A name that isn't a language.
            return {format: number => number.toFixed(decimals)};
        }
    };
    return tag && ((number, exact) => {
        const decimals = Math.min(exact, MOST_DECIMALS);
        if (!known.has(decimals))
            known.set(decimals, make(decimals));
        return known.get(decimals).format(number);
    });
}

/** Makes all words those of the session's language. The Shell knows the folder of the catalogs. */
export function useLanguage(isRightToLeft) {
    const number = numbers();
    speak({
        gettext: text => GLib.dgettext(DOMAIN, text),
        pgettext: (context, text) => GLib.dpgettext2(DOMAIN, context, text),
        ngettext: (text, many, count) => GLib.dngettext(DOMAIN, text, many, count),
        ...number && {number},
        isRightToLeft,
    });
}

/** The decimal separator of the language. */
const separator = () => localNumber(0.5, 1).replace(/\p{Nd}/gu, '');

/** Returns a number as the user types it: as in the source, but with the decimal separator of the language. */
export function typed(number) {
    return `${number}`.replace('.', separator());
}

/** Returns the value of a digit of any script. The digits of a script follow each other. */
function digitValue(digit) {
    let value = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0) - value - 1)))
        value++;
    return value % 10;
}

/** Returns a typed number as in the source. A text with several separators is ambiguous, so it keeps them. */
export function untyped(text) {
    const plain = text.trim().replace(/\p{Nd}/gu, digitValue).replace('−', '-');
    const separators = [...plain].filter(character => [',', '.', separator()].includes(character));
    return separators.length === 1 ? plain.replace(separators[0], '.') : plain;
}

/** Returns whether the times of the locale have 12 hours: two in the afternoon isn't 14. */
function has12Hours() {
    const afternoon = GLib.DateTime.new_utc(2000, 1, 1, 14, 0, 0);
    return !['%H', '%OH'].some(hours => afternoon.format('%X').includes(afternoon.format(hours)));
}

const PLAIN = {time: '%H:%M', seconds: '%H:%M:%S', date: '%F'};
const IN_24_HOURS = {...PLAIN, date: '%x'};
const IN_12_HOURS = {time: '%I:%M %p', seconds: '%I:%M:%S %p', date: '%x'};

/** Returns the formats of a time of day without and with seconds, and of a date, for GLib. */
export function formats() {
    return !locale(LocaleCategory.TIME) ? PLAIN : has12Hours() ? IN_12_HOURS : IN_24_HOURS;
}
