// The positions of cards, for all panels in JavaScript. In GNOME Shell, this file is rows.js.

/** Returns the positions of cards in two columns. Two small neighbors share a row; any other card has its own row. */
export function rows(identifiers, isSmallOne) {
    let row = -1;
    let isHalf = false;
    return identifiers.map((identifier, index) => {
        if (isHalf) {
            isHalf = false;
            return {row, column: 1, width: 1};
        }
        row++;
        const next = identifiers[index + 1];
        isHalf = isSmallOne(identifier) && next !== undefined && isSmallOne(next);
        return {row, column: 0, width: isHalf ? 1 : 2};
    });
}
