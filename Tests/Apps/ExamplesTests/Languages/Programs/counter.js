// Counts the updates of each instance, and prints the calls of the center.
import {Widget, Changes, button, column, progress, push, text, toggle} from './todaycenter.js';

new Widget('org.example.Counter', {
    Name: 'Counter', UpdateInterval: 3600, LargestDisplayMode: 'expanded', Instances: true, PreferredContentSize: [0, 80],
}, {
    settings: {
        Title: '', Step: {Type: 'integer', Default: 1, Minimum: 1}, Unit: ['apples', 'pears'], Loud: false, Share: 0.5,
    },
    async update(context) {
        const {Settings: {Step: step, Unit: unit, Loud: loud, Share: share}, state} = context;
        await null;
        if (step === 13)
            throw new Error("13 isn't\ta step");
        if (step === 14)
            return null;
        if (step === 15)
            return new Changes(null, {Error: 'it is late', NextUpdate: 0});
        state.count = (state.count ?? 0) + step;
        const line = `${state.count} ${unit}`;
        return column({spacing: 3},
            loud ? line.toUpperCase() : line, progress(share),
            button('Add', 'add', {parameter: 5}), toggle('Loud', loud, 'loud'),
            text(`${context.Identifier} ${context.Reason} ${context.DisplayMode}`, {style: 'caption'}));
    },
    actions: {
        add(context, parameter) {
            context.state.count += parameter;
            return `${context.state.count} now`;
        },
        async push(context, parameter) {
            await push(context.Identifier, `pushed ${parameter}`);
        },
        fail() {
            throw new Error('it is broken');
        },
    },
    displayModeChanged: context => text(`${context.DisplayMode} ${context.ExpandedSize[0]}`),
    appear: context => print('appear', context.Identifier),
    disappear: context => print('disappear', context.Identifier),
}).run();
