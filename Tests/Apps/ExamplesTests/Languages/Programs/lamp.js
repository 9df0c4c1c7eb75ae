// A lamp with the values that its user sets: the lamp of the guide to Python.
import {Widget, checkbox, column, entry, slider} from './todaycenter.js';

const state = {on: false, brightness: 40, name: 'Desk'};
const show = () => column(
    checkbox(state.name, state.on, 'on'),
    slider('Brightness', state.brightness, 'brightness', {maximum: 100, step: 5}),
    entry('Another name', 'name'));
const change = key => (_context, value) => {
    state[key] = value;
    return show();
};

new Widget('org.example.Lamp', {Name: 'Lamp'}, {
    update: show,
    actions: Object.fromEntries(Object.keys(state).map(key => [key, change(key)])),
}).run();
