// Tests cards, and the forms and lists of the pages, without a Shell. Prints failures.
import GLib from 'gi://GLib';
import Gio from 'gi://Gio';
import System from 'system';
import {moved, remove, restored} from './arranging.js';
import {SliderCalls} from './calls.js';
import {typed, untyped} from './language.js';
import {menuItems} from './menu.js';
import {cardText} from './plaintext.js';
import {
    age, badge, badgeOfAll, card, chartScale, chartText, clean, clockText, enteredText, explanation, firstLine, iconOf, isSmall, legend, messages, page,
    pageText, present, progressShare, refusal, shortNumber, shortText, sliderShare, sliderValue, spokenName, spokenText,
    stateTrouble, timerText, updateTime,
} from './presentation.js';
import {rows} from './rows.js';
import {TodayError} from './todaycenter.js';
import {percent, say, speak, written} from './words.js';

let count = 0;
let failures = 0;
function expect(what, seen, expected) {
    count++;
    if (JSON.stringify(seen) === JSON.stringify(expected))
        return;
    failures++;
    print(`${what}: ${JSON.stringify(seen)}, not ${JSON.stringify(expected)}`);
}

const SECOND = 1e6;
const NOW = 1_900_000_000 * SECOND;
const node = (kind, attributes = {}, ...children) => ({kind, attributes, children});
const root = (content, context = {}) => present(content, {mode: 'compact', isLocked: false, now: NOW, ...context}).root;

// Texts
expect('an override', clean('photo\u202egpj.exe\u202c'), 'photogpj.exe');
expect('markup', clean('<b>&"\nnext'), '<b>&"\nnext');
expect('a long text', clean('x'.repeat(5000)).length, 2001);
expect('no text', clean(undefined), '');

// Times: the text, and the seconds until it changes
const withSeconds = ({text, next}) => [text, next === Infinity ? null : (next - NOW) / SECOND];
for (const [attributes, text, next] of [
    [{until: NOW + 59.5 * SECOND}, '1:00', 0.5],
    [{until: NOW + 3600 * SECOND}, '1:00:00', 1],
    [{until: NOW}, '0:00', null],
    [{until: NOW - SECOND, 'finished-text': 'Tea'}, 'Tea', null],
    [{since: NOW - 3661.25 * SECOND}, '1:01:01', 0.75],
    [{since: NOW + 5 * SECOND}, '0:00', 6],
    [{since: NOW - 90 * SECOND, style: 'relative'}, '1 min ago', 30],
    [{since: NOW - 2 * SECOND, style: 'relative'}, 'now', 58],
    [{until: NOW + 61 * SECOND, style: 'relative'}, 'in 2 min', 1],
    [{until: NOW + 86400 * SECOND, style: 'relative'}, 'in 1 d', 60],
    [{}, '', null],
    [{since: 'soon'}, '', null],
])
    expect(`timer ${JSON.stringify(attributes)}`, withSeconds(timerText(attributes, NOW)), [text, next]);
expect('never', withSeconds(age(0, NOW)), ['', null]);
expect('a clock that was set back', withSeconds(age(NOW + SECOND, NOW)), ['just now', 60]);
expect('an age', withSeconds(age(NOW - 7300 * SECOND, NOW)), ['2 h ago', 3500]);

// Clocks, at 2030-03-17 17:46:40 UTC
for (const [attributes, text, next] of [
    [{zone: 'UTC'}, '17:46', 20],
    [{zone: 'Europe/Berlin', style: 'seconds'}, '18:46:40', 1],
    [{zone: 'Asia/Kathmandu', style: 'date-time'}, '2030-03-17 23:31', 20],
    [{zone: 'Asia/Tokyo', style: 'date'}, '2030-03-18', 76400],
    [{zone: 'UTC', style: 'roman'}, '17:46', 20],
])
    expect(`clock ${JSON.stringify(attributes)}`, withSeconds(clockText(attributes, NOW)), [text, next]);
// Daylight saving time begins in the night of the 31st, a day of 23 hours.
const night = Date.UTC(2030, 2, 30, 23) * 1000;
expect('a short day', (clockText({zone: 'Europe/Berlin', style: 'date'}, night).next - night) / SECOND / 3600, 23);
expect('the own zone', clockText({}, NOW).text, GLib.DateTime.new_from_unix_local(NOW / SECOND).format('%H:%M'));

expect('a value', progressShare({value: 1.5}, NOW).share, 1);
expect('an unknown share', progressShare({}, NOW).share, null);
expect('half', progressShare({since: NOW - SECOND, until: NOW + SECOND}, NOW).share, 0.5);
expect('its next step', (progressShare({since: NOW - SECOND, until: NOW + SECOND}, NOW).next - NOW) / SECOND, 0.25);
expect('a moment', progressShare({since: NOW, until: NOW}, NOW).share, 1);

// Charts
expect('a line', [1, 2, 3].map(chartScale([1, 2, 3], 'line')), [0, 0.5, 1]);
expect('bars stand on zero', [0, 1, 2].map(chartScale([1, 2], 'bar')), [0, 0.5, 1]);
expect('limits', [0, 5, 20].map(chartScale([5], 'line', 0, 10)), [0, 0.5, 1]);
expect('always the same', chartScale([4, 4], 'line')(4), 0.5);
for (const [number, text] of [
    [0.4, '0.4'], [1234.5, '1234'], [12345, '1.234e+04'], [1234567, '1.235e+06'], [0.00001234, '1.234e-05'], [0.0001, '0.0001'],
    [-2, '-2'], [0, '0'], [99999, '1e+05'], [3.14159, '3.142'], [1e100, '1e+100'], [9999.6, '1e+04'], [1235.5, '1236'],
])
    expect(`the number ${number}`, shortNumber(number), text);
const usage = {label: 'In', 'series-label': 'Out', unit: ' W', 'show-values': ['most', 'mean', 'last'], values: [4, 1], series: [2]};
expect('a legend', legend(root(node('chart', usage))), ['In  4 W · 1 W', 'Out  2 W · 2 W']);
expect('a legend of the second line', legend(root(node('chart', {...usage, values: []}))), ['Out  2 W · 2 W']);
const below = (attributes, places, most) => places.map(place => chartText(root(node('chart', attributes)), place, most));
expect('numbers below the pointer', below({values: [1, 2, 3.14159], unit: ' W'}, [0, 0.4, 1]), ['1 W', '2 W', '3.142 W']);
expect('bars below the pointer', below({values: [1, 2], style: 'bar'}, [0, 0.49, 0.5, 1, 2]), ['1', '1', '2', '2', '2']);
expect('two lines below the pointer', below(usage, [0, 1]), ['In  4 W', 'In  1 W\nOut  2 W']);
expect('more numbers than there is room for', below({values: [1, 2, 3, 4]}, [0, 1], 2), ['3', '4']);
expect('no numbers', below({values: []}, [0.5]), ['']);
expect('the largest numbers', chartScale([-1.7e308, 1.7e308], 'line')(0), 0.5);

// Trees
const tree = node('column', {spacing: -4, alignment: 'diagonal'},
    node('text', {text: 'all', style: 'baroque', color: 'warning'}),
    node('text', {text: 'large', modes: ['expanded']}),
    node('text', {text: 'later', 'show-after': NOW + 5 * SECOND}),
    node('text', {text: 'mine', private: true}),
    node('carousel', {style: 'wide'}, node('text', {text: 'a horse'})),
    node('hologram', {fallback: 'flat', action: 'go'}));
const texts = look => look ? [look.text, ...look.children.flatMap(texts)].filter(text => text) : [];
expect('the shown texts', texts(root(tree)), ['all', 'mine', 'a horse', 'flat']);
expect('locked and expanded', texts(root(tree, {mode: 'expanded', isLocked: true})), ['all', 'large', 'a horse', 'flat']);
expect('the next moment', (present(tree, {mode: 'compact', isLocked: false, now: NOW}).next - NOW) / SECOND, 5);
expect('unknown words', [root(tree).alignment, root(tree).spacing, root(tree).children[0].style], ['fill', 0, 'body']);
expect('a fallback is tapped as the node', root(tree).children.at(-1).canBeTapped, true);
expect('a link', root(node('text', {text: 'a', url: 'https://a'})).color, 'accent');
expect('no content', root({kind: '', attributes: {}, children: []}), null);
expect('wrong types', root(node('grid', {columns: 'many', spacing: NaN})).columns, 2);
expect('a chart without numbers', root(node('chart', {values: 'none'})).values, []);
const dead = root(node('column', {enabled: false}, node('button', {label: 'x', action: 'x'})));
expect('a child of a disabled node', dead.children[0].isEnabled, false);

expect('a clock', [root(node('clock', {zone: 'UTC'})).text, (present(node('clock', {zone: 'UTC'}), {now: NOW}).next - NOW) / SECOND],
    ['17:46', 20]);
for (const zone of ['Nowhere/Land', '+02', '../UTC', '', 7, 'Europe', 'AAA3'])
    expect(`the zone ${zone}`, texts(root(node('clock', {zone, fallback: 'Home'}))), ['Home']);
expect('a zone without a fallback', root(node('clock', {zone: 'Nowhere/Land'})), null);

// Inputs
for (const kind of ['checkbox', 'slider', 'entry']) {
    expect(`a ${kind} with an action`, root(node(kind, {label: 'x', action: 'x'})).isEnabled, true);
    expect(`a ${kind} without an action`, root(node(kind, {label: 'x', url: 'https://a'})).isEnabled, false);
}
const slider = attributes => root(node('slider', {label: 'x', action: 'x', ...attributes}));
expect('a place', sliderShare(slider({value: 40, maximum: 100})), 0.4);
expect('out of its range', slider({value: 7}).value, 1);
expect('an empty range', sliderShare(slider({minimum: 3, maximum: 2, value: 3})), 0);
expect('steps', [0, 0.52, 0.9, 1].map(share => sliderValue(share, slider({minimum: 1, maximum: 9, step: 3}))), [1, 4, 7, 9]);
expect('any number', sliderValue(0.3, slider({maximum: 2})), 0.6);
expect('the largest range', sliderValue(0.5, slider({minimum: -1.7e308, maximum: 1.7e308})), 0);
expect('a text', enteredText('a\tb\nc\u0000\u007f'), 'a b c \u007f');
expect('a long text', [enteredText('é'.repeat(3000)).length, enteredText('😀'.repeat(2000)).length], [2048, 2048]);

// Icons: only plain names, whatever the center sends
const iconAndLetter = (Icon, Name = 'été') => {
    const {icon, letter} = iconOf({Icon, Name});
    return [icon, letter];
};
for (const icon of ['clock', 'org.example.App', 'a+b_C-1.0.png', 'a'.repeat(255)]) {
    expect(`the icon ${icon}`, iconAndLetter(icon), [icon, '']);
    expect(`in content ${icon}`, root(node('image', {icon})).icon, icon);
}
for (const icon of [
    '/etc/x.svg', 'file:///x.svg', 'http://host/x', '../x', 'a/b', 'a\n', 'a\nb', ':x', 'é', 'a b', 'a'.repeat(256),
]) {
    expect(`the icon ${icon}`, iconAndLetter(icon), ['', 'É']);
    expect(`in content ${icon}`, ['image', 'button'].map(kind => root(node(kind, {icon})).icon), [null, null]);
}
expect('no icon', [iconAndLetter(''), iconAndLetter(undefined), iconAndLetter(7)], [['', ''], ['', ''], ['', '']]);
expect('letters', ['«tea»', '  7 days', '😀 x', '!!', '日本'].map(name => iconAndLetter('/x', name)[1]),
    ['T', '7', '😀', '!', '日']);

// For a screen reader
expect('a progress', spokenName(root(node('progress', {value: 0.712}))), '71%');
expect('a progress with a label', spokenName(root(node('progress', {value: 0.7, label: '7 of 10'}))), '7 of 10');
expect('a chart', spokenName(root(node('chart', {values: [1, 2]}))), 'Chart of 2 values, lowest 1, highest 2, latest 2');
expect('a chart with names', spokenName(root(node('chart', usage))), 
    'Chart of In: highest 4 W, latest 1 W; Out: highest 2 W, latest 2 W');
expect('a chart with one name', spokenName(root(node('chart', {label: 'In', values: [1], series: [1, 2]}))),
    'Chart of In: 1 value; 2 values, lowest 1, highest 2, latest 2');
expect('a slider', spokenName(slider({label: 'Volume', value: 1})), 'Volume');
expect('a picture', spokenName(root(node('image', {data: new Uint8Array(1), description: 'A cat'}))), 'A cat');
expect('a decorative icon', spokenName(root(node('image', {icon: 'cat'}))), '');
expect('a button with an icon', spokenName(root(node('button', {label: '', icon: 'x', action: 'stop'}))), 'stop');
expect('a row with a tap', spokenText(root(node('row', {action: 'a'}, node('image', {icon: 'x'}),
    node('text', {text: 'Milk'}), node('text', {text: 'today'})))), 'Milk, today');
expect('the first line', firstLine(root(node('column', {}, node('divider'),
    node('row', {}, node('text', {text: '12 °C\nmore'}), node('progress', {value: 0.5})), node('text', {text: 'x'})))),
'12 °C 50%');

// Cards
const widget = {Identifier: 'org.example.A', Name: 'A\u202e b', Icon: '', Content: node('text', {text: 'x'}), HasContent: true,
    DisplayMode: 'expanded', LargestDisplayMode: 'compact', UpdatedAt: NOW - 60 * SECOND, Error: '', LastResult: 'new-data',
    State: 'idle', IsSnapshot: false};
const shown = (changes = {}) => card({...widget, ...changes}, {now: NOW});
expect('a name', shown().name, 'A b');
expect('a widget without a name', shown({Name: ' '}).name, 'org.example.A');
expect('a path as the icon', [shown({Icon: '/x.png'}).icon, shown({Icon: '/x.png'}).letter], ['', 'A']);
expect('the largest mode', shown().mode, 'compact');
expect('its age', [shown().age, (shown().next - NOW) / SECOND], ['1 min ago', 60]);
expect('nothing', shown({Content: node('')}).placeholder, 'Nothing to show');
expect('nothing yet', shown({Content: node(''), UpdatedAt: 0}).placeholder, 'Nothing to show yet');
expect('all is well', shown().messages, []);
const words = changes => messages({...widget, ...changes}, '5 min ago').map(message =>
    [message.text, message.details, message.offersRetry]);
expect('failed', words({LastResult: 'failed', Error: 'no net'}), [['Update failed: no net', '', true]]);
expect('in words of the center', words({LastResult: 'failed', Error: 'It crashed\nsignal 11'}),
    [['It crashed', 'signal 11', true]]);
expect('of a snapshot', words({IsSnapshot: true}), [['Last updated 5 min ago', '', false]]);
expect('without a provider', words({State: 'unavailable'}), [['The app isn’t running', '', false]]);
expect('in words of the panel', words({LastResult: 'failed', Error: 'it timed out\nafter 20 s', ErrorKind: 'timed-out'}),
    [['The app didn’t answer in time', 'after 20 s', true]]);
expect('in words of the app', words({Error: 'It rains', ErrorKind: 'app', LastResult: 'new-data'}), [['It rains', '', true]]);
expect('a kind from a later version', words({Error: 'It rains', ErrorKind: 'constructor', LastResult: 'new-data'}),
    [['It rains', '', true]]);
const later = changes => messages({...widget, Error: 'x', RetryAt: NOW + 90 * SECOND, ...changes}, '', NOW).pop().text;
expect('it tries again', later({State: 'suspended', ErrorKind: 'crashed'}), 'The app keeps failing. Trying again in 2 min');
expect('it tries again soon', later({ErrorKind: 'unreachable', Error: 'nas can’t be reached', RetryAt: NOW}),
    'nas can’t be reached. Trying again in a moment');
const isDimmed = changes => shown({ErrorKind: 'unreachable', Error: 'x', UpdatedAt: NOW, ...changes}).isOutOfDate;
expect('content that is out of date', [isDimmed({}), isDimmed({Error: ''}), isDimmed({ErrorKind: 'app'}), isDimmed({UpdatedAt: 0})],
    [true, false, false, false]);
expect('it tries again in words of the app', later({ErrorKind: 'app'}), 'x');
expect('when that changes', (shown({Error: 'x', ErrorKind: 'crashed', RetryAt: NOW + 50 * SECOND, UpdatedAt: 0}).next - NOW) / SECOND,
    50);
expect('a refusal', [refusal(new TodayError('it hangs', 'a.ActionFailed', 'timed-out')),
    refusal(new TodayError('a: it rains', 'a.ActionFailed', 'app'), 'a')], ['The app didn’t answer in time', 'It rains']);
expect('the state', [stateTrouble({StateErrorKind: 'full', StateError: 'ENOSPC'}), stateTrouble({StateError: 'x'}), stateTrouble({})],
    [say('stateFull'), 'Changes will not survive a restart: x', say('stateUnknown')]);

expect('a traceback', words({LastResult: 'failed', Error: 'Traceback (most recent call last):\n  File "x"\nValueError: 7'})[0][0],
    'ValueError: 7');
expect('content for later versions', shown({Content: node('column', {}, node('hologram'))}).placeholder, say('newerVersion'));
const day = GLib.DateTime.new_from_unix_local(NOW / SECOND);
expect('the time of an update', [updateTime(NOW, NOW), updateTime(NOW - 86400 * 2 * SECOND, NOW), updateTime(0, NOW)],
    [`Updated at ${day.format('%H:%M')}`, `Updated at ${day.add_days(-2).format('%F %H:%M')}`, '']);

// Pages
const pages = (today, isAway = false) => page({isAvailable: true, today: [], widgets: [], arrangement: [], ...today}, isAway);
expect('pages', [pages({isAvailable: false}), pages({isAvailable: false}, true), pages({today: ['a']}), pages({}),
    pages({widgets: [widget]}), pages({widgets: [widget], arrangement: ['a']})],
['connecting', 'unavailable', 'cards', 'noWidgets', 'nothingArranged', 'nothingNow']);
expect('words of pages', ['connecting', 'unavailable', 'noWidgets', 'nothingArranged', 'nothingNow'].map(name => {
    const {title, text, offer} = pageText(name);
    return [title, Boolean(text), offer];
}), [['Loading…', false, ''], ['Can’t reach Today', true, 'Try Again'], ['No widgets yet', true, ''],
    ['No widgets added', true, 'Add Widgets'], ['Nothing right now', true, '']]);

// Sizes
const places = text => rows([...text], letter => letter === 's').map(({row, column, width}) => `${row}${column}${width}`);
expect('two small neighbors share a row', places('srssrs'), ['002', '102', '201', '211', '302', '402']);
expect('three small ones', places('sss'), ['001', '011', '102']);
expect('small', [{Options: {Size: 'small'}}, {}, {Options: {Size: 'huge'}},
    {Options: {Size: 'small'}, LargestDisplayMode: 'expanded'}].map(changes => isSmall({...widget, ...changes})),
[true, false, false, false]);

// Order, and the undoing of removals
expect('before another', moved(['a', 'b', 'c'], 'c', 'b', -1), ['a', 'c', 'b']);
expect('behind another', moved(['a', 'b', 'c'], 'a', 'c', 1), ['b', 'c', 'a']);
expect('beside a missing one', moved(['a', 'b'], 'a', 'x', 1), ['a', 'b']);
expect('at its old place', restored(['a', 'c'], 'b', ['a', 'b', 'c']), ['a', 'b', 'c']);
expect('among others', restored(['x', 'c', 'a', 'y'], 'b', ['a', 'b', 'c']), ['x', 'c', 'a', 'b', 'y']);
expect('the first one', restored(['c'], 'b', ['a', 'b', 'c']), ['b', 'c']);
expect('back already', restored(['b', 'a'], 'b', ['a', 'b']), ['b', 'a']);

// The menu
const asked = [];
const act = {ask: request => asked.push(request), refresh: () => asked.push('refresh'), setInTopBar: value => asked.push(value)};
const menu = (changes, order = ['x', widget.Identifier, 'y'], more = {}) =>
    menuItems({...widget, ...changes}, order, {...act, ...more});
const names = items => items.map(({text, items: choices}) => choices ? `${text}: ${choices.map(choice =>
    choice.text + (choice.isChosen ? '*' : '')).join(' ')}` : text);
expect('of an older center', names(menu({})),
    ['Refresh', 'Copy', 'Why?', 'Move Up', 'Move Down', 'Show in Top Bar', 'Remove']);
const options = {Size: 'small', UpdateInterval: 900, Paused: false};
expect('with options', names(menu({Options: options, Sizes: ['small', 'regular'], SettingsSchema: [{}], Instances: true},
    [widget.Identifier], {openApp: () => {}, isInTopBar: true})),
['Open App', 'Refresh', 'Copy', 'Settings…', 'Add Another', 'Size: Small* Regular',
    'Update Every: 5 Minutes 15 Minutes* 1 Hour App’s Default', 'Pause', 'Why?', 'Remove from Top Bar', 'Remove']);
expect('of one size, and paused', names(menu({Options: {...options, Paused: true}, Sizes: ['regular']})).slice(2, 5),
    ['Update Every: 5 Minutes 15 Minutes* 1 Hour App’s Default', 'Resume', 'Why?']);
expect('without a program', names(menu({Options: options, State: 'unavailable'})),
    ['Copy', 'Why?', 'Move Up', 'Move Down', 'Show in Top Bar', 'Remove']);

// The text of a card
const copied = content => cardText({...widget, Content: content}, {now: NOW}).split('\n');
expect('a copied card', copied(node('column', {}, node('text', {text: 'Hello'}),
    node('row', {}, node('image', {icon: 'x'}), node('text', {text: 'Disk'}), node('progress', {value: 0.42})),
    node('section', {label: 'Later'}, node('checkbox', {label: 'Milk', value: true, action: 'x'})),
    node('grid', {columns: 2}, node('text', {text: 'a'}), node('text', {text: 'b'}), node('text', {text: 'cc'})),
    node('chart', {values: [1, 2], unit: ' W', 'show-values': ['last'], series: [2]}))),
['A b', 'Hello', 'Disk  ████████░░░░░░░░░░░░ 42%', 'Later', '  [x] Milk', 'a  b', 'cc', '▁█ 2 W', ' █ 2 W']);
expect('a copied card without content', copied(node('')), ['A b', 'Nothing to show']);

// Attention
expect('marks', [{}, {Attention: 'badge'}, {Attention: 'badge', Badge: 3}, {Attention: 'alert', Badge: 10000},
    {Attention: 'later'}].map(properties => badge(properties)?.name),
[undefined, 'New', 'New: 3', 'Needs attention: 9999+', 'New']);
expect('on a card', shown({Attention: 'alert', Badge: 7}).badge, {text: '7', isAlert: true, name: 'Needs attention: 7'});
expect('of all', [badgeOfAll([{}, {}]), badgeOfAll([{Attention: 'badge', Badge: 9}, {}, {Attention: 'alert'}])?.name],
    [null, 'Needs attention: 2']);
expect('later words', [shown({State: 'later', DisplayMode: 'huge'}).mode, shown({MarginInsets: undefined}).margins.length],
    ['compact', 4]);
const short = properties => {
    const {text, next} = shortText(properties, {now: NOW});
    return [text, next === Infinity ? null : (next - NOW) / SECOND];
};
expect('in the top bar', short({...widget, Content: node('text', {text: 'y'.repeat(60)})})[0].length, 40);
expect('a clock in the top bar', short({...widget, Content: node('clock', {zone: 'UTC'})}), ['17:46', 20]);
expect('nothing in the top bar', [short(undefined), short({...widget, HasContent: false})], [['', null], ['', null]]);

// The calls of a slider: at least the first and the last number, one at a time
const loop = new GLib.MainLoop(null, false);
const sent = [];
let inFlight = 0;
let most = 0;
let starts = [];
const calls = new SliderCalls(number => {
    sent.push(number);
    starts.push(GLib.get_monotonic_time());
    most = Math.max(most, ++inFlight);
    return new Promise(resolve => GLib.timeout_add(GLib.PRIORITY_DEFAULT, 150, () => {
        inFlight--;
        resolve();
        return GLib.SOURCE_REMOVE;
    }));
}, () => loop.quit());
for (let number = 1; number < 100; number++)
    calls.send(number);
expect('it is moving', calls.isMoving, true);
loop.run();
expect('the sent numbers', sent, [1, 99]);
expect('calls at a time', most, 1);
expect('it has stopped', calls.isMoving, false);
sent.length = 0;
starts = [];
const quick = new SliderCalls(number => {
    sent.push(number);
    starts.push(GLib.get_monotonic_time());
    return Promise.resolve();
}, () => sent.at(-1) === 3 && loop.quit());
quick.send(1);
GLib.timeout_add(GLib.PRIORITY_DEFAULT, 10, () => quick.send(2));
GLib.timeout_add(GLib.PRIORITY_DEFAULT, 20, () => quick.send(3));
loop.run();
expect('numbers at once', sent, [1, 3]);
expect('not more often than ten times a second', starts[1] - starts[0] >= 99e3, true);

// Calls to a stub of the center, on a private bus
const received = [];
const CENTER = 'org.todaycenter.NotificationCenter1';
const stub = Gio.DBusExportedObject.wrapJSObject(`<node><interface name="${CENTER}">
    <method name="SetOptions"><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/></method>
    <method name="ResetOptions"><arg type="s" direction="in"/><arg type="as" direction="in"/></method>
    <method name="RestoreInstance"><arg type="s" direction="in"/></method>
</interface></node>`, {
    SetOptions: (identifier, values) => received.push(['SetOptions', identifier,
        Object.entries(values).map(([key, value]) => `${key} ${value.print(true)}`)]) && undefined,
    ResetOptions: (identifier, names) => received.push(['ResetOptions', identifier, names]) && undefined,
    RestoreInstance: identifier => received.push(['RestoreInstance', identifier]) && undefined,
});
stub.export(Gio.DBus.session, '/org/todaycenter/NotificationCenter1');
Gio.bus_own_name_on_connection(Gio.DBus.session, CENTER, Gio.BusNameOwnerFlags.NONE, () => loop.quit(), null);
loop.run();
const awaited = promise => {
    let result;
    promise.then(value => [value], error => [error.message]).then(values => {
        [result] = values;
        loop.quit();
    });
    loop.run();
    return result;
};
const today = properties => ({
    arrangement: ['a', 'b', 'c'],
    properties,
    arrange: async change => change(['a', 'c']),
    removeInstance: async () => {},
});
const removal = (properties, identifier) => {
    const undo = awaited(remove(today(properties), identifier));
    return undo ? awaited(undo()) : 'no undo';
};
expect('a removal is undone', removal({}, 'b'), ['a', 'b', 'c']);
expect('of a copy that is kept', [removal({Limits: {RemovedInstances: 64}}, 'b#2'), received.pop()],
    [[], ['RestoreInstance', 'b#2']]);
expect('of a copy in an older center', [removal({Limits: {}}, 'b#2'), removal({}, 'b#2'), received.length],
    ['no undo', 'no undo', 0]);
const choose = (changes, ...path) => {
    const both = {Options: options, Sizes: ['small', 'regular'], ...changes};
    const found = path.reduce((items, text) => {
        const item = items.find(other => other.text === text);
        return item.items ?? item;
    }, menu(both));
    found.run();
    awaited(asked.pop()());
    return received.pop();
};
expect('a size', choose({}, 'Size', 'Regular'), ['SetOptions', widget.Identifier, ['Size \'regular\'']]);
expect('an interval', choose({}, 'Update Every', '1 Hour'), ['SetOptions', widget.Identifier, ['UpdateInterval uint32 3600']]);
expect('the default interval', choose({}, 'Update Every', 'App’s Default'),
    ['ResetOptions', widget.Identifier, ['UpdateInterval']]);
expect('a pause', choose({}, 'Pause'), ['SetOptions', widget.Identifier, ['Paused true']]);
expect('its end', choose({Options: {...options, Paused: true}}, 'Resume'), ['SetOptions', widget.Identifier, ['Paused false']]);

// Why?
const why = values => explanation({Message: 'a.b is well', ...values}, 'a.b', 'B');
expect('reasons', [why({Reason: 'fresh'}), why({Reason: 'no-provider', Provider: 'none'}), why({Reason: 'interval', UpdatedAt: 0}),
    why({Reason: 'memory', LastResult: 'failed', Error: 'x', Failures: 2, Reasons: [{Kind: 'state-not-stored'}]})],
    ['B is up to date.', 'No app updates B; it shows what was last pushed.', 'B hasn’t been updated yet.',
        'The last 2 updates of B failed. Changes won’t survive a restart.']);
expect('a reason of a later version', [why({Reason: 'weather'}), why({Message: undefined})], ['B is well', 'Unknown error']);

// In another language
speak({
    gettext: text => ({'Remove {name}': '{name} entfernen', '{number}%': '{number} %'})[text] ?? text,
    pgettext: (context, text) => `${context}: ${text}`,
    ngettext: (text, many, number) => `${number} of ${many}`,
    number: (number, decimals) => number.toFixed(decimals).replace('.', ','),
});
expect('a text', say('removeWidget', {name: '{name}'}), '{name} entfernen');
expect('a context', say('more'), 'button: More');
expect('a count', say('minutesAgo', {count: 1}), '1 of 1 min ago');
expect('a percentage', percent(0.5), '50 %');
expect('numbers', ['0.25', '1235', '1.235e+06', '-7'].map(written), ['0,25', '1235', '1,235e+06', '-7']);
expect('a number of a chart', legend(root(node('chart', {...usage, values: [0.25], series: []}))), ['In  0,25 W · 0,25 W']);
expect('a typed number', [typed(0.5), typed(-12), ...['0,5', ' 1.5', '−١٢٫٥', '1.234,5', 'x'].map(untyped)],
    ['0,5', '-12', '0.5', '1.5', '-12٫5', '1.234,5', 'x']);
expect('a clock without a locale', clockText({style: 'date-time'}, 0).text, '1970-01-01 00:00');
speak({isRightToLeft: true});
expect('a name in a text from right to left', say('removeWidget', {name: 'A'}), '\u2068A\u2069 entfernen');

print(`${count} tried, ${failures} wrong`);
System.exit(failures ? 1 : 0);
