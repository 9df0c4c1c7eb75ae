// Prints each change of Today, and runs the commands on its standard input.
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import System from 'system';
import {Today, drawn, nextChange} from './todaycenter.js';

const today = new Today();
for (const signal of ['available-changed', 'today-changed', 'arrangement-changed', 'widget-added', 'widget-changed',
    'widget-removed', 'widget-updated']) {
    today.connect(signal, (_today, ...values) => {
        const words = values.filter(value => typeof value === 'string');
        print(signal, ...words, signal === 'available-changed' ? today.isAvailable : '', `[${today.today}]`);
    });
}
today.start({startsCenter: !System.programArgs.includes('passive')});
today.beginViewing({Name: 'today.js'});

const find = (node, kind) => node.kind === kind ? node : node.children.map(child => find(child, kind)).find(Boolean);

const commands = {
    ready: () => print('ready'),
    start: () => today.start(),
    show: name => {
        const {Name, Content, Settings} = today.widget(name);
        print('show', Name, JSON.stringify(drawn(Content)), JSON.stringify(Settings));
    },
    hidden: name => {
        const {Content} = today.widget(name);
        const now = 1000;
        print('hidden', JSON.stringify(drawn(Content, {now, isLocked: true})), nextChange(Content, now));
    },
    tap: async (name, kind) => {
        await today.tap(name, find(today.widget(name).Content, kind));
        print('tapped');
    },
    update: async name => print('update', await today.performUpdate(name)),
    mode: async (name, mode) => print('mode', await today.setDisplayMode(name, mode)),
    last: async name => {
        await today.arrange(present => [...present.filter(other => other !== name), name]);
        print('arranged', today.arrangement);
    },
    set: async (name, key, value) => {
        await today.setSettings(name, {[key]: JSON.parse(value)});
        print('set', JSON.stringify(today.widget(name).Settings));
    },
    add: async name => print('instance', await today.addInstance(name, {Step: 2})),
    remove: async name => print('removed', await today.removeInstance(name)),
    restore: async name => {
        const [{Identifier}] = await today.listRemoved();
        await today.restoreInstance(name);
        print('restored', Identifier, (await today.listRemoved()).length);
        await today.removeInstance(name);
        await today.deleteRemoved(name);
        print('deleted', (await today.listRemoved()).length);
    },
    options: async (name, key, value) => {
        await today.setOptions(name, {[key]: JSON.parse(value)});
        print('options', JSON.stringify(today.widget(name).Options));
        await today.resetOptions(name, key);
        print('reset', JSON.stringify(today.widget(name).Options));
    },
    stop: () => {
        today.stop();
        loop.quit();
    },
};

const input = new Gio.DataInputStream({base_stream: Gio.UnixInputStream.new(0, false)});
function read() {
    input.read_line_async(GLib.PRIORITY_DEFAULT, null, async (_input, result) => {
        const [line] = input.read_line_finish_utf8(result);
        if (line === null)
            return;
        const [command, ...words] = line.split(' ');
        try {
            await commands[command](...words);
        } catch (error) {
            print('error', error.name, error.message);
        }
        read();
    });
}
read();
const loop = new GLib.MainLoop(null, false);
loop.run();
