// Prints the words of cards, one object a line. Arguments: a file with an array of widgets in JSON, and the moment in µs.
import GLib from 'gi://GLib';
import System from 'system';
import {card} from './presentation.js';

const [file, moment] = System.programArgs;
for (const widget of JSON.parse(new TextDecoder().decode(GLib.file_get_contents(file)[1]))) {
    const {placeholder, age, badge, messages} = card(widget, {now: Number(moment)});
    const lines = messages.map(({text, details, offersRetry}) => `${text}|${details}|${offersRetry}`).join('\n');
    print(JSON.stringify({placeholder: placeholder ?? '', age, badge: badge?.name ?? '', lines}));
}
