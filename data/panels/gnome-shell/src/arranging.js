/** Changes of the order of widgets, and how they are undone. */
import GLib from 'gi://GLib';

import {call} from './todaycenter.js';

/** A list in which a member stands just before one of the others, or just behind it; the list as it is if either is missing. */
export function moved(list, member, neighbor, step) {
    if (member === neighbor || !list.includes(member) || !list.includes(neighbor))
        return list;
    const rest = list.filter(other => other !== member);
    const index = rest.indexOf(neighbor) + (step > 0 ? 1 : 0);
    return [...rest.slice(0, index), member, ...rest.slice(index)];
}

/** A list with a removed member back in it, behind the nearest of its former predecessors. */
export function restored(list, member, former) {
    if (list.includes(member))
        return list;
    const before = former.slice(0, Math.max(former.indexOf(member), 0)).reverse().find(other => list.includes(other));
    const index = list.indexOf(before) + 1;
    return [...list.slice(0, index), member, ...list.slice(index)];
}

/** Whether a widget is a copy, which has data of its own. */
export const isCopy = identifier => identifier.includes('#');

/** Whether the center keeps removed copies, so that they can come back. */
const keepsCopies = today => 'RemovedInstances' in (today.properties.Limits ?? {});

/**
 * Removes a widget from Today: a copy with what is set for it, any other from the arrangement only. Resolves with a function
 * that undoes it, or with null if the center can't.
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
