// The numbers of charts as text, for all panels in JavaScript. In GNOME Shell, this file is chart.js.

/** Returns a number with four significant digits, like `%.4g` in C: 0.4, 1235, 1.235e+06. */
export function shortNumber(number) {
    // Rounds half a digit to the even one, like C.
    const exact = number.toExponential(40);
    const isTie = /^-?\d\.\d\d[02468]50*e/.test(exact);
    const rounded = isTie ? exact.replace(/(\.\d{3})\d*/, '$1') : number.toExponential(3);
    const [digits, exponent] = rounded.split('e');
    const withoutZeros = text => text.includes('.') ? text.replace(/\.?0+$/, '') : text;
    if (exponent >= -4 && exponent < 4)
        return withoutZeros(Number(rounded).toFixed(3 - exponent));
    return `${withoutZeros(digits)}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}

/**
 * Returns the numbers of a chart at a position as text: one for each line that has a number there.
 *
 * @param lines objects with numbers and a name; the newest numbers of all lines are at the same position
 * @param place the position, from 0 at the oldest number to 1 at the newest one
 * @param isBar whether each number has a part of the width, instead of a point
 * @param most the largest number of drawn values
 * @param write writes a number as text
 */
export function textAt(lines, place, {isBar = false, unit = '', most = Infinity, write = shortNumber} = {}) {
    const count = Math.min(Math.max(...lines.map(({numbers}) => numbers.length), 0), most);
    if (!count)
        return '';
    const exact = isBar ? Math.floor(place * count) : Math.round(place * (count - 1));
    const fromEnd = count - Math.min(Math.max(exact, 0), count - 1);
    return lines.filter(({numbers}) => numbers.length >= fromEnd).map(({numbers, name}) => {
        const text = write(numbers[numbers.length - fromEnd]) + unit;
        return name ? `${name}  ${text}` : text;
    }).join('\n');
}
