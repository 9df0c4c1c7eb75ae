// Where cards stand, for all panels in JavaScript: GNOME Shell has this file as rows.js.

/** Where cards stand in two columns: two small neighbors share a row, and any other card has one of its own. */
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
