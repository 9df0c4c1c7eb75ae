/**
 * What a card shows, as plain values: words, times and numbers. Nothing here knows of a toolkit.
 *
 * Widgets are the properties that the center tells of them, and nothing depends on their being right: what cannot be read
 * counts as absent. Moments are µs since 1970.
 */
import {drawn, nextChange} from './todaycenter.js';

const SECOND = 1e6;
const MINUTE = 60 * SECOND;
const TEXT_LIMIT = 2000;

/** What a content may take in the lowest card and in an expanded one, in logical pixels. */
export const HEIGHTS = {compact: 110, expanded: 640};

/** The roles that a colour may have. */
export const COLORS = ['primary', 'secondary', 'accent', 'success', 'warning', 'error'];

// Texts

/** A text of others as it is shown: nothing in it overrides the direction of what stands beside it, or is too long. */
export function clean(text) {
    // eslint-disable-next-line no-control-regex
    const plain = `${text ?? ''}`.replace(/[\u202a-\u202e\x00-\x09\x0b-\x1f\x7f-\x9f]/g, '');
    return plain.length > TEXT_LIMIT ? `${plain.slice(0, TEXT_LIMIT)}…` : plain;
}

/** A text of others on one line. */
export function title(text) {
    return clean(`${text ?? ''}`.replace(/\s+/g, ' ')).replace(/[\u2066-\u2069]/g, '').trim();
}

/** What a widget is called; never empty. */
export function nameOf(widget) {
    return title(widget.Name) || title(widget.Identifier) || 'Widget';
}

/** Returns the plain name of an icon in the theme; null for anything else. The Shell loads neither a path nor a URL. */
function iconName(text) {
    return typeof text === 'string' && /^[A-Za-z0-9._+-]{1,255}$/.test(text) ? text : null;
}

/**
 * Returns what stands beside a widget's name: the plain name of an icon, which is empty for none, and the letter that stands
 * for an icon that is not shown here.
 */
export function iconOf(widget) {
    const icon = iconName(widget.Icon) ?? '';
    if (icon || typeof widget.Icon !== 'string' || !widget.Icon)
        return {icon, letter: ''};
    const name = nameOf(widget);
    return {icon, letter: (name.match(/[\p{L}\p{N}]|\p{Extended_Pictographic}/u)?.[0] ?? [...name][0]).toUpperCase()};
}

/** The words for an error: what people are told, and what else there is. */
export function errorText(text) {
    const [summary, ...rest] = clean(text).split('\n');
    return {summary, details: rest.join('\n').trim()};
}

const capitalized = text => text.charAt(0).toUpperCase() + text.slice(1);

/** Why something that the user asked for was not done, as a sentence. */
export function refusal(error, identifier = '') {
    const prefix = `${identifier}: `;
    const {summary} = errorText(error.message);
    return capitalized(identifier && summary.startsWith(prefix) ? summary.slice(prefix.length) : summary) ||
        'No reason was given';
}

// Times

function clock(seconds) {
    const two = number => `${number}`.padStart(2, '0');
    const minutes = Math.floor(seconds / 60);
    return minutes < 60 ? `${minutes}:${two(seconds % 60)}`
        : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** Whole days, hours or minutes, with the length of one in minutes. */
function inLargestUnit(minutes) {
    if (minutes < 60)
        return [minutes, 'min', 1];
    return minutes < 1440 ? [Math.floor(minutes / 60), 'h', 60] : [Math.floor(minutes / 1440), 'd', 1440];
}

function ahead(moment, now) {
    const [count, unit, length] = inLargestUnit(Math.ceil((moment - now) / MINUTE));
    return {text: `in ${count} ${unit}`, next: moment - (count * length - 1) * MINUTE};
}

function ago(moment, now) {
    if (moment > now)
        return ahead(moment, now);
    const minutes = Math.floor((now - moment) / MINUTE);
    if (minutes === 0)
        return {text: 'now', next: moment + MINUTE};
    const [count, unit, length] = inLargestUnit(minutes);
    return {text: `${count} ${unit} ago`, next: moment + (count + 1) * length * MINUTE};
}

/** What a timer shows, and when that is another. */
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

/** How old content is, in words; empty where that is not known. */
export function age(moment, now) {
    if (!moment)
        return {text: '', next: Infinity};
    const told = ago(Math.min(moment, now), now);
    return {...told, text: told.text === 'now' ? 'just now' : told.text};
}

/** How far a progress has come, 0 to 1, or null where nobody knows; and when it is further, in steps that can be seen. */
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

/** Where numbers of a chart stand: a function from a number to 0, the lower edge, up to 1. */
export function chartScale(values, style, minimum, maximum) {
    const ground = style === 'line' ? [] : [0];
    const low = minimum ?? Math.min(...values, ...ground);
    const high = maximum ?? Math.max(...values, ...ground);
    // Half of it, for the difference of two doubles may be infinite.
    const extent = high / 2 - low / 2;
    if (!(extent > 0))
        return () => style === 'line' ? 0.5 : 0;
    return value => Math.min(Math.max((value / 2 - low / 2) / extent, 0), 1);
}

// Nodes

const number = value => Number.isFinite(value) ? value : undefined;
const length = value => Number.isFinite(value) ? Math.min(Math.max(value, 0), 4096) : undefined;
const word = (value, standard, ...others) => others.includes(value) ? value : standard;
const stack = a => ({
    spacing: length(a.spacing) ?? 6,
    alignment: word(a.alignment, 'fill', 'leading', 'center', 'trailing'),
});

/** What each kind has beside what all have: from attributes, the moment, and a function that takes note of the next. */
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
        return {share, style: word(a.style, 'bar', 'circle')};
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
    chart: a => ({
        values: Array.isArray(a.values) ? a.values.filter(Number.isFinite) : [],
        style: word(a.style, 'line', 'bar', 'area'),
        minimum: number(a.minimum),
        maximum: number(a.maximum),
    }),
    section: a => ({text: clean(a.label), isExpanded: a.expanded === true}),
    divider: () => ({}),
    spacer: () => ({}),
};

const HAVE_CHILDREN = ['column', 'row', 'grid', 'list', 'section'];

function look(node, now, note, isEnabled) {
    const {kind, attributes: a} = node;
    isEnabled &&= a.enabled !== false;
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

/** A tree of content as it is drawn at a moment, null for nothing; and the next moment at which that is another. */
export function present(content, {mode, isLocked, now}) {
    let next = nextChange(content, now);
    const note = moment => {
        if (moment > now)
            next = Math.min(next, moment);
    };
    const root = drawn(content, {mode, isLocked, now});
    return {root: root && look(root, now, note, true), next};
}

const percent = share => `${Math.round(share * 100)}%`;

/** What can be read in a node itself. */
function ownText(node) {
    return node.kind === 'progress' ? node.share === null ? '' : percent(node.share) : node.text ?? '';
}

/** What a screen reader says of a control, a picture, a chart or a progress. */
export function spokenName(node) {
    if (node.label)
        return node.label;
    switch (node.kind) {
    case 'progress':
        return ownText(node) || 'In progress';
    case 'chart':
        return node.values.length === 1 ? 'Chart of 1 value' : `Chart of ${node.values.length} values`;
    case 'image':
        return node.text || (node.icon ? '' : 'Picture');
    default: {
        const {action, url} = node.node.attributes;
        return ownText(node) || node.tooltip || action || url || '';
    }
    }
}

/** What a screen reader says of a node that is tapped as a whole: all that can be read in it. */
export function spokenText(node) {
    const words = below => below.label ||
        [ownText(below), ...below.children.map(words)].filter(text => text).join(', ');
    return words(node) || spokenName(node);
}

/** The words of a drawn tree that stand first, on one line: of a column those of its first child that has any. */
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
    case 'progress':
    case 'section':
        return title(ownText(node).split('\n')[0]);
    default:
        return '';
    }
}

// Cards

/** The mode that a widget is drawn in. */
export function modeOf(widget) {
    return widget.DisplayMode === 'expanded' && widget.LargestDisplayMode === 'expanded' ? 'expanded' : 'compact';
}

/** What stands in the place of content; null where there is content. */
export function placeholder(widget) {
    if (widget.HasContent === false)
        return 'Nothing to show';
    if (widget.Content?.kind)
        return null;
    switch (widget.State) {
    case 'updating':
        return 'Starting …';
    case 'suspended':
    case 'unavailable':
        return 'No content';
    default:
        if (widget.LastResult === 'failed' || widget.Error)
            return 'No content';
        return widget.UpdatedAt ? 'Nothing to show' : 'No content yet';
    }
}

/**
 * The lines beneath the content of a widget: what is wrong with it, or how old it is. Each has a text, details that may be
 * empty, whether it is a problem, and whether a button offers to try again.
 */
export function messages(widget, ageInWords) {
    const hasFailed = widget.LastResult === 'failed';
    const error = errorText(widget.Error);
    const problem = (text, details, offersRetry) => [{text, details, offersRetry, isProblem: true}];
    if (widget.State === 'suspended') {
        return problem('The widget’s program keeps failing, and is tried again later',
            [error.summary, error.details].filter(text => text).join('\n'), true);
    }
    // In the words of the provider, where it has any; and with Retry, where there is somebody who could answer.
    if (hasFailed || widget.Error) {
        const isBare = hasFailed && !error.details;
        const reason = error.summary || 'no reason was given';
        return problem(isBare ? `Update failed: ${reason}` : reason, error.details,
            widget.State !== 'updating' && Boolean(widget.LastResult));
    }
    if (widget.State === 'unavailable')
        return problem('The widget’s program is not running', '', false);
    if (!widget.IsSnapshot || !widget.Content?.kind || widget.HasContent === false)
        return [];
    const text = widget.State === 'updating' ? 'Starting …'
        : ageInWords ? `Last updated ${ageInWords}` : 'Not updated for a long time';
    return [{text, details: '', offersRetry: false, isProblem: false}];
}

/** A widget as its card shows it at a moment. `next` is when that is another by time alone. */
export function card(widget, {now, isLocked = false}) {
    const mode = modeOf(widget);
    const instead = placeholder(widget);
    const {root, next} = instead === null ? present(widget.Content, {mode, isLocked, now}) : {root: null, next: Infinity};
    const isDated = [null, 'Nothing to show'].includes(instead);
    const told = age(isDated ? widget.UpdatedAt : 0, now);
    return {
        mode,
        root,
        name: nameOf(widget),
        ...iconOf(widget),
        placeholder: instead,
        age: told.text,
        messages: messages(widget, told.text),
        mayBeExpanded: widget.LargestDisplayMode === 'expanded',
        height: length(widget.PreferredContentSize?.[1]) ?? 0,
        margins: widget.MarginInsets ?? [-1, -1, -1, -1],
        next: Math.min(next, told.next),
    };
}

/** What a bar shows of a widget: one short line. */
export function shortText(widget, {now, isLocked = false}) {
    if (!widget || placeholder(widget) !== null)
        return '';
    const line = firstLine(present(widget.Content, {mode: 'compact', isLocked, now}).root);
    return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
