/**
 * The content of a card as plain values: words, times and numbers. Nothing here depends on a toolkit.
 *
 * Widgets are the properties from the center. Code here handles wrong values, and treats unreadable ones as absent. Moments
 * are µs since 1970.
 */
import GLib from 'gi://GLib';

import {shortNumber, textAt} from './chart.js';
import {formats} from './language.js';
import {drawn, nextChange, timeZone} from './todaycenter.js';
import {number as numberText, percent, say, written} from './words.js';

export {shortNumber};

const SECOND = 1e6;
const MINUTE = 60 * SECOND;
const TEXT_LIMIT = 2000;

/** The largest height of content in a compact and in an expanded card, in logical pixels. */
export const HEIGHTS = {compact: 110, expanded: 640};

/** The names of the colors. */
export const COLORS = ['primary', 'secondary', 'accent', 'success', 'warning', 'error'];

// Texts

/** Returns a text to show, without overrides of the direction, and cut off if it is too long. */
export function clean(text) {
    // eslint-disable-next-line no-control-regex
    const plain = `${text ?? ''}`.replace(/[\u202a-\u202e\x00-\x09\x0b-\x1f\x7f-\x9f]/g, '');
    return plain.length > TEXT_LIMIT ? `${plain.slice(0, TEXT_LIMIT)}…` : plain;
}

/** Returns a text to show on one line. */
export function title(text) {
    return clean(`${text ?? ''}`.replace(/\s+/g, ' ')).replace(/[\u2066-\u2069]/g, '').trim();
}

/** Returns the name of a widget, which is never empty. */
export function nameOf(widget) {
    return title(widget.Name) || title(widget.Identifier) || 'Widget';
}

/** Returns the plain name of an icon in the theme; null for anything else. The Shell loads neither a path nor a URL. */
function iconName(text) {
    return typeof text === 'string' && /^[A-Za-z0-9._+-]{1,255}$/.test(text) ? text : null;
}

/**
 * Returns the icon beside a widget's name: the plain name of an icon, empty without one, and the letter to show in place of
 * an icon that can't be loaded.
 */
export function iconOf(widget) {
    const icon = iconName(widget.Icon) ?? '';
    if (icon || typeof widget.Icon !== 'string' || !widget.Icon)
        return {icon, letter: ''};
    const name = nameOf(widget);
    return {icon, letter: (name.match(/[\p{L}\p{N}]|\p{Extended_Pictographic}/u)?.[0] ?? [...name][0]).toUpperCase()};
}

/** Returns the words for an error: a summary, and the details. */
export function errorText(text) {
    const [summary, ...rest] = clean(text).split('\n');
    // The last line of a Python traceback is its error.
    if (summary.startsWith('Traceback (most recent call last)'))
        return {summary: rest.filter(line => line.trim()).pop() ?? summary, details: clean(text)};
    return {summary, details: rest.join('\n').trim()};
}

const capitalized = text => text.charAt(0).toUpperCase() + text.slice(1);

/** The words for kinds of problems. For the kinds `app` and `unreachable`, the app has its own words. */
const KINDS_OF_PROBLEMS = {
    'not-started': 'notStarted',
    'no-provider': 'noProvider',
    crashed: 'crashed',
    'timed-out': 'timedOut',
    'invalid-answer': 'invalidAnswer',
    memory: 'memory',
    paused: 'paused',
    'unknown-action': 'unknownAction',
};

/** The panel's own sentence for a kind of problem; undefined for the app's own words and for words of later versions. */
const sentence = kind => Object.hasOwn(KINDS_OF_PROBLEMS, kind) ? say(KINDS_OF_PROBLEMS[kind]) : undefined;

/** The words for errors of the center's state, by kind. */
const STATE_TROUBLES = {full: 'stateFull', 'read-only': 'stateReadOnly', damaged: 'stateDamaged'};

/** Returns a sentence about changes that aren't stored, from the properties of the center. */
export function stateTrouble({StateErrorKind: kind, StateError: text}) {
    if (Object.hasOwn(STATE_TROUBLES, kind))
        return say(STATE_TROUBLES[kind]);
    const reason = clean(text);
    return reason ? say('stateOther', {reason}) : say('stateUnknown');
}

/** Returns a sentence with the reason why a request of the user failed. */
export function refusal(error, identifier = '') {
    if (sentence(error.kind))
        return sentence(error.kind);
    const prefix = `${identifier}: `;
    const {summary} = errorText(error.message);
    return capitalized((identifier && summary.startsWith(prefix) ? summary.slice(prefix.length) : summary) || say('noReason'));
}

/** The words for reasons of Explain that need no other facts. */
const REASONS = {
    updating: 'whyUpdating',
    'no-content': 'whyNoContent',
    'not-arranged': 'whyNotArranged',
    paused: 'whyPaused',
    hidden: 'whyHidden',
    fresh: 'whyFresh',
};

/** Returns the key of the words for an answer of Explain; undefined for a reason of a later version. */
function reason({Reason: name, Provider: provider, LastResult, Error: error, UpdatedAt, NextUpdate, RetryAt}, kinds) {
    switch (name) {
    case 'no-provider':
        return provider === 'none' ? 'whyPushed' : 'whyNoProvider';
    case 'suspended':
        return RetryAt || NextUpdate ? 'whySuspended' : 'whyGaveUp';
    case 'deadline':
    case 'memory':
    case 'interval':
        if (LastResult === 'failed' && error)
            return 'whyFailed';
        return kinds.includes('pending') ? 'whyPending' : !UpdatedAt ? 'whyNotUpdated'
            : NextUpdate ? 'whyWaiting' : 'whyNotPlanned';
    default:
        return Object.hasOwn(REASONS, name) ? REASONS[name] : undefined;
    }
}

/** Returns a sentence about an answer of Explain. For an unknown reason, it is the English one of the center. */
export function explanation(values, identifier, name) {
    const kinds = (values.Reasons ?? []).map(({Kind: kind}) => kind);
    const key = reason(values, kinds);
    if (!key)
        return clean(values.Message).replace(identifier, () => name) || say('noReason');
    const text = say(key, {name, count: Math.max(values.Failures ?? 0, 1)});
    return kinds.includes('state-not-stored') ? say('whyNotStored', {sentence: text}) : text;
}

// Times

function clock(seconds) {
    const two = number => `${number}`.padStart(2, '0');
    const minutes = Math.floor(seconds / 60);
    return minutes < 60 ? `${minutes}:${two(seconds % 60)}`
        : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** Returns whole days, hours or minutes, with the unit and its length in minutes. */
function inLargestUnit(minutes) {
    if (minutes < 60)
        return [minutes, 'Minutes', 1];
    return minutes < 1440 ? [Math.floor(minutes / 60), 'Hours', 60] : [Math.floor(minutes / 1440), 'Days', 1440];
}

/** Returns the time until a moment, in the words whose names begin with `prefix`, and when the text changes. */
function ahead(moment, now, prefix = 'in') {
    const [count, unit, length] = inLargestUnit(Math.ceil((moment - now) / MINUTE));
    return {text: say(prefix + unit, {count}), next: moment - (count * length - 1) * MINUTE};
}

const AGO = {Minutes: 'minutesAgo', Hours: 'hoursAgo', Days: 'daysAgo'};

/** Returns the time since a moment. `now` names the words for less than a minute. */
function ago(moment, now, words = 'now') {
    if (moment > now)
        return ahead(moment, now);
    const minutes = Math.floor((now - moment) / MINUTE);
    if (minutes === 0)
        return {text: say(words), next: moment + MINUTE};
    const [count, unit, length] = inLargestUnit(minutes);
    return {text: say(AGO[unit], {count}), next: moment + (count + 1) * length * MINUTE};
}

/** Returns the text of a timer, and when it changes. */
export function timerText({since, until, style, 'finished-text': finished = '0:00'}, now) {
    if (Number.isFinite(until)) {
        if (until <= now)
            return {text: clean(finished), next: Infinity};
        if (style === 'relative')
            return ahead(until, now);
        const seconds = Math.ceil((until - now) / SECOND);
        return {text: clock(seconds), next: until - (seconds - 1) * SECOND};
    }
    if (!Number.isFinite(since))
        return {text: '', next: Infinity};
    if (style === 'relative')
        return ago(since, now);
    const seconds = Math.max(Math.floor((now - since) / SECOND), 0);
    return {text: clock(seconds), next: since + (seconds + 1) * SECOND};
}

/** Returns a date and a time in a form of clocks, in the format of the language. */
function inForm(local, form) {
    const text = name => local.format(formats()[name]);
    return form === 'date-time' ? say('dateAndTime', {date: text('date'), time: text('time')}) : text(form);
}

/** Returns the wall time of a clock, and when it changes. */
export function clockText({zone, style}, now) {
    const form = word(style, 'time', 'seconds', 'date', 'date-time');
    const moment = Math.floor(now / SECOND);
    const local = GLib.DateTime.new_from_unix_utc(moment).to_timezone(timeZone(zone) ?? GLib.TimeZone.new_utc());
    let next = moment + (form === 'seconds' ? 1 : 60 - local.get_second());
    if (form === 'date') {
        const [year, month, day] = local.get_ymd();
        next = Math.max(GLib.DateTime.new(local.get_timezone(), year, month, day, 0, 0, 0).add_days(1).to_unix(), moment + 1);
    }
    return {text: inForm(local, form), next: next * SECOND};
}

/** Returns the age of content in words, empty if the age is unknown. */
export function age(moment, now) {
    if (!moment)
        return {text: '', next: Infinity};
    return ago(Math.min(moment, now), now, 'justNow');
}

/** Returns a local time, with the date unless that is today. */
function timeOf(moment, now) {
    const local = time => GLib.DateTime.new_from_unix_local(Math.floor(time / SECOND));
    const isToday = local(moment).format('%F') === local(now).format('%F');
    return inForm(local(moment), isToday ? 'time' : 'date-time');
}

/** Returns the moment of an update, such as `Updated at 14:05`, with the day unless it is today. Empty without one. */
export function updateTime(moment, now) {
    return moment ? say('updatedAt', {time: timeOf(moment, now)}) : '';
}

/** Returns the share of a progress from 0 to 1, or null if it is unknown; and when the next visible step follows. */
export function progressShare({value, since, until}, now) {
    if (Number.isFinite(value))
        return {share: Math.min(Math.max(value, 0), 1), next: Infinity};
    if (!Number.isFinite(since) || !Number.isFinite(until))
        return {share: null, next: Infinity};
    if (now >= until)
        return {share: 1, next: Infinity};
    const length = Math.max(until - since, 1);
    const steps = Math.min(Math.max(Math.floor(length * 4 / SECOND), 1), 400);
    const passed = Math.floor(Math.max(now - since, 0) * steps / length);
    return {share: passed / steps, next: since + Math.ceil((passed + 1) * length / steps)};
}

// Charts

/** Returns a number with four significant digits, as the language writes it. */
const localNumber = value => written(shortNumber(value));

/** The words for screen readers before shown values. */
const CHART_VALUES = {least: 'chartLeast', most: 'chartMost', last: 'chartLast'};

/** Returns the values of a line that the chart shows as text, by name. */
function shownValues(values, {unit, shown}) {
    const numbers = {least: () => Math.min(...values), most: () => Math.max(...values), last: () => values.at(-1)};
    return shown.map(name => [name, localNumber(numbers[name]()) + unit]);
}

/** Returns the lines of a chart that have numbers, with their names and shown values. */
function chartLines(chart) {
    return [[chart.values, chart.text], [chart.series, chart.seriesText]].filter(([numbers]) => numbers.length)
        .map(([numbers, name]) => ({numbers, name, shown: shownValues(numbers, chart)}));
}

/** Returns the legend of a chart: a text for each line, which can be empty. */
export function legend(chart) {
    return chartLines(chart).map(({name, shown}) =>
        [name, shown.map(([, text]) => text).join(' · ')].filter(text => text).join('  '));
}

/** Returns the numbers of a chart at a position: 0 is the oldest one, 1 the newest one. `most` is how many are drawn. */
export function chartText(chart, place, most) {
    return textAt(chartLines(chart), place, {
        isBar: chart.style === 'bar', unit: chart.unit, most, write: localNumber,
    });
}

/**
 * Returns the name of a chart: the name and the shown values of each line. A line without shown values has its number of
 * values, and the lowest, the highest and the latest one.
 */
function chartName(chart) {
    const lines = chartLines(chart).map(({numbers, name, shown}) => {
        const isOne = numbers.length === 1;
        const count = say('chartValues', {count: numbers.length});
        const named = shown.length || isOne ? shown : shownValues(numbers, {...chart, shown: Object.keys(CHART_VALUES)});
        const spoken = named.map(([which, value]) => say(CHART_VALUES[which], {value}));
        const values = (shown.length ? spoken : [count, ...spoken]).join(', ');
        return name ? say('chartLine', {name, values}) : values;
    });
    return say('chartOf', {lines: lines.join('; ') || say('chartValues', {count: 0})});
}

/** Returns a function from a number of a chart to its height: 0 is the lower edge, 1 the upper one. */
export function chartScale(values, style, minimum, maximum) {
    const ground = style === 'line' ? [] : [0];
    const low = minimum ?? Math.min(...values, ...ground);
    const high = maximum ?? Math.max(...values, ...ground);
    // Half of the difference, because the difference of two doubles can be infinite.
    const extent = high / 2 - low / 2;
    if (!(extent > 0))
        return () => style === 'line' ? 0.5 : 0;
    return value => Math.min(Math.max((value / 2 - low / 2) / extent, 0), 1);
}

// Inputs

/** The longest text of an entry, in bytes. */
const MOST_BYTES = 4096;

/** Returns how many bytes a character has on the bus. */
function byteCount(character) {
    const scalar = character.codePointAt(0);
    return scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
}

/** Returns a text for an entry: spaces replace control characters, and it isn't longer than the limit. */
export function enteredText(text) {
    let room = MOST_BYTES;
    let entered = '';
    for (const character of text) {
        room -= byteCount(character);
        if (room < 0)
            break;
        entered += character < ' ' ? ' ' : character;
    }
    return entered;
}

/** Returns the position of a slider: 0 at the start, 1 at the end. */
export function sliderShare({value, minimum, maximum}) {
    const extent = maximum / 2 - minimum / 2;
    return extent > 0 ? Math.min(Math.max((value / 2 - minimum / 2) / extent, 0), 1) : 0;
}

/** Returns the number at a position of a slider, rounded to its steps. */
export function sliderValue(share, {minimum, maximum, step}) {
    const number = minimum * (1 - share) + maximum * share;
    const rounded = step > 0 ? minimum + Math.round((number - minimum) / step) * step : number;
    return Math.min(Math.max(Number.isFinite(rounded) ? rounded : number, minimum), maximum);
}

// Nodes

const number = value => Number.isFinite(value) ? value : undefined;
const numbers = values => Array.isArray(values) ? values.filter(Number.isFinite) : [];
const length = value => Number.isFinite(value) ? Math.min(Math.max(value, 0), 4096) : undefined;
const word = (value, standard, ...others) => others.includes(value) ? value : standard;
const stack = a => ({
    spacing: length(a.spacing) ?? 6,
    alignment: word(a.alignment, 'fill', 'leading', 'center', 'trailing'),
});

/** The values of each kind, made from attributes, the moment, and a function that notes the next change. */
const KINDS = {
    column: stack,
    row: stack,
    grid: a => ({columns: Math.min(Math.max(number(a.columns) ?? 2, 1), 16), spacing: length(a.spacing) ?? 6}),
    list: a => ({visibleRows: number(a['visible-rows']) ?? 0}),
    text: a => ({
        text: clean(a.text),
        style: word(a.style, 'body', 'title', 'headline', 'caption', 'monospaced'),
        color: word(a.color, a.color === undefined && a.url ? 'accent' : 'primary', ...COLORS),
        lines: number(a.lines) ?? 0,
        alignment: word(a.alignment, 'leading', 'center', 'trailing', 'fill'),
    }),
    timer: (a, now, note) => {
        const {text, next} = timerText(a, now);
        note(next);
        return {text, isClock: a.style !== 'relative'};
    },
    progress: (a, now, note) => {
        const {share, next} = progressShare(a, now);
        note(next);
        return {
            share,
            style: word(a.style, 'bar', 'circle'),
            color: word(a.color, 'accent', 'success', 'warning', 'error'),
            text: clean(a.label),
        };
    },
    image: a => ({
        icon: iconName(a.icon),
        data: a.data instanceof Uint8Array ? a.data : null,
        width: length(a.width),
        height: length(a.height),
        text: clean(a.description),
    }),
    button: a => ({
        text: clean(a.label),
        icon: iconName(a.icon),
        style: word(a.style, 'normal', 'prominent', 'destructive', 'link'),
    }),
    toggle: a => ({text: clean(a.label), value: a.value === true}),
    checkbox: a => ({text: clean(a.label), value: a.value === true}),
    slider: a => {
        const minimum = number(a.minimum) ?? 0;
        const maximum = Math.max(number(a.maximum) ?? 1, minimum);
        return {
            text: clean(a.label),
            value: Math.min(Math.max(number(a.value) ?? 0, minimum), maximum),
            minimum,
            maximum,
            step: Math.max(number(a.step) ?? 0, 0),
        };
    },
    clock: (a, now, note) => {
        const {text, next} = clockText(a, now);
        note(next);
        return {text};
    },
    entry: a => ({text: clean(a.label), placeholder: clean(a.placeholder), value: clean(a.value)}),
    chart: a => ({
        values: numbers(a.values),
        series: numbers(a.series),
        style: word(a.style, 'line', 'bar', 'area'),
        minimum: number(a.minimum),
        maximum: number(a.maximum),
        text: clean(a.label),
        seriesText: clean(a['series-label']),
        unit: clean(a.unit),
        shown: (Array.isArray(a['show-values']) ? a['show-values'] : []).filter(name => SHOWN_VALUES.includes(name)),
    }),
    section: a => ({text: clean(a.label), isExpanded: a.expanded === true}),
    divider: () => ({}),
    spacer: () => ({}),
};

/** The words of `show-values`. */
const SHOWN_VALUES = ['least', 'most', 'last'];
/** The kinds with which the user enters values. Without an action, they are disabled. */
const INPUTS = ['checkbox', 'slider', 'entry'];
const HAVE_CHILDREN = ['column', 'row', 'grid', 'list', 'section'];

function look(node, now, note, isEnabled) {
    const {kind, attributes: a} = node;
    isEnabled &&= a.enabled !== false && !(INPUTS.includes(kind) && typeof a.action !== 'string');
    return {
        ...KINDS[kind](a, now, note),
        kind,
        node,
        isEnabled,
        id: typeof a.id === 'string' ? a.id : null,
        canBeTapped: typeof a.action === 'string' || typeof a.url === 'string',
        tooltip: clean(a.tooltip),
        label: clean(a['accessible-label']),
        children: HAVE_CHILDREN.includes(kind) ? node.children.map(child => look(child, now, note, isEnabled)) : [],
    };
}

/** Returns a tree of content as it is drawn at a moment, or null, and the moment of the next change. */
export function present(content, {mode, isLocked, now}) {
    let next = nextChange(content, now);
    const note = moment => {
        if (moment > now)
            next = Math.min(next, moment);
    };
    const root = drawn(content, {mode, isLocked, now});
    return {root: root && look(root, now, note, true), next};
}

/** Returns the text of a node itself, without its children. */
function ownText(node) {
    if (node.kind === 'chart')
        return '';
    return node.text || (node.kind === 'progress' && node.share !== null ? percent(node.share) : '');
}

/** Returns the name of a control, a picture, a chart or a progress for screen readers. */
export function spokenName(node) {
    if (node.label)
        return node.label;
    switch (node.kind) {
    case 'progress':
        return ownText(node) || say('inProgress');
    case 'chart':
        return chartName(node);
    case 'image':
        return node.text || (node.icon ? '' : say('picture'));
    default: {
        const {action, url} = node.node.attributes;
        return ownText(node) || node.tooltip || action || url || say('control');
    }
    }
}

/** Returns the name of a node that is tapped as a whole: all of its text. */
export function spokenText(node) {
    const words = below => below.label ||
        [ownText(below), ...below.children.map(words)].filter(text => text).join(', ');
    return words(node) || spokenName(node);
}

/** Returns the first words of a drawn tree on one line. For a column, they come from its first child with text. */
export function firstLine(node) {
    if (!node)
        return '';
    switch (node.kind) {
    case 'column':
    case 'list':
        return node.children.map(firstLine).find(line => line) ?? '';
    case 'row':
    case 'grid':
        return node.children.map(firstLine).filter(line => line).join(' ');
    case 'text':
    case 'timer':
    case 'clock':
    case 'progress':
    case 'section':
        return title(ownText(node).split('\n')[0]);
    default:
        return '';
    }
}

// Cards

/** Returns the mode in which a widget is drawn. */
export function modeOf(widget) {
    return widget.DisplayMode === 'expanded' && widget.LargestDisplayMode === 'expanded' ? 'expanded' : 'compact';
}

/** Returns whether a card has half of the width: the user chose the small size, and the widget is compact. */
export function isSmall(widget) {
    return widget.Options?.Size === 'small' && modeOf(widget) === 'compact';
}

// Pages

/** Returns the page that a panel shows. `isAway` is true after a failed search for a center. */
export function page(today, isAway) {
    if (!today.isAvailable)
        return isAway ? 'unavailable' : 'connecting';
    if (today.today.length)
        return 'cards';
    if (!today.widgets.length)
        return 'noWidgets';
    return today.arrangement.length ? 'nothingNow' : 'nothingArranged';
}

/** Returns the words of a page in place of cards, and the text of a button, which can be empty. */
export function pageText(name) {
    switch (name) {
    case 'unavailable':
        return {title: say(name), text: say('unavailableText', {reason: say('notRunning')}), offer: say('tryAgain')};
    case 'noWidgets':
    case 'nothingNow':
        return {title: say(name), text: say(`${name}Text`), offer: ''};
    case 'nothingArranged':
        return {title: say(name), text: say('nothingArrangedText'), offer: say('addWidgets')};
    default:
        return {title: say('connecting'), text: '', offer: ''};
    }
}

// Content of cards

/** Returns whether all of the content needs a later version. */
function isUnknown({kind, attributes, children}) {
    const isBelow = children.length > 0 && children.every(isUnknown);
    if (Object.hasOwn(KINDS, kind))
        return HAVE_CHILDREN.includes(kind) && kind !== 'section' && isBelow;
    return Boolean(kind) && typeof attributes.fallback !== 'string' && (!children.length || isBelow);
}

/** Returns whether a widget has no content because an update failed. */
function failsWithoutContent({HasContent: hasContent, Content: content, State: state, LastResult: result, Error: error}) {
    if (hasContent === false || content?.kind || state === 'updating')
        return false;
    return state === 'suspended' || state === 'unavailable' || result === 'failed' || Boolean(error);
}

/** Returns the key of the words in place of content; null if the widget has content, or if a message explains the failure. */
export function placeholder(widget) {
    if (widget.HasContent === false)
        return 'nothingToShow';
    if (widget.Content?.kind)
        return isUnknown(widget.Content) ? 'newerVersion' : null;
    if (widget.State === 'updating')
        return 'starting';
    if (failsWithoutContent(widget))
        return null;
    return widget.UpdatedAt ? 'nothingToShow' : 'nothingYet';
}

/** Returns when the center retries, in words; empty if it doesn't. `next` is when the text changes. */
function retrying({RetryAt: moment}, now) {
    if (!moment)
        return {text: '', next: Infinity};
    return moment > now ? ahead(moment, now, 'retryIn') : {text: say('retrySoon'), next: Infinity};
}

/** Whether the content of a widget is old because its source can't be reached. */
export function isOutOfDate({Error: error, ErrorKind: kind, UpdatedAt: moment, Content: content, HasContent: hasContent}) {
    return Boolean(error && kind === 'unreachable' && moment && content?.kind && hasContent !== false);
}

/**
 * Returns the messages below the content of a widget: problems, or the age of the content. Each has a text, details, which
 * can be empty, whether it is a problem, and whether a button offers to try again.
 */
export function messages(widget, ageInWords, now = 0) {
    const hasFailed = widget.LastResult === 'failed';
    const {summary: given, details} = errorText(widget.Error);
    // The app's words name what can't be reached.
    const own = widget.Error ? widget.ErrorKind === 'unreachable' ? given : sentence(widget.ErrorKind) : undefined;
    const summary = own ?? given;
    const retry = retrying(widget, now).text;
    const withTime = problem => retry ? say('withRetry', {problem, retry}) : problem;
    const since = isOutOfDate(widget) ? say('outOfDateSince', {time: timeOf(widget.UpdatedAt, now)}) : '';
    const problem = (text, more, offersRetry) => [
        ...since ? [{text: since, details: '', offersRetry: false, isProblem: false}] : [],
        {text, details: more, offersRetry, isProblem: true},
    ];
    if (widget.State === 'suspended')
        return problem(withTime(say('keepsFailing')), [summary, details].filter(text => text).join('\n'), true);
    if (widget.State === 'unavailable' && !(hasFailed && widget.ErrorKind === 'not-started'))
        return problem(say('noProvider'), details || summary, false);
    // Uses the app's own words if it has any. Retry needs an earlier update.
    if (hasFailed || widget.Error) {
        const reason = summary || say('updateFailedOnly');
        const text = own ? withTime(own) : hasFailed && !details && summary ? say('updateFailed', {reason}) : reason;
        return problem(text, details, widget.State !== 'updating' && Boolean(widget.LastResult));
    }
    if (!widget.IsSnapshot || !widget.Content?.kind || widget.HasContent === false)
        return [];
    const text = widget.State === 'updating' ? say('starting')
        : ageInWords ? say('lastUpdated', {age: ageInWords}) : say('notUpdated');
    return [{text, details: '', offersRetry: false, isProblem: false}];
}

// Attention

/**
 * Returns the mark of a widget that asks for attention: its count, which is empty for a dot, whether it is urgent, and a
 * name for screen readers. Null for any other widget.
 */
export function badge({Attention: attention = 'none', Badge: count = 0}) {
    if (attention === 'none')
        return null;
    const isAlert = attention === 'alert';
    const text = count > 9999 ? `${numberText(9999)}+` : count > 0 ? numberText(count) : '';
    const words = isAlert ? 'alert' : 'attention';
    return {text, isAlert, name: text ? say(`${words}Count`, {count: text}) : say(words)};
}

/** Returns the mark for all widgets of Today: how many ask for attention. Null if none does. */
export function badgeOfAll(widgets) {
    const all = widgets.map(badge).filter(mark => mark);
    const isUrgent = all.some(({isAlert}) => isAlert);
    return all.length ? badge({Attention: isUrgent ? 'alert' : 'badge', Badge: all.length}) : null;
}

/** Returns the values of a widget's card at a moment. `next` is when time alone changes them. */
export function card(widget, {now, isLocked = false}) {
    const mode = modeOf(widget);
    const instead = placeholder(widget);
    const isDrawn = instead === null && !failsWithoutContent(widget);
    const {root, next} = isDrawn ? present(widget.Content, {mode, isLocked, now}) : {root: null, next: Infinity};
    const isDated = isDrawn || ['nothingToShow', 'newerVersion'].includes(instead);
    const updatedAt = isDated ? widget.UpdatedAt : 0;
    const shownAge = age(updatedAt, now);
    return {
        mode,
        root,
        name: nameOf(widget),
        ...iconOf(widget),
        placeholder: instead && say(instead),
        age: shownAge.text,
        updated: updateTime(updatedAt, now),
        badge: badge(widget),
        messages: messages(widget, shownAge.text, now),
        isOutOfDate: isDrawn && isOutOfDate(widget),
        mayBeExpanded: widget.LargestDisplayMode === 'expanded',
        height: length(widget.PreferredContentSize?.[1]) ?? 0,
        margins: widget.MarginInsets ?? [-1, -1, -1, -1],
        next: Math.min(next, shownAge.next, retrying(widget, now).next),
    };
}

/** Returns one short line for a bar, and the moment at which time alone changes it. */
export function shortText(widget, {now, isLocked = false}) {
    if (!widget || placeholder(widget) !== null || failsWithoutContent(widget))
        return {text: '', next: Infinity};
    const {root, next} = present(widget.Content, {mode: 'compact', isLocked, now});
    const line = firstLine(root);
    return {text: line.length > 40 ? `${line.slice(0, 39)}…` : line, next};
}
