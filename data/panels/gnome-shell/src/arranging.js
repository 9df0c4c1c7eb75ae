/** Changes the order of widgets, and undoes removals. */
import GLib from 'gi://GLib';

import {call} from './todaycenter.js';

/** Returns a list with a member moved before or after another one. If either is missing, the list stays unchanged. */
export function moved(list, member, neighbor, step) {
    if (member === neighbor || !list.includes(member) || !list.includes(neighbor))
        return list;
    const rest = list.filter(other => other !== member);
    const index = rest.indexOf(neighbor) + (step > 0 ? 1 : 0);
    return [...rest.slice(0, index), member, ...rest.slice(index)];
}

/** Returns a list with a removed member again, after the nearest of its former predecessors. */
export function restored(list, member, former) {
    if (list.includes(member))
        return list;
    const before = former.slice(0, Math.max(former.indexOf(member), 0)).reverse().find(other => list.includes(other));
    const index = list.indexOf(before) + 1;
    return [...list.slice(0, index), member, ...list.slice(index)];
}

/** Returns whether a widget is a copy, which has data of its own. */
export const isCopy = identifier => identifier.includes('#');

/** Returns whether the center keeps removed copies, so that the user can restore them. */
const keepsCopies = today => 'RemovedInstances' in (today.properties.Limits ?? {});

/**
 * Removes a widget from Today. A copy loses its settings; any other widget only leaves the arrangement. Resolves with a
 * function that undoes the removal, or with null if the center can't undo it.
 */
export async function remove(today, identifier) {
    const former = [...today.arrangement];
    if (!isCopy(identifier)) {
        await today.arrange(present => present.filter(other => other !== identifier));
        return () => today.arrange(present => restored(present, identifier, former));
    }
    await today.removeInstance(identifier);
    return keepsCopies(today) ? () => call('RestoreInstance', new GLib.Variant('(s)', [identifier])) : null;
}
