// Tries what a card shows, and the forms and lists of the pages, without a Shell. Prints what is wrong.
import System from 'system';
import {
    age, card, chartScale, clean, firstLine, iconOf, messages, present, progressShare, shortText, spokenName, spokenText,
    timerText,
} from './presentation.js';

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

// Times: what is shown, and in how many seconds it is another.
const told = ({text, next}) => [text, next === Infinity ? null : (next - NOW) / SECOND];
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
    expect(`timer ${JSON.stringify(attributes)}`, told(timerText(attributes, NOW)), [text, next]);
expect('never', told(age(0, NOW)), ['', null]);
expect('a clock that was set back', told(age(NOW + SECOND, NOW)), ['just now', 60]);
expect('an age', told(age(NOW - 7300 * SECOND, NOW)), ['2 h ago', 3500]);

expect('a value', progressShare({value: 1.5}, NOW).share, 1);
expect('nobody knows', progressShare({}, NOW).share, null);
expect('half', progressShare({since: NOW - SECOND, until: NOW + SECOND}, NOW).share, 0.5);
expect('its next step', (progressShare({since: NOW - SECOND, until: NOW + SECOND}, NOW).next - NOW) / SECOND, 0.25);
expect('a moment', progressShare({since: NOW, until: NOW}, NOW).share, 1);

// Charts
expect('a line', [1, 2, 3].map(chartScale([1, 2, 3], 'line')), [0, 0.5, 1]);
expect('bars stand on zero', [0, 1, 2].map(chartScale([1, 2], 'bar')), [0, 0.5, 1]);
expect('limits', [0, 5, 20].map(chartScale([5], 'line', 0, 10)), [0, 0.5, 1]);
expect('always the same', chartScale([4, 4], 'line')(4), 0.5);
expect('as far as numbers go', chartScale([-1.7e308, 1.7e308], 'line')(0), 0.5);

// Trees
const tree = node('column', {spacing: -4, alignment: 'diagonal'},
    node('text', {text: 'all', style: 'baroque', color: 'warning'}),
    node('text', {text: 'large', modes: ['expanded']}),
    node('text', {text: 'later', 'show-after': NOW + 5 * SECOND}),
    node('text', {text: 'mine', private: true}),
    node('carousel', {style: 'wide'}, node('text', {text: 'a horse'})),
    node('hologram', {fallback: 'flat', action: 'go'}));
const texts = look => look ? [look.text, ...look.children.flatMap(texts)].filter(text => text) : [];
expect('what is there', texts(root(tree)), ['all', 'mine', 'a horse', 'flat']);
expect('locked and expanded', texts(root(tree, {mode: 'expanded', isLocked: true})), ['all', 'large', 'a horse', 'flat']);
expect('the next moment', (present(tree, {mode: 'compact', isLocked: false, now: NOW}).next - NOW) / SECOND, 5);
expect('words that are unknown', [root(tree).alignment, root(tree).spacing, root(tree).children[0].style], ['fill', 0, 'body']);
expect('a fallback is tapped as the node', root(tree).children.at(-1).canBeTapped, true);
expect('a link', root(node('text', {text: 'a', url: 'https://a'})).color, 'accent');
expect('no content', root({kind: '', attributes: {}, children: []}), null);
expect('wrong types', root(node('grid', {columns: 'many', spacing: NaN})).columns, 2);
expect('a chart of what is none', root(node('chart', {values: 'none'})).values, []);
const dead = root(node('column', {enabled: false}, node('button', {label: 'x', action: 'x'})));
expect('all in what is disabled', dead.children[0].isEnabled, false);

// Icons: only plain names, whatever the center says
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
expect('a picture', spokenName(root(node('image', {data: new Uint8Array(1), description: 'A cat'}))), 'A cat');
expect('an icon that adorns', spokenName(root(node('image', {icon: 'cat'}))), '');
expect('a button with an icon', spokenName(root(node('button', {label: '', icon: 'x', action: 'stop'}))), 'stop');
expect('what is tapped as a whole', spokenText(root(node('row', {action: 'a'}, node('image', {icon: 'x'}),
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
expect('an icon that is a path', [shown({Icon: '/x.png'}).icon, shown({Icon: '/x.png'}).letter], ['', 'A']);
expect('no larger than it may be', shown().mode, 'compact');
expect('its age', [shown().age, (shown().next - NOW) / SECOND], ['1 min ago', 60]);
expect('nothing', shown({Content: node('')}).placeholder, 'Nothing to show');
expect('nothing yet', shown({Content: node(''), UpdatedAt: 0}).placeholder, 'No content yet');
expect('all is well', shown().messages, []);
const words = changes => messages({...widget, ...changes}, '5 min ago').map(message =>
    [message.text, message.details, message.offersRetry]);
expect('failed', words({LastResult: 'failed', Error: 'no net'}), [['Update failed: no net', '', true]]);
expect('in words of the center', words({LastResult: 'failed', Error: 'It crashed\nsignal 11'}),
    [['It crashed', 'signal 11', true]]);
expect('of a snapshot', words({IsSnapshot: true}), [['Last updated 5 min ago', '', false]]);
expect('nobody is there', words({State: 'unavailable'}), [['The widget’s program is not running', '', false]]);
expect('later words', [shown({State: 'later', DisplayMode: 'huge'}).mode, shown({MarginInsets: undefined}).margins.length],
    ['compact', 4]);
expect('in the top bar', shortText({...widget, Content: node('text', {text: 'y'.repeat(60)})}, {now: NOW}).length, 40);
expect('nothing in the top bar', [shortText(undefined, {now: NOW}), shortText({...widget, HasContent: false}, {now: NOW})],
    ['', '']);

print(`${count} tried, ${failures} wrong`);
System.exit(failures ? 1 : 0);
