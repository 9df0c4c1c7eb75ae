/** A card as plain text, for the clipboard, by the rules of the specification that don't depend on a width. */
import {card, chartScale, legend, sliderShare} from './presentation.js';
import {percent as percentText} from './words.js';

const BLOCKS = '▁▂▃▄▅▆▇█';
const CELLS = 20;

/** Returns a bar, partly filled. */
function bar(percent) {
    const cells = Math.floor(percent * CELLS / 100);
    return '█'.repeat(cells) + '░'.repeat(CELLS - cells);
}

/** Returns a share in percent. Only a full share is 100. */
const percentage = share => share >= 1 ? 100 : Math.min(Math.round(share * 100), 99);

function progress({share, text}) {
    const percent = share === null ? 0 : percentage(share);
    return `${bar(percent)} ${text || (share === null ? '…' : percentText(percent / 100))}`;
}

function chart(look) {
    const {values, series, style, minimum, maximum} = look;
    const share = chartScale([...values, ...series], style, minimum, maximum);
    const count = Math.max(values.length, series.length);
    const shown = legend({...look, text: '', seriesText: ''});
    return [values, series].filter(numbers => numbers.length).map((numbers, index) => {
        const blocks = numbers.map(value => BLOCKS[Math.min(Math.floor(share(value) * BLOCKS.length), BLOCKS.length - 1)]);
        return [' '.repeat(count - numbers.length) + blocks.join(''), shown[index]].filter(text => text).join(' ');
    }).join('\n');
}

/** Returns texts side by side, with their first lines on one line. */
function beside(texts) {
    const blocks = texts.map(text => text.split('\n'));
    const widths = blocks.map(lines => Math.max(...lines.map(line => line.length)));
    const height = Math.max(...blocks.map(lines => lines.length), 0);
    return Array.from({length: height}, (_line, row) =>
        blocks.map((lines, index) => (lines[row] ?? '').padEnd(widths[index])).join('  ').trimEnd()).join('\n');
}

const WORDS = {
    row: children => beside(children),
    grid: (children, {columns}) => Array.from({length: Math.ceil(children.length / columns)}, (_row, index) =>
        beside(children.slice(index * columns, (index + 1) * columns))).join('\n'),
    section: (children, {text}) => [text, ...children.map(child => child.replace(/^/gm, '  '))].join('\n'),
    progress: (_children, look) => progress(look),
    chart: (_children, look) => chart(look),
    button: (_children, {text}) => `[${text}]`,
    toggle: (_children, {text, value}) => `[${value ? 'x' : ' '}] ${text}`,
    checkbox: (_children, {text, value}) => `[${value ? 'x' : ' '}] ${text}`,
    slider: (_children, look) => [look.text, bar(percentage(sliderShare(look)))].filter(text => text).join(' '),
    entry: (_children, {text}) => `[${text}…]`,
    divider: () => '─'.repeat(CELLS),
    spacer: () => '',
};

/** Returns the plain text of a node as it is drawn. */
export function plainText(look) {
    const children = look.children.map(plainText).filter(text => text || look.kind === 'grid');
    const words = WORDS[look.kind] ?? ((texts, {text}) => text || texts.join('\n'));
    return words(children, look);
}

/** Returns the plain text of a card: its name, then its content or the text in its place. */
export function cardText(widget, context) {
    const {name, root, placeholder} = card(widget, context);
    return [name, root ? plainText(root) : placeholder].filter(text => text).join('\n');
}
