// Prints words, numbers and a date in the language of the environment. The catalogs are in the folder `locale` beside it.
import Gettext from 'gettext';
import GLib from 'gi://GLib';
import {useLanguage} from './language.js';
import {clockText} from './presentation.js';
import {percent, say, written} from './words.js';

Gettext.bindtextdomain('today-center', `${GLib.path_get_dirname(GLib.filename_from_uri(import.meta.url)[0])}/locale`);
// GLib translates only if the program itself has translations, as the Shell has.
Gettext.textdomain('today-center');
useLanguage(false);
print([
    say('more'), say('minutesAgo', {count: 1}), say('minutesAgo', {count: 5}), say('removeWidget', {name: 'Uhr'}), say('done'),
    percent(0.5), written('1235.5'), clockText({zone: 'UTC', style: 'date-time'}, 1.9e15).text,
].join('|'));
